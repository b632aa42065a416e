import GLibBridge
import GtkBridge
import PictureLibrary

/// A bubble beside the scroll bar that says where in time, or in the alphabet, fast scrolling has come.
final class DateBubble {
    let widget: Revealer
    private let label = Label().styled("osd", "date-bubble")
    private let session: PickerSession
    private var speed = ScrollSpeed()
    private var hiding: Task<Void, Never>?

    init(_ session: PickerSession) {
        self.session = session
        widget = Revealer(label)
        widget.aligned(.end, .start).margins(top: 12, end: 24)
        widget.ignorePointer()
    }

    func scrolled(to first: Int, scroll: Adjustment) {
        let isFast = speed.moves(
            to: scroll.value, of: scroll.upper, page: scroll.pageSize, at: MonotonicClock.microseconds)
        guard isFast || (widget.isRevealed && speed.hasMoved), let text = text(for: first) else { return }
        label.text = text
        widget.isRevealed = true
        hiding?.cancel()
        hiding = Task { [weak self] in
            try? await Task.sleep(for: .seconds(1))
            if !Task.isCancelled { self?.widget.isRevealed = false }
        }
    }

    /// Nothing where photos have the order in which they were given.
    private func text(for row: Int) -> String? {
        guard let asset = session.assets.asset(at: row) else { return nil }
        switch session.assets.order {
        case .newest, .oldest:
            // Translators: month and year over the photos of that time, as strftime reads it.
            return WallClock.format(asset.shownWallClock, tr("%B %Y"))
        case .name: return String(asset.path.displayName.prefix(1)).uppercased()
        case .none: return nil
        }
    }
}

import GLibBridge
import GtkBridge
import PictureLibrary

/// A bubble beside the scroll bar that says where in time, or in the alphabet, fast scrolling has come.
final class DateBubble {
    let widget: Revealer
    private let label = Label().styled("osd", "date-bubble")
    private let session: PickerSession
    private var lastScroll = 0.0
    private var hiding: Task<Void, Never>?

    init(_ session: PickerSession) {
        self.session = session
        widget = Revealer(label)
        widget.aligned(.end, .start).margins(top: 12, end: 24)
        widget.ignorePointer()
        label.hideFromAssistiveTools()
    }

    /// Half a screen between two frames is fast; a slow scroll shows what it passes anyway.
    func scrolled(to first: Int, scroll: Adjustment) {
        let distance = abs(scroll.value - lastScroll)
        lastScroll = scroll.value
        guard distance > scroll.pageSize / 2 || (widget.isRevealed && distance > 0),
            let asset = session.assets.asset(at: first)
        else { return }
        label.text = text(for: asset)
        widget.isRevealed = true
        hiding?.cancel()
        hiding = Task { [weak self] in
            try? await Task.sleep(for: .seconds(1))
            if !Task.isCancelled { self?.widget.isRevealed = false }
        }
    }

    private func text(for asset: Asset) -> String {
        switch session.assets.order {
        case .newest, .oldest:
            // Translators: month and year over the photos of that time, as strftime reads it.
            WallClock.format(asset.shownWallClock, tr("%B %Y"))
        case .name, .none: String(asset.path.displayName.prefix(1)).uppercased()
        }
    }
}

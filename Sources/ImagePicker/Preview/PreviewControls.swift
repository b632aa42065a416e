import GLibBridge
import GtkBridge
import PictureLibrary

/// What lies over and under the preview's picture: buttons, the kind, the reason where there is no
/// picture, and a line of what is known.
final class PreviewControls {
    let widget: Box
    let back = Button(icon: "view-grid-symbolic", name: tr("Back")).styled("osd", "circular")
    let zoom = ToggleButton(icon: "zoom-in-symbolic", name: tr("Zoom")).styled("osd", "circular")
    let pick = Button(icon: "object-select-symbolic", name: tr("Pick")).styled("osd", "preview-pick")
    let previous = Button(icon: "go-previous-symbolic", name: tr("Previous photo"))
        .styled("osd", "circular", "preview-step").aligned(.start, .center).margins(start: 8)
    let next = Button(icon: "go-next-symbolic", name: tr("Next photo"))
        .styled("osd", "circular", "preview-step").aligned(.end, .center).margins(end: 8)

    private let number = Label().styled("preview-number")
    private let spinner = Spinner().aligned(.center, .center).requestingSize(width: 32, height: 32)
    private let reason = Label().wrapping(characters: 40)
    private let problem: Box
    private let kind = Label().styled("osd", "preview-kind").aligned(.start, .end).margins(
        bottom: 8, start: 8)
    private let name = Label().ellipsized().styled("heading")
    private let place = Label().styled("dim-label", "caption", "numeric")
    private let info = Label().wrapping().styled("dim-label", "caption")
    private let note = Label().wrapping().styled("caption")
    private var waiting: Task<Void, Never>?

    init(over picture: any Widget) {
        let icon = Icon("image-missing-symbolic", size: 64).styled("dim-label")
        problem = Box(.vertical, spacing: 12, [icon, reason]).aligned(.center, .center)
        problem.margins(start: 64, end: 64)
        problem.ignorePointer()
        spinner.ignorePointer()
        kind.ignorePointer()
        let overlay = Overlay(picture)
        let leading = Box(.horizontal, [back]).aligned(.start, .start).margins(top: 8, start: 8)
        let trailing = Box(.horizontal, spacing: 8, [zoom, pick]).aligned(.end, .start)
            .margins(top: 8, end: 8)
        for part in [problem, spinner, kind, leading, previous, next, trailing] as [any Widget] {
            overlay.add(part)
        }
        for button in [back, zoom, pick, previous, next] as [any Widget] { button.focusingOnClick(false) }
        let title = Box(.horizontal, spacing: 12, [name, place]).aligned(.center, .fill)
        let caption = Box(.vertical, spacing: 2, [title, info, note]).styled("preview-info")
        widget = Box(.vertical, [overlay, caption]).styled("preview")
        problem.isVisible = false
        spinner.isVisible = false
        note.isVisible = false
    }

    /// The head: what file it is, and which of how many.
    func show(name text: String, row: Int, count: Int) {
        name.text = text
        place.text = tr("{number} of {count}", ["number": String(row + 1), "count": String(count)])
        previous.isVisible = row > 0
        next.isVisible = row + 1 < count
    }

    func show(info text: String, kind label: String?, note text2: String?) {
        info.text = text
        kind.text = label ?? ""
        kind.isVisible = label != nil
        note.text = text2 ?? ""
        note.isVisible = text2 != nil
    }

    /// In place of a picture; nil where there is one.
    func show(problem text: String?) {
        reason.text = text ?? ""
        problem.isVisible = text != nil
    }

    /// - Parameters:
    ///   - number: of the pick; nil where it is not picked.
    ///   - label: what the badge shows of it.
    ///   - reacts: whether a click changes anything.
    func showPick(number: Int?, label: String, reacts: Bool) {
        if number != nil { pick.setText(label) } else { pick.setIcon("object-select-symbolic") }
        let name = number == nil ? tr("Pick") : tr("Un-pick")
        pick.setAccessibleName(name)
        pick.tooltip = name
        pick.setAccessibleDescription(
            number.map { tr("number {number}", ["number": String($0)]) } ?? "")
        pick.setStyle("picked", number != nil)
        pick.setStyle("dimmed", !reacts)
    }

    /// A wheel once the wait is long enough to be felt.
    var isWaiting = false {
        didSet {
            guard isWaiting != oldValue else { return }
            waiting?.cancel()
            spinner.isVisible = false
            spinner.isSpinning = false
            guard isWaiting else { return }
            waiting = Task { [weak self] in
                try? await Task.sleep(for: .milliseconds(500))
                guard let self, !Task.isCancelled else { return }
                spinner.isVisible = true
                spinner.isSpinning = true
            }
        }
    }
}

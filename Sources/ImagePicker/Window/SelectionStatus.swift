import GLibBridge
import GtkBridge
import PictureLibrary

/// The bar below the grid: how many are picked, how large they are, and a button for the preview.
final class SelectionStatus {
    let widget: Box
    /// A place for the window's tools when the title bar has no room for them.
    let tools = Box(.horizontal, spacing: 6)
    private let count = Label().styled("selection-status")
    private let size = Label().styled("dim-label", "caption")
    private let facts: Box
    private let session: PickerSession

    /// Whether there is little room: the size then stands below the number.
    var isNarrow = false {
        didSet { facts.setOrientation(isNarrow ? .vertical : .horizontal) }
    }

    var onPreview: () -> Void = {}

    init(_ session: PickerSession) {
        self.session = session
        let button = Button(icon: "view-reveal-symbolic", name: tr("Preview")).flat().focusingOnClick(false)
        count.isVisible = session.configuration.picksSeveral
        facts = Box(.horizontal, [count.textAligned(0), size.textAligned(0)]).styled("selection-facts")
        facts.aligned(.fill, .center)
        widget = Box(.horizontal, spacing: 6, [facts.expanding(horizontally: true)])
        widget.append(tools)
        widget.append(button)
        widget.styled("status-bar")
        button.onClick { [weak self] in self?.onPreview() }
        session.onSelectionChange { [weak self] _ in self?.update() }
        update()
    }

    private func update() {
        count.text = session.statusText
        count.setAccessibleName(session.statusText)
        size.isVisible = !session.selection.isEmpty
        size.text = formatSize(session.pickedBytes)
    }
}

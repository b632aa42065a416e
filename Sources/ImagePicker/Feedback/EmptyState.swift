import GLibBridge
import GtkBridge

/// A page in place of the grid that says why there is nothing, and what to do about it.
final class EmptyState {
    let widget: ScrolledWindow
    private let icon = Icon("image-x-generic-symbolic", size: 96)
    private let title = Label().styled("title-1").wrapping(characters: 30)
    private let text = Label().styled("dim-label").wrapping(characters: 50)
    private let button = Button(tr("Show All")).styled("pill")
    private var action: () -> Void = {}

    init() {
        icon.styled("dim-label")
        let page = Box(.vertical, spacing: 12, [icon, title, text, button.aligned(.center, .center)])
        page.aligned(.center, .center).margins(top: 24, bottom: 24, start: 24, end: 24)
        widget = ScrolledWindow(page)
        widget.expanding(horizontally: true, vertically: true)
        button.onClick { [weak self] in self?.action() }
    }

    func show(
        icon name: String, title: String, text: String, button label: String,
        _ action: @escaping () -> Void
    ) {
        icon.setName(name)
        self.title.text = title
        self.text.text = text
        button.setText(label)
        self.action = action
    }
}

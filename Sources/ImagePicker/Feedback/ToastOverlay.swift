import GLibBridge
import GtkBridge

/// Short messages above the content that go by themselves; one at a time, the newest wins.
final class ToastOverlay {
    let widget: Overlay
    private let revealer: Revealer
    private let label = Label().wrapping(characters: 40)
    private let button = Button(tr("Undo")).flat()
    private var hiding: Task<Void, Never>?
    private var action: () -> Void = {}

    init(over child: any Widget) {
        let close = Button(icon: "window-close-symbolic", name: tr("Dismiss")).flat().styled("circular")
        let bar = Box(.horizontal, spacing: 8, [label, button, close]).styled("toast", "osd")
        revealer = Revealer(bar)
        revealer.aligned(.center, .end).margins(bottom: 18, start: 12, end: 12)
        widget = Overlay(child)
        widget.add(revealer)
        button.isVisible = false
        close.onClick { [weak self] in self?.hide() }
        button.onClick { [weak self] in
            self?.hide()
            self?.action()
        }
    }

    /// Shows `text` for four seconds, or ten where there is something to do about it.
    func show(_ text: String, action name: String? = nil, _ action: @escaping () -> Void = {}) {
        label.text = text
        self.action = action
        button.isVisible = name != nil
        if let name { button.setText(name) }
        revealer.isRevealed = true
        hiding?.cancel()
        let seconds = name == nil ? 4 : 10
        hiding = Task { [weak self] in
            try? await Task.sleep(for: .seconds(seconds))
            if !Task.isCancelled { self?.revealer.isRevealed = false }
        }
    }

    func hide() {
        hiding?.cancel()
        revealer.isRevealed = false
    }
}

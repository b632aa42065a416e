import CGtk
import GLibBridge

/// A short column of rows of which one is chosen. Each row is a button, since GTK 4.8 lets assistive tools
/// press a button but not choose a row of a GtkListBox.
public final class ChoiceList<Row>: Widget {
    public let handle: WidgetHandle
    private let column = Box(.vertical, spacing: 2)
    private let makeWidget: @MainActor (Row) -> (name: String, widget: any Widget)
    private var buttons: [WidgetHandle] = []
    private var choose: (@MainActor (Row) -> Void)?

    /// `makeWidget` gives a row's accessible name and what it shows.
    public init(name: String, makeWidget: @escaping @MainActor (Row) -> (name: String, widget: any Widget)) {
        self.makeWidget = makeWidget
        handle = column.handle
        setAccessibleName(name)
    }

    /// Shows `rows`, and gives the focus to the chosen one.
    public func show(_ rows: [Row], chosen: Int?) {
        column.removeAll()
        buttons = rows.enumerated().map { index, row in
            let (name, content) = makeWidget(row)
            let button = gtk_button_new()!
            gtk_button_set_child(cast(button), content.pointer)
            gtk_button_set_has_frame(cast(button), 0)
            if index == chosen { gtk_widget_add_css_class(button, "chosen") }
            connect(button, "clicked") { [weak self] in self?.choose?(row) }
            let widget = AnyWidget(button)
            widget.setAccessibleName(name)
            if index == chosen { widget.setAccessibleDescription(chosenMark) }
            column.append(widget)
            return widget.handle
        }
        if let chosen, buttons.indices.contains(chosen) { gtk_widget_grab_focus(buttons[chosen].pointer) }
    }

    /// What assistive tools add to the chosen row.
    public var chosenMark = ""

    public func onChoose(_ body: @escaping @MainActor (Row) -> Void) { choose = body }
}

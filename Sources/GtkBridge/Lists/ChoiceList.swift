import CGtk
import GLibBridge

/// A short list of rows of which one is chosen by a click or Enter (GtkListBox).
public final class ChoiceList<Row>: Widget {
    public let handle: WidgetHandle
    private let makeWidget: @MainActor (Row) -> (name: String, widget: any Widget)
    private var rows: [Row] = []

    /// `makeWidget` gives a row's accessible name and what it shows.
    public init(name: String, makeWidget: @escaping @MainActor (Row) -> (name: String, widget: any Widget)) {
        self.makeWidget = makeWidget
        handle = WidgetHandle(transferNone: gtk_list_box_new()!)
        gtk_list_box_set_activate_on_single_click(OpaquePointer(pointer), 1)
        setAccessibleName(name)
    }

    public func show(_ new: [Row], chosen: Int?) {
        while let row = gtk_widget_get_first_child(pointer) {
            gtk_list_box_remove(OpaquePointer(pointer), row)
        }
        rows = new
        for row in new {
            let (name, content) = makeWidget(row)
            gtk_list_box_append(OpaquePointer(pointer), content.pointer)
            if let line = gtk_widget_get_parent(content.pointer) { AnyWidget(line).setAccessibleName(name) }
        }
        guard let chosen, let line = gtk_list_box_get_row_at_index(OpaquePointer(pointer), gint(chosen))
        else { return }
        gtk_list_box_select_row(OpaquePointer(pointer), line)
    }

    public func onChoose(_ body: @escaping @MainActor (Row) -> Void) {
        connect(pointer, "row-activated") { [weak self] (line: OpaquePointer) in
            guard let self else { return }
            let index = Int(gtk_list_box_row_get_index(cast(line)))
            if rows.indices.contains(index) { body(rows[index]) }
        }
    }
}

import CGtk
import GLibBridge

/// A menu of actions (GMenu).
public struct Menu {
    let reference: Reference<OpaquePointer>

    public init() { reference = Reference(transferFull: g_menu_new()!) }

    /// An entry that carries out `action`, written as `win.name` or `win.name::target`.
    public func append(_ text: String, action: String) { g_menu_append(reference.pointer, text, action) }

    /// Entries between two lines, under an optional heading.
    public func appendSection(_ title: String? = nil, _ section: Menu) {
        g_menu_append_section(reference.pointer, title, cast(section.reference.pointer))
    }

    public func removeAll() { g_menu_remove_all(reference.pointer) }
}

/// A menu at a place in a widget (GtkPopoverMenu).
public struct ContextMenu {
    private let popover: WidgetHandle

    /// A menu in `parent`, which has the actions.
    public init(_ menu: Menu, in parent: any Widget) {
        popover = WidgetHandle(
            transferNone: gtk_popover_menu_new_from_model(cast(menu.reference.pointer))!)
        gtk_widget_set_parent(popover.pointer, parent.pointer)
        gtk_popover_set_has_arrow(cast(popover.pointer), 0)
        gtk_widget_set_halign(popover.pointer, GTK_ALIGN_START)
    }

    /// Opens it at `point` of the parent.
    public func popUp(at point: Point) {
        var place = GdkRectangle(x: gint(point.x), y: gint(point.y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(popover.pointer), &place)
        gtk_popover_popup(cast(popover.pointer))
    }

    public func onClose(_ body: @escaping @MainActor () -> Void) { connect(popover.pointer, "closed", body) }

    /// Takes it out of its parent, which must not be finalized with it inside.
    public func remove() { gtk_widget_unparent(popover.pointer) }
}

import CGlib
import CGtk
import GLibBridge

/// The window that lists a program's keys (GtkShortcutsWindow).
public enum ShortcutsWindow {
    public struct Group {
        public var title: String
        /// Triggers as gtk_accelerator_parse reads them, several of them separated by spaces.
        public var rows: [(title: String, accelerator: String)]

        public init(title: String, rows: [(title: String, accelerator: String)]) {
            self.title = title
            self.rows = rows
        }
    }

    /// Shows the window above `parent`; `search` is the name of its search.
    public static func present(title: String, search: String, groups: [Group], for parent: Window) {
        var xml = "<interface><object class=\"GtkShortcutsWindow\" id=\"window\">"
        xml += "<property name=\"modal\">1</property><property name=\"title\">\(escaped(title))</property>"
        xml += "<child><object class=\"GtkShortcutsSection\"><property name=\"visible\">1</property>"
        xml += "<property name=\"section-name\">all</property><property name=\"max-height\">12</property>"
        for group in groups {
            xml += "<child><object class=\"GtkShortcutsGroup\">"
            xml += "<property name=\"title\">\(escaped(group.title))</property>"
            for row in group.rows {
                xml += "<child><object class=\"GtkShortcutsShortcut\">"
                xml += "<property name=\"title\">\(escaped(row.title))</property>"
                xml +=
                    "<property name=\"accelerator\">\(escaped(row.accelerator))</property></object></child>"
            }
            xml += "</object></child>"
        }
        xml += "</object></child></object></interface>"
        let builder = Reference(transferFull: gtk_builder_new_from_string(xml, -1)!)
        guard let window = gtk_builder_get_object(builder.pointer, "window") else { return }
        gtk_window_set_transient_for(cast(window), cast(parent.pointer))
        nameParts(of: cast(window), title: title, search: search)
        gtk_window_present(cast(window))
    }

    /// GTK 4.8 leaves the window's own controls without names.
    private static func nameParts(of widget: UnsafeMutablePointer<GtkWidget>, title: String, search: String) {
        let type = cglib_type_of_instance(widget)
        func isA(_ other: GType) -> Bool { g_type_is_a(type, other) != 0 }
        let part = AnyWidget(widget)
        if isA(gtk_search_entry_get_type()) {
            part.setAccessibleName(search)
        } else if isA(gtk_menu_button_get_type()) {
            part.setAccessibleName(title)
        } else if isA(gtk_toggle_button_get_type()) {
            let label = gtk_button_get_label(cast(widget)).map { withoutMnemonic(String(cString: $0)) }
            let isOfMenu = gtk_widget_get_ancestor(widget, gtk_menu_button_get_type()) != nil
            part.setAccessibleName(label ?? (isOfMenu ? title : search))
        } else if isA(gtk_image_get_type()) {
            part.hideFromAssistiveTools()
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            nameParts(of: next, title: title, search: search)
            child = gtk_widget_get_next_sibling(next)
        }
    }

    private static func escaped(_ text: String) -> String {
        let copy = g_markup_escape_text(text, -1)!
        defer { g_free(copy) }
        return String(cString: copy)
    }
}

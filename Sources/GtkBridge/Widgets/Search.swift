import CGtk
import GLibBridge

/// A bar that slides in with a search entry (GtkSearchBar, GtkSearchEntry).
public struct SearchBar: Widget {
    public let handle: WidgetHandle
    private let entry: WidgetHandle

    public init(placeholder: String, name: String) {
        let entry = gtk_search_entry_new()!
        self.entry = WidgetHandle(transferNone: entry)
        handle = WidgetHandle(transferNone: gtk_search_bar_new()!)
        gtk_search_entry_set_search_delay(OpaquePointer(entry), 80)
        gtk_widget_set_hexpand(entry, 1)
        setPlaceholder(placeholder)
        AnyWidget(entry).setAccessibleName(name)
        gtk_search_bar_set_child(OpaquePointer(pointer), entry)
        gtk_search_bar_connect_entry(OpaquePointer(pointer), OpaquePointer(entry))
    }

    /// Typing anywhere in `widget` begins a search.
    public func captureKeys(of widget: any Widget) {
        gtk_search_bar_set_key_capture_widget(OpaquePointer(pointer), widget.pointer)
    }

    public var isOpen: Bool {
        get { gtk_search_bar_get_search_mode(OpaquePointer(pointer)) != 0 }
        nonmutating set { gtk_search_bar_set_search_mode(OpaquePointer(pointer), newValue ? 1 : 0) }
    }

    public var text: String {
        get { String(cString: gtk_editable_get_text(OpaquePointer(entry.pointer))) }
        nonmutating set { gtk_editable_set_text(OpaquePointer(entry.pointer), newValue) }
    }

    public func focusEntry() { gtk_widget_grab_focus(entry.pointer) }

    public func onChange(_ body: @escaping @MainActor () -> Void) {
        connect(entry.pointer, "search-changed", body)
    }
    public func onOpenOrClose(_ body: @escaping @MainActor () -> Void) {
        connect(pointer, "notify::search-mode-enabled", body)
    }
    /// Enter in the entry.
    public func onActivate(_ body: @escaping @MainActor () -> Void) {
        connect(entry.pointer, "activate", body)
    }

    private func setPlaceholder(_ text: String) {
        // gtk_search_entry_set_placeholder_text came with 4.10; the property is older.
        setProperty(entry.pointer, "placeholder-text", Optional(text))
    }
}

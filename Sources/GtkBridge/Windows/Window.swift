import CGtk
import GLibBridge

/// A window of its own (GtkWindow).
public struct Window: Widget {
    public let handle: WidgetHandle

    public init(title: String) {
        handle = WidgetHandle(transferNone: gtk_window_new()!)
        gtk_window_set_title(cast(pointer), title)
    }

    /// A window of an application, which runs as long as it has one.
    public init(title: String, application: Application) {
        handle = WidgetHandle(
            transferNone: gtk_application_window_new(application.reference.pointer)!)
        gtk_window_set_title(cast(pointer), title)
    }

    public func setChild(_ child: any Widget) { gtk_window_set_child(cast(pointer), child.pointer) }
    public func setTitleBar(_ bar: any Widget) { gtk_window_set_titlebar(cast(pointer), bar.pointer) }
    public func setIcon(_ name: String) { gtk_window_set_icon_name(cast(pointer), name) }

    /// The size for the next opening, in application pixels.
    public func setDefaultSize(width: Int, height: Int) {
        gtk_window_set_default_size(cast(pointer), gint(width), gint(height))
    }

    /// The size that the user gave the window, apart from being maximized.
    public var defaultSize: (width: Int, height: Int) {
        var width: gint = 0, height: gint = 0
        gtk_window_get_default_size(cast(pointer), &width, &height)
        return (Int(width), Int(height))
    }

    public var isMaximized: Bool { gtk_window_is_maximized(cast(pointer)) != 0 }
    public var isActive: Bool { gtk_window_is_active(cast(pointer)) != 0 }
    public func maximize() { gtk_window_maximize(cast(pointer)) }

    public func present() { gtk_window_present(cast(pointer)) }
    /// Ends the window.
    public func destroy() { gtk_window_destroy(cast(pointer)) }

    /// `body` returns whether the window stays open.
    public func onCloseRequest(_ body: @escaping @MainActor () -> Bool) {
        connect(pointer, "close-request", returning: { () -> Bool in body() })
    }

    /// Runs when another widget of the window gets the keyboard focus.
    public func onFocusChange(_ body: @escaping @MainActor () -> Void) {
        connect(pointer, "notify::focus-widget", body)
    }

    public func onActiveChange(_ body: @escaping @MainActor () -> Void) {
        connect(pointer, "notify::is-active", body)
    }

    /// The largest size, in application pixels, that a window has place for on its monitor, or on the
    /// first one before it is shown; nil where the display names none.
    public var workArea: (width: Int, height: Int)? {
        guard let display = gdk_display_get_default() else { return nil }
        let monitors = gdk_display_get_monitors(display)
        guard let monitor = g_list_model_get_item(monitors, 0) else { return nil }
        defer { g_object_unref(monitor) }
        var area = GdkRectangle()
        gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
        return (Int(area.width), Int(area.height))
    }
}

/// GTK's connection to a display.
public enum Display {
    /// Opens the default display and initializes GTK; false where there is none.
    public static func open() -> Bool {
        // The program has set its locale; GTK would complain of one that is not installed.
        gtk_disable_setlocale()
        return gtk_init_check() != 0
    }

    public static var exists: Bool { gdk_display_get_default() != nil }

    /// Whether the user wants things to move (`gtk-enable-animations`).
    public static var animates: Bool {
        guard let settings = gtk_settings_get_default() else { return true }
        return property(settings, "gtk-enable-animations")
    }

    /// The most milliseconds between the clicks of a double click.
    public static var doubleClickTime: UInt32 {
        guard let settings = gtk_settings_get_default() else { return 400 }
        return UInt32(clamping: property(settings, "gtk-double-click-time", as: Int32.self))
    }
}

import CGlib
import CGtk
import GLibBridge

/// One strong reference to a GtkWidget.
public typealias WidgetHandle = Reference<UnsafeMutablePointer<GtkWidget>>

/// A GTK widget as a Swift value: copies name the same widget.
public protocol Widget {
    var handle: WidgetHandle { get }
}

/// A widget of which only the general side is known.
struct AnyWidget: Widget {
    let handle: WidgetHandle
    init(_ pointer: UnsafeMutablePointer<GtkWidget>) { handle = WidgetHandle(transferNone: pointer) }
}

public enum Align {
    case fill, start, end, center

    var value: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .end: GTK_ALIGN_END
        case .center: GTK_ALIGN_CENTER
        }
    }
}

public enum Orientation {
    case horizontal, vertical
    var value: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}

extension Widget {
    var pointer: UnsafeMutablePointer<GtkWidget> { handle.pointer }

    public var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        nonmutating set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
    }

    public var isSensitive: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        nonmutating set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    public var tooltip: String? {
        get { gtk_widget_get_tooltip_text(pointer).map { String(cString: $0) } }
        nonmutating set { gtk_widget_set_tooltip_text(pointer, newValue) }
    }

    /// Application pixels; 0 before the first layout.
    public var width: Int { Int(gtk_widget_get_width(pointer)) }

    /// Device pixels per application pixel.
    public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(pointer)) }

    public var isRightToLeft: Bool { gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL }

    public func setStyle(_ name: String, _ on: Bool) {
        if on { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
    }

    /// The widget, with these style classes.
    @discardableResult
    public func styled(_ names: String...) -> Self {
        names.forEach { gtk_widget_add_css_class(pointer, $0) }
        return self
    }

    @discardableResult
    public func aligned(_ horizontal: Align, _ vertical: Align) -> Self {
        gtk_widget_set_halign(pointer, horizontal.value)
        gtk_widget_set_valign(pointer, vertical.value)
        return self
    }

    @discardableResult
    public func expanding(horizontally: Bool = false, vertically: Bool = false) -> Self {
        gtk_widget_set_hexpand(pointer, horizontally ? 1 : 0)
        gtk_widget_set_vexpand(pointer, vertically ? 1 : 0)
        return self
    }

    /// Margins in application pixels; start and end follow the direction of the text.
    @discardableResult
    public func margins(top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0) -> Self {
        gtk_widget_set_margin_top(pointer, gint(top))
        gtk_widget_set_margin_bottom(pointer, gint(bottom))
        gtk_widget_set_margin_start(pointer, gint(start))
        gtk_widget_set_margin_end(pointer, gint(end))
        return self
    }

    /// The least size, in application pixels; -1 is the widget's own.
    public func requestSize(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(pointer, gint(width), gint(height))
    }

    @discardableResult
    public func requestingSize(width: Int = -1, height: Int = -1) -> Self {
        requestSize(width: width, height: height)
        return self
    }

    /// Shows nothing outside of its border, whose corners may be round.
    @discardableResult
    public func clipping() -> Self {
        gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
        return self
    }

    /// Lets the pointer pass through to what lies below.
    public func ignorePointer() { gtk_widget_set_can_target(pointer, 0) }

    public func setFocusable(_ on: Bool) { gtk_widget_set_focusable(pointer, on ? 1 : 0) }

    /// Whether a click gives the widget the keyboard focus; the Tab key does in any case.
    @discardableResult
    public func focusingOnClick(_ on: Bool) -> Self {
        gtk_widget_set_focus_on_click(pointer, on ? 1 : 0)
        return self
    }

    @discardableResult
    public func grabFocus() -> Bool { gtk_widget_grab_focus(pointer) != 0 }

    /// Whether the keyboard focus is in this widget or inside it.
    public var containsFocus: Bool {
        guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root) else {
            return false
        }
        return focus == pointer || gtk_widget_is_ancestor(focus, pointer) != 0
    }

    public func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(pointer, name) }

    /// Takes the widget out of the box, header bar or overlay that it is in.
    public func removeFromParent() {
        guard let parent = gtk_widget_get_parent(pointer) else { return }
        // A header bar keeps its children in boxes of its own.
        if let bar = gtk_widget_get_ancestor(pointer, gtk_header_bar_get_type()) {
            gtk_header_bar_remove(cast(bar), pointer)
        } else if g_type_is_a(cglib_type_of_instance(parent), gtk_box_get_type()) != 0 {
            gtk_box_remove(cast(parent), pointer)
        } else if g_type_is_a(cglib_type_of_instance(parent), gtk_overlay_get_type()) != 0 {
            gtk_overlay_remove_overlay(cast(parent), pointer)
        }
    }

    /// Rings or flashes, as the window system does when something is refused.
    public func beep() { gtk_widget_error_bell(pointer) }

    /// Runs at each frame while it returns true.
    public func onEachFrame(_ body: @escaping @MainActor () -> Bool) {
        gtk_widget_add_tick_callback(
            pointer,
            { _, _, data in
                let body = Unmanaged<FrameBody>.fromOpaque(data!).takeUnretainedValue().body
                return MainActor.assumeIsolated { body() } ? 1 : 0
            }, Unmanaged.passRetained(FrameBody(body)).toOpaque(),
            { Unmanaged<FrameBody>.fromOpaque($0!).release() })
    }

    /// Runs when the widget moves to a screen with other pixels.
    public func onScaleFactorChange(_ body: @escaping @MainActor () -> Void) {
        connect(pointer, "notify::scale-factor", body)
    }
}

private final class FrameBody {
    let body: @MainActor () -> Bool
    init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
}

import CGtk
import GLibBridge

/// A row or column (GtkBox).
public struct Box: Widget {
    public let handle: WidgetHandle

    public init(_ orientation: Orientation, spacing: Int = 0, _ children: [any Widget] = []) {
        handle = WidgetHandle(transferNone: gtk_box_new(orientation.value, gint(spacing))!)
        children.forEach { append($0) }
    }

    public func setOrientation(_ orientation: Orientation) {
        gtk_orientable_set_orientation(OpaquePointer(pointer), orientation.value)
    }

    public func append(_ child: any Widget) { gtk_box_append(cast(pointer), child.pointer) }

    public func removeAll() {
        while let child = gtk_widget_get_first_child(pointer) { gtk_box_remove(cast(pointer), child) }
    }
}

/// A child with others above it (GtkOverlay).
public struct Overlay: Widget {
    public let handle: WidgetHandle

    public init(_ child: any Widget) {
        handle = WidgetHandle(transferNone: gtk_overlay_new()!)
        gtk_overlay_set_child(cast(pointer), child.pointer)
    }

    public func add(_ child: any Widget) { gtk_overlay_add_overlay(cast(pointer), child.pointer) }

    /// Runs when its size is another, while GTK allocates: no widget may change before the next frame.
    public func onResize(_ body: @escaping @MainActor () -> Void) {
        // GTK tells only drawing areas.
        let area = AnyWidget(gtk_drawing_area_new()!)
        connect(area.pointer, "resize") { (_: Int32, _: Int32) in body() }
        area.ignorePointer()
        area.hideFromAssistiveTools()
        add(area)
    }

    public func remove(_ child: any Widget) { gtk_overlay_remove_overlay(cast(pointer), child.pointer) }
}

/// Pages of which one is shown (GtkStack).
public struct Stack: Widget {
    public let handle: WidgetHandle

    public init() {
        handle = WidgetHandle(transferNone: gtk_stack_new()!)
        gtk_stack_set_transition_type(cast(pointer), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(cast(pointer), 120)
    }

    /// - Parameters:
    ///   - child: the page.
    ///   - name: the page in ``visiblePage``.
    ///   - title: what screen readers call the page.
    public func add(_ child: any Widget, name: String, title: String) {
        guard let page = gtk_stack_add_named(cast(pointer), child.pointer, name) else { return }
        setAccessibleText(page, GTK_ACCESSIBLE_PROPERTY_LABEL, title)
    }

    public var visiblePage: String {
        get { gtk_stack_get_visible_child_name(cast(pointer)).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_stack_set_visible_child_name(cast(pointer), newValue) }
    }
}

/// A child that slides in and out (GtkRevealer); invisible to assistive tools while it is out.
public struct Revealer: Widget {
    public let handle: WidgetHandle

    public init(_ child: any Widget) {
        handle = WidgetHandle(transferNone: gtk_revealer_new()!)
        gtk_revealer_set_transition_type(cast(pointer), GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_revealer_set_child(cast(pointer), child.pointer)
        gtk_widget_set_visible(pointer, 0)
        connect(pointer, "notify::child-revealed") { [weak handle] in
            guard let pointer = handle?.pointer, gtk_revealer_get_reveal_child(cast(pointer)) == 0 else {
                return
            }
            gtk_widget_set_visible(pointer, 0)
        }
    }

    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(cast(pointer)) != 0 }
        nonmutating set {
            if newValue { isVisible = true }
            gtk_revealer_set_reveal_child(cast(pointer), newValue ? 1 : 0)
        }
    }
}

/// A child that may be higher than its place (GtkScrolledWindow).
public struct ScrolledWindow: Widget {
    public let handle: WidgetHandle

    public init(_ child: any Widget) {
        handle = WidgetHandle(transferNone: gtk_scrolled_window_new()!)
        gtk_scrolled_window_set_policy(cast(pointer), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(cast(pointer), child.pointer)
    }

    /// Lets the place be narrower than the child, which fits itself in; there is no bar for it.
    public func allowNarrow() {
        gtk_scrolled_window_set_policy(cast(pointer), GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
    }

    public var horizontalScroll: Adjustment {
        Adjustment(gtk_scrolled_window_get_hadjustment(cast(pointer)))
    }
    public var verticalScroll: Adjustment {
        Adjustment(gtk_scrolled_window_get_vadjustment(cast(pointer)))
    }

    /// Is as wide as its child wishes, and as high up to this height, in application pixels.
    public func growUpTo(height: Int) {
        gtk_scrolled_window_set_propagate_natural_width(cast(pointer), 1)
        gtk_scrolled_window_set_propagate_natural_height(cast(pointer), 1)
        gtk_scrolled_window_set_max_content_height(cast(pointer), gint(height))
    }
}

/// How far something is scrolled (GtkAdjustment), in application pixels.
public struct Adjustment {
    let reference: Reference<UnsafeMutablePointer<GtkAdjustment>>

    init(_ pointer: UnsafeMutablePointer<GtkAdjustment>) { reference = Reference(transferNone: pointer) }

    public var value: Double {
        get { gtk_adjustment_get_value(reference.pointer) }
        nonmutating set { gtk_adjustment_set_value(reference.pointer, newValue) }
    }
    public var upper: Double { gtk_adjustment_get_upper(reference.pointer) }
    public var pageSize: Double { gtk_adjustment_get_page_size(reference.pointer) }

    /// Runs when the position, the content or the place changes.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        connect(reference.pointer, "value-changed", body)
        connect(reference.pointer, "changed", body)
    }
}

/// A title bar with controls (GtkHeaderBar).
public struct HeaderBar: Widget {
    public let handle: WidgetHandle

    public init() { handle = WidgetHandle(transferNone: gtk_header_bar_new()!) }

    public func packStart(_ child: any Widget) { gtk_header_bar_pack_start(cast(pointer), child.pointer) }
    public func packEnd(_ child: any Widget) { gtk_header_bar_pack_end(cast(pointer), child.pointer) }
    public func setTitle(_ widget: any Widget) {
        gtk_header_bar_set_title_widget(cast(pointer), widget.pointer)
    }

    /// Whether the window's own buttons (close) are shown.
    public func showsWindowButtons(_ on: Bool) {
        gtk_header_bar_set_show_title_buttons(cast(pointer), on ? 1 : 0)
    }
}

/// A bubble that points at what it belongs to (GtkPopover).
public struct Popover: Widget {
    public let handle: WidgetHandle

    public init(_ child: any Widget) {
        handle = WidgetHandle(transferNone: gtk_popover_new()!)
        gtk_popover_set_child(cast(pointer), child.pointer)
    }

    public func onOpen(_ body: @escaping @MainActor () -> Void) { connect(pointer, "show", body) }
}

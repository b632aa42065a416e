import CGtk
import GLibBridge

extension Widget {
    /// The wheel or two fingers on a touchpad, both ways, with the place of the pointer; `body` returns
    /// whether it used them.
    ///
    /// It gets steps of the wheel; those of a touchpad are fractions of one.
    public func onScrollBothWays(
        _ body: @escaping @MainActor (_ across: Double, _ down: Double, Point, Modifiers) -> Bool
    ) {
        let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!
        let pointer = pointer
        connect(
            controller, "scroll",
            returning: { (across: Double, down: Double) -> Bool in
                body(across, down, place(of: controller, in: pointer), currentModifiers(controller.raw))
            })
        gtk_widget_add_controller(pointer, controller)
    }

    /// Two fingers moving apart: the scale since they began, and the place between them. They are taken away
    /// from all others.
    public func onPinch(
        began: @escaping @MainActor () -> Void,
        scaled: @escaping @MainActor (Double, Point) -> Void
    ) {
        let gesture = gtk_gesture_zoom_new()!
        let pointer = pointer
        connect(gesture, "begin") { (_: Ignored) in
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            began()
        }
        connect(gesture, "scale-changed") { (scale: Double) in
            var x = 0.0, y = 0.0
            let known = gtk_gesture_get_bounding_box_center(gesture, &x, &y) != 0
            scaled(scale, known ? Point(x: x, y: y) : middle(of: pointer))
        }
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(pointer, gesture)
    }
}

/// Where in `widget` the pointer is during an event of `controller`.
private func place(
    of controller: OpaquePointer, in widget: UnsafeMutablePointer<GtkWidget>
) -> Point {
    var x = 0.0, y = 0.0
    guard let event = gtk_event_controller_get_current_event(controller),
        gdk_event_get_position(event, &x, &y) != 0, let native = gtk_widget_get_native(widget)
    else { return middle(of: widget) }
    // Events count from the surface's corner, which in a window with shadows is not the widget's.
    var shadowX = 0.0, shadowY = 0.0, inX = 0.0, inY = 0.0
    gtk_native_get_surface_transform(native, &shadowX, &shadowY)
    guard
        gtk_widget_translate_coordinates(
            cast(native), widget, x - shadowX, y - shadowY, &inX, &inY) != 0
    else { return middle(of: widget) }
    return Point(x: inX, y: inY)
}

private func middle(of widget: UnsafeMutablePointer<GtkWidget>) -> Point {
    Point(x: Double(gtk_widget_get_width(widget)) / 2, y: Double(gtk_widget_get_height(widget)) / 2)
}

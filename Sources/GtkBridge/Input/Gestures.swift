import CGtk
import GLibBridge

/// A point in a widget, in application pixels.
public nonisolated struct Point: Equatable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// What made an event.
public nonisolated enum PointerKind: Sendable {
    case mouse, touch, pen
}

/// Keys held during an event.
public struct Modifiers: OptionSet, Sendable {
    public let rawValue: UInt32
    public nonisolated init(rawValue: UInt32) { self.rawValue = rawValue }

    public nonisolated static let shift = Modifiers(rawValue: 1 << 0)
    public nonisolated static let control = Modifiers(rawValue: 1 << 2)
    public nonisolated static let alt = Modifiers(rawValue: 1 << 3)
}

/// When a controller sees an event: on its way down to the widget under the pointer, or back up.
public enum Phase {
    case capture, bubble
    var value: GtkPropagationPhase { self == .capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE }
}

/// A recognised press, as its handler sees it.
public struct Press {
    public let point: Point
    public let modifiers: Modifiers
    public let pointer: PointerKind
    /// Milliseconds of the window system's clock.
    public let time: UInt32
    private let gesture: OpaquePointer

    init(_ gesture: OpaquePointer, _ point: Point) {
        self.gesture = gesture
        self.point = point
        modifiers = currentModifiers(gesture.raw)
        pointer = currentPointer(gesture.raw)
        time = gtk_event_controller_get_current_event_time(gesture)
    }

    /// Takes the press away from all others.
    public func claim() { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
}

extension Widget {
    /// Button 1 is the main one, 3 the menu's.
    public func onClick(
        button: Int = 1, pressed: (@MainActor (Press) -> Void)? = nil,
        released: @escaping @MainActor (Press) -> Void
    ) {
        let gesture = gtk_gesture_click_new()!
        gtk_gesture_single_set_button(gesture, guint(button))
        if let pressed {
            connect(gesture, "pressed") { (_: Int32, x: Double, y: Double) in
                pressed(Press(gesture, Point(x: x, y: y)))
            }
        }
        connect(gesture, "released") { (_: Int32, x: Double, y: Double) in
            released(Press(gesture, Point(x: x, y: y)))
        }
        add(gesture)
    }

    public func onLongPress(touchOnly: Bool = false, _ body: @escaping @MainActor (Press) -> Void) {
        let gesture = gtk_gesture_long_press_new()!
        gtk_gesture_single_set_touch_only(gesture, touchOnly ? 1 : 0)
        connect(gesture, "pressed") { (x: Double, y: Double) in
            body(Press(gesture, Point(x: x, y: y)))
        }
        add(gesture)
    }

    /// A press of one of `pointers` that moves. `began` gets the start, `moved` start and offset, `ended` the
    /// last offset, or nil when the drag was called off.
    public func onDrag(
        of pointers: Set<PointerKind> = [.mouse, .touch, .pen], phase: Phase = .bubble,
        began: @escaping @MainActor (Press) -> Void,
        moved: @escaping @MainActor (Press, Point) -> Void,
        ended: @escaping @MainActor (Point?) -> Void
    ) {
        let gesture = gtk_gesture_drag_new()!
        gtk_gesture_single_set_button(gesture, 1)
        var isWanted = false
        connect(gesture, "drag-begin") { (x: Double, y: Double) in
            let press = Press(gesture, Point(x: x, y: y))
            isWanted = pointers.contains(press.pointer)
            if isWanted { began(press) }
        }
        connect(gesture, "drag-update") { (x: Double, y: Double) in
            var startX = 0.0, startY = 0.0
            guard isWanted, gtk_gesture_drag_get_start_point(gesture, &startX, &startY) != 0 else { return }
            moved(Press(gesture, Point(x: startX, y: startY)), Point(x: x, y: y))
        }
        connect(gesture, "drag-end") { (x: Double, y: Double) in if isWanted { ended(Point(x: x, y: y)) } }
        connect(gesture, "cancel") { (_: Ignored) in if isWanted { ended(nil) } }
        add(gesture, phase)
    }

    /// Where the mouse is, in this widget's coordinates, and whether its main button is down. Known also
    /// when a drag's events have ceased because the widget under it is gone.
    public var mouse: (point: Point, isPressed: Bool)? {
        guard let native = gtk_widget_get_native(pointer), let surface = gtk_native_get_surface(native),
            let seat = gdk_display_get_default_seat(gtk_widget_get_display(pointer)),
            let device = gdk_seat_get_pointer(seat)
        else { return nil }
        var x = 0.0, y = 0.0, originX = 0.0, originY = 0.0
        var state = GdkModifierType(rawValue: 0)
        guard gdk_surface_get_device_position(surface, device, &x, &y, &state) != 0 else { return nil }
        gtk_native_get_surface_transform(native, &originX, &originY)
        var here = Point(x: 0, y: 0)
        gtk_widget_translate_coordinates(cast(native), pointer, x - originX, y - originY, &here.x, &here.y)
        return (here, state.rawValue & GDK_BUTTON1_MASK.rawValue != 0)
    }

    public func onPointerMove(
        moved: @escaping @MainActor (Point) -> Void, left: @escaping @MainActor () -> Void = {}
    ) {
        let controller = gtk_event_controller_motion_new()!
        connect(controller, "motion") { (x: Double, y: Double) in moved(Point(x: x, y: y)) }
        connect(controller, "enter") { (x: Double, y: Double) in moved(Point(x: x, y: y)) }
        connect(controller, "leave", left)
        gtk_widget_add_controller(pointer, controller)
    }

    /// The wheel, in steps; `body` returns whether it used them.
    public func onScroll(_ body: @escaping @MainActor (_ steps: Double, Modifiers) -> Bool) {
        let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)!
        connect(
            controller, "scroll",
            returning: { (_: Double, steps: Double) -> Bool in
                body(steps, currentModifiers(controller.raw))
            })
        // Before the scroller that it may be in.
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(pointer, controller)
    }

    private func add(_ gesture: OpaquePointer, _ phase: Phase = .bubble) {
        gtk_event_controller_set_propagation_phase(gesture, phase.value)
        gtk_widget_add_controller(pointer, gesture)
    }
}

func currentModifiers(_ controller: UnsafeMutableRawPointer) -> Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(OpaquePointer(controller)).rawValue)
}

func currentPointer(_ controller: UnsafeMutableRawPointer) -> PointerKind {
    guard let event = gtk_event_controller_get_current_event(OpaquePointer(controller)) else { return .mouse }
    switch gdk_event_get_event_type(event) {
    // The device tells less: on X11 it is the pointer that all mice and fingers share.
    case GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: return .touch
    default: return gdk_event_get_device_tool(event) == nil ? .mouse : .pen
    }
}

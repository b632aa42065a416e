import CGtk
import GLibBridge

/// A key by what it means.
public struct Key: Hashable, Sendable {
    let value: UInt32

    public nonisolated static let enter = Key(value: UInt32(GDK_KEY_Return))
    public nonisolated static let space = Key(value: UInt32(GDK_KEY_space))
    public nonisolated static let escape = Key(value: UInt32(GDK_KEY_Escape))
    public nonisolated static let insert = Key(value: UInt32(GDK_KEY_Insert))
    nonisolated static let tab = Key(value: UInt32(GDK_KEY_Tab))
    public nonisolated static let left = Key(value: UInt32(GDK_KEY_Left))
    public nonisolated static let right = Key(value: UInt32(GDK_KEY_Right))
    public nonisolated static let up = Key(value: UInt32(GDK_KEY_Up))
    public nonisolated static let down = Key(value: UInt32(GDK_KEY_Down))
    public nonisolated static let home = Key(value: UInt32(GDK_KEY_Home))
    public nonisolated static let end = Key(value: UInt32(GDK_KEY_End))
    public nonisolated static let pageUp = Key(value: UInt32(GDK_KEY_Page_Up))
    public nonisolated static let pageDown = Key(value: UInt32(GDK_KEY_Page_Down))
    public nonisolated static let menu = Key(value: UInt32(GDK_KEY_Menu))
    public nonisolated static let f10 = Key(value: UInt32(GDK_KEY_F10))

    /// The character that the key types; nil for keys that type none.
    public var character: Character? {
        // Return, Escape, Delete and their like have control characters, which nobody types.
        let scalar = Unicode.Scalar(gdk_keyval_to_unicode(guint(value)))
        return scalar.flatMap { $0.properties.generalCategory == .control ? nil : Character($0) }
    }

    /// The keypad's twin keys count as the main ones.
    init(pressed value: guint) {
        let twins: [Int32: Key] = [
            GDK_KEY_KP_Enter: .enter, GDK_KEY_ISO_Enter: .enter, GDK_KEY_KP_Space: .space,
            GDK_KEY_KP_Insert: .insert, GDK_KEY_KP_Left: .left,
            GDK_KEY_KP_Right: .right, GDK_KEY_KP_Up: .up, GDK_KEY_KP_Down: .down, GDK_KEY_KP_Home: .home,
            GDK_KEY_KP_End: .end, GDK_KEY_KP_Page_Up: .pageUp, GDK_KEY_KP_Page_Down: .pageDown,
            GDK_KEY_ISO_Left_Tab: .tab, GDK_KEY_KP_Tab: .tab,
        ]
        self = twins[Int32(bitPattern: value)] ?? Key(value: UInt32(value))
    }

    private nonisolated init(value: UInt32) { self.value = value }
}

extension Widget {
    /// Runs at each key press; `body` returns whether it used it.
    public func onKey(phase: Phase = .bubble, _ body: @escaping @MainActor (Key, Modifiers) -> Bool) {
        let controller = gtk_event_controller_key_new()!
        connect(
            controller, "key-pressed",
            returning: { (key: UInt32, _: UInt32, state: UInt32) -> Bool in
                body(Key(pressed: key), Modifiers(rawValue: state).intersection([.shift, .control, .alt]))
            })
        gtk_event_controller_set_propagation_phase(controller, phase.value)
        gtk_widget_add_controller(pointer, controller)
    }

    /// Makes the widget a single stop of the Tab key, however many focusable widgets are in it: Tab goes
    /// on to what comes after, Shift+Tab to what is before.
    ///
    /// GTK 4.12's `tab-behavior` does this; 4.8 stops at every cell.
    func passTabOn() {
        let pointer = pointer
        onKey(phase: .capture) { key, modifiers in
            guard key == .tab, !modifiers.contains(.control), let root = gtk_widget_get_root(pointer) else {
                return false
            }
            gtk_widget_set_can_focus(pointer, 0)
            defer { gtk_widget_set_can_focus(pointer, 1) }
            let direction = modifiers.contains(.shift) ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
            return gtk_widget_child_focus(cast(root), direction) != 0
        }
    }
}

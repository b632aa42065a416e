import CGtk
import GLibBridge

/// Named actions that menus, buttons and keys carry out (GSimpleActionGroup).
public struct ActionGroup {
    let reference: Reference<UnsafeMutablePointer<GSimpleActionGroup>>

    public init() { reference = Reference(transferFull: g_simple_action_group_new()!) }

    /// An action without a parameter.
    public func add(_ name: String, _ body: @escaping @MainActor () -> Void) {
        let action = g_simple_action_new(name, nil)!
        connect(action, "activate") { (_: Ignored) in body() }
        insert(action)
    }

    /// An action that is on or off.
    public func addToggle(_ name: String, _ on: Bool, _ body: @escaping @MainActor (Bool) -> Void) {
        let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(on ? 1 : 0))!
        connect(action, "change-state") { (value: OpaquePointer) in
            g_simple_action_set_state(action, value)
            body(g_variant_get_boolean(value) != 0)
        }
        insert(action)
    }

    /// An action with one of several texts as its state.
    public func addChoice(_ name: String, _ chosen: String, _ body: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = g_simple_action_new_stateful(name, type, g_variant_new_string(chosen))!
        connect(action, "change-state") { (value: OpaquePointer) in
            g_simple_action_set_state(action, value)
            body(String(cString: g_variant_get_string(value, nil)))
        }
        insert(action)
    }

    public func setEnabled(_ name: String, _ on: Bool) {
        guard let action = g_action_map_lookup_action(map, name) else { return }
        g_simple_action_set_enabled(cast(action), on ? 1 : 0)
    }

    /// Sets a toggle's or a choice's state without running its handler.
    public func setState(_ name: String, _ on: Bool) {
        guard let action = g_action_map_lookup_action(map, name) else { return }
        g_simple_action_set_state(cast(action), g_variant_new_boolean(on ? 1 : 0))
    }
    public func setState(_ name: String, _ text: String) {
        guard let action = g_action_map_lookup_action(map, name) else { return }
        g_simple_action_set_state(cast(action), g_variant_new_string(text))
    }

    private var map: OpaquePointer { cast(reference.pointer) }

    /// The group keeps the action; the handler's reference to it is its own.
    private func insert(_ action: OpaquePointer) {
        g_action_map_add_action(map, cast(action))
        g_object_unref(action.raw)
    }
}

extension Widget {
    /// Makes the group's actions known below this widget as `prefix.name`.
    public func install(_ actions: ActionGroup, prefix: String) {
        gtk_widget_insert_action_group(pointer, prefix, cast(actions.reference.pointer))
    }

    /// Lets keys carry out actions anywhere in this widget's window; a trigger is written as
    /// gtk_shortcut_trigger_parse_string reads it, such as `<Control>f|F3`.
    public func installShortcuts(_ shortcuts: [(trigger: String, action: String)]) {
        let controller = gtk_shortcut_controller_new()!
        gtk_shortcut_controller_set_scope(cast(controller), GTK_SHORTCUT_SCOPE_MANAGED)
        for shortcut in shortcuts {
            gtk_shortcut_controller_add_shortcut(
                cast(controller),
                gtk_shortcut_new(
                    gtk_shortcut_trigger_parse_string(shortcut.trigger),
                    gtk_named_action_new(shortcut.action)))
        }
        gtk_widget_add_controller(pointer, controller)
    }
}

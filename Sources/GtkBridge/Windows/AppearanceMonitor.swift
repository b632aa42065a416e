import CGtk
import GLibBridge

/// What the user wishes of colours, as the desktop's settings portal says it.
public struct Appearance: Equatable, Sendable {
    public var prefersDark = false
    public var prefersContrast = false
    public var reducesMotion = false

    public nonisolated init() {}
}

/// Follows the settings portal (`org.freedesktop.appearance`) for as long as it lives.
///
/// GTK 4.8 does not read the portal. All calls are asynchronous, and a missing bus or portal changes
/// nothing: then GTK's own settings hold.
@MainActor  // Said aloud: the optimizer loses the default with an isolated deinit.
public final class AppearanceMonitor {
    private var bus: Reference<OpaquePointer>?
    private var subscription: guint = 0
    private let onChange: @MainActor (Appearance) -> Void
    private var appearance = Appearance()

    public init(_ onChange: @escaping @MainActor (Appearance) -> Void) {
        self.onChange = onChange
        let box = Unmanaged.passRetained(WeakBox(self)).toOpaque()
        g_bus_get(
            G_BUS_TYPE_SESSION, nil,
            { _, result, data in
                let box = Unmanaged<WeakBox<AppearanceMonitor>>.fromOpaque(data!).takeRetainedValue()
                let bus = g_bus_get_finish(result, nil)
                MainActor.assumeIsolated {
                    guard let bus else { return }
                    let reference = Reference(transferFull: bus)
                    box.object?.follow(reference)
                }
            }, box)
    }

    isolated deinit {
        if let bus, subscription != 0 { g_dbus_connection_signal_unsubscribe(bus.pointer, subscription) }
    }

    /// Lets GTK follow: dark where it is wished, the theme of strong contrasts, and nothing that moves. What
    /// is not wished for any more is again as the desktop's other settings have it.
    public static func apply(_ appearance: Appearance) {
        guard let settings = gtk_settings_get_default() else { return }
        setProperty(settings, "gtk-application-prefer-dark-theme", appearance.prefersDark)
        if appearance.prefersContrast {
            setProperty(settings, "gtk-theme-name", Optional("Default-hc"))
        } else {
            gtk_settings_reset_property(settings, "gtk-theme-name")
        }
        if appearance.reducesMotion {
            setProperty(settings, "gtk-enable-animations", false)
        } else {
            gtk_settings_reset_property(settings, "gtk-enable-animations")
        }
    }

    private func follow(_ bus: Reference<OpaquePointer>) {
        self.bus = bus
        let box = Unmanaged.passRetained(WeakBox(self)).toOpaque()
        subscription = g_dbus_connection_signal_subscribe(
            bus.pointer, portal, settingsInterface, "SettingChanged", portalPath, namespace,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, data in
                // The values do not leave this call.
                nonisolated(unsafe) let (parameters, data) = (parameters!, data!)
                MainActor.assumeIsolated {
                    let box = Unmanaged<WeakBox<AppearanceMonitor>>.fromOpaque(data).takeUnretainedValue()
                    let key = g_variant_get_child_value(parameters, 1)!
                    let value = g_variant_get_child_value(parameters, 2)!
                    box.object?.take(String(cString: g_variant_get_string(key, nil)), value)
                    g_variant_unref(key)
                    g_variant_unref(value)
                }
            }, box, { Unmanaged<WeakBox<AppearanceMonitor>>.fromOpaque($0!).release() })
        for key in ["color-scheme", "contrast", "reduced-motion"] { ask(key, of: bus) }
    }

    private func ask(_ key: String, of bus: Reference<OpaquePointer>) {
        let arguments = [g_variant_new_string(namespace), g_variant_new_string(key)]
        let question = Unmanaged.passRetained(Question(WeakBox(self), key)).toOpaque()
        g_dbus_connection_call(
            bus.pointer, portal, portalPath, settingsInterface, "Read",
            g_variant_new_tuple(arguments, 2), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, 5000, nil,
            { source, result, data in
                let question = Unmanaged<Question>.fromOpaque(data!).takeRetainedValue()
                guard let reply = g_dbus_connection_call_finish(OpaquePointer(source), result, nil) else {
                    return
                }
                defer { g_variant_unref(reply) }
                // The reply does not leave this call.
                nonisolated(unsafe) let value = g_variant_get_child_value(reply, 0)!
                MainActor.assumeIsolated { question.box.object?.take(question.key, value) }
                g_variant_unref(value)
            }, question)
    }

    /// `value` is wrapped in a variant once or, from older portals, twice.
    private func take(_ key: String, _ value: OpaquePointer) {
        if g_variant_is_of_type(value, g_variant_type_checked_("v")) != 0 {
            let inner = g_variant_get_variant(value)!
            defer { g_variant_unref(inner) }
            return take(key, inner)
        }
        guard g_variant_is_of_type(value, g_variant_type_checked_("u")) != 0 else { return }
        let number = g_variant_get_uint32(value)
        var new = appearance
        switch key {
        case "color-scheme": new.prefersDark = number == 1
        case "contrast": new.prefersContrast = number == 1
        case "reduced-motion": new.reducesMotion = number == 1
        default: return
        }
        guard new != appearance else { return }
        appearance = new
        onChange(new)
    }
}

private let portal = "org.freedesktop.portal.Desktop"
private let portalPath = "/org/freedesktop/portal/desktop"
private let settingsInterface = "org.freedesktop.portal.Settings"
private let namespace = "org.freedesktop.appearance"

private nonisolated final class WeakBox<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?
    init(_ object: Object) { self.object = object }
}

private nonisolated final class Question: Sendable {
    let box: WeakBox<AppearanceMonitor>
    let key: String
    init(_ box: WeakBox<AppearanceMonitor>, _ key: String) {
        self.box = box
        self.key = key
    }
}

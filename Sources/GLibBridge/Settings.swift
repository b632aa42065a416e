import CGlib

/// A GSettings schema, or its defaults where the schema is not installed.
///
/// GSettings stops the program on a missing schema or key, so both are looked for first.
@MainActor
public final class Settings {
    private let settings: Reference<UnsafeMutablePointer<GSettings>>?
    private let schema: OpaquePointer?
    private var fallback: [String: Value] = [:]

    private enum Value {
        case boolean(Bool)
        case integer(Int)
        case text(String)
    }

    public init(schema id: String) {
        schema = g_settings_schema_source_get_default().flatMap {
            g_settings_schema_source_lookup($0, id, 1)
        }
        settings = schema.map { Reference(transferFull: g_settings_new_full($0, nil, nil)!) }
    }

    isolated deinit { if let schema { g_settings_schema_unref(schema) } }

    public func bool(_ key: String, default standard: Bool) -> Bool {
        if let settings = store(key) { return g_settings_get_boolean(settings, key) != 0 }
        if case .boolean(let value) = fallback[key] { return value }
        return standard
    }

    public func set(_ key: String, _ value: Bool) {
        if let settings = store(key) {
            g_settings_set_boolean(settings, key, value ? 1 : 0)
        } else {
            fallback[key] = .boolean(value)
        }
    }

    public func integer(_ key: String, default standard: Int) -> Int {
        if let settings = store(key) { return Int(g_settings_get_int(settings, key)) }
        if case .integer(let value) = fallback[key] { return value }
        return standard
    }

    /// Sets a number, or the nearest that the schema allows.
    public func set(_ key: String, _ value: Int) {
        if let settings = store(key) {
            g_settings_set_int(settings, key, gint(clamping: allowed(value, for: key)))
        } else {
            fallback[key] = .integer(value)
        }
    }

    public func string(_ key: String, default standard: String) -> String {
        if let settings = store(key) {
            let text = g_settings_get_string(settings, key)!
            defer { g_free(text) }
            return String(cString: text)
        }
        if case .text(let value) = fallback[key] { return value }
        return standard
    }

    /// Sets a string, or one of an enumeration's nicks.
    public func set(_ key: String, _ value: String) {
        if let settings = store(key) {
            g_settings_set_string(settings, key, value)
        } else {
            fallback[key] = .text(value)
        }
    }

    /// A list of texts, empty where the schema is not installed.
    public func strings(_ key: String) -> [String] {
        guard let settings = store(key) else { return [] }
        let list = g_settings_get_strv(settings, key)!
        defer { g_strfreev(list) }
        return (0..<Int(g_strv_length(list))).compactMap { list[$0].map { String(cString: $0) } }
    }

    /// Waits until what was set is stored; to be called at the end of the process.
    public static func flush() { g_settings_sync() }

    /// GSettings writes to standard error about a number outside of its range.
    private func allowed(_ value: Int, for key: String) -> Int {
        guard let schema, let description = g_settings_schema_get_key(schema, key) else { return value }
        defer { g_settings_schema_key_unref(description) }
        guard let range = g_settings_schema_key_get_range(description) else { return value }
        defer { g_variant_unref(range) }
        guard let kind = g_variant_get_child_value(range, 0), let inner = g_variant_get_child_value(range, 1)
        else { return value }
        defer {
            g_variant_unref(kind)
            g_variant_unref(inner)
        }
        guard String(cString: g_variant_get_string(kind, nil)) == "range",
            let bounds = g_variant_get_variant(inner)
        else { return value }
        defer { g_variant_unref(bounds) }
        let limits = [gsize(0), 1].map { index in
            let limit = g_variant_get_child_value(bounds, index)!
            defer { g_variant_unref(limit) }
            return Int(g_variant_get_int32(limit))
        }
        return min(limits[1], max(limits[0], value))
    }

    private func store(_ key: String) -> UnsafeMutablePointer<GSettings>? {
        guard let settings, let schema, g_settings_schema_has_key(schema, key) != 0 else { return nil }
        return settings.pointer
    }
}

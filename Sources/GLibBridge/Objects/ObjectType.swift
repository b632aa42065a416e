import CGlib

/// Registers a class of our own; once for each.
///
/// - Parameters:
///   - name: no other type of the process has it.
///   - parent: what the class derives from.
///   - extraBytes: room behind the parent's fields in each instance, zeroed by GLib.
///   - prepare: sets the methods; gets the class (`GClassInitFunc`).
/// - Returns: the new type.
public func registerType(
    _ name: String, parent: GType, extraBytes: Int = 0, prepare: GClassInitFunc? = nil
) -> GType {
    var query = GTypeQuery()
    g_type_query(parent, &query)
    var info = GTypeInfo()
    info.class_size = guint16(query.class_size)
    info.instance_size = guint16(Int(query.instance_size) + extraBytes)
    info.class_init = prepare
    return g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
}

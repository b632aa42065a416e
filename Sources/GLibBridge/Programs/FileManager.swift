import CGlib

/// The desktop's file manager (`org.freedesktop.FileManager1`).
public enum FileManager {
    /// Lets it show files in their folders; false where none answers.
    @MainActor
    public static func show(_ files: [FilePath]) async -> Bool {
        guard let bus = await sessionBus() else { return false }
        return await withCheckedContinuation { continuation in
            let uris = files.map { g_variant_new_string($0.uri) }
            let list = uris.withUnsafeBufferPointer {
                g_variant_new_array(nil, $0.baseAddress, gsize($0.count))
            }
            let arguments = [list, g_variant_new_string("")]
            g_dbus_connection_call(
                bus.pointer, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                "org.freedesktop.FileManager1", "ShowItems", g_variant_new_tuple(arguments, 2), nil,
                G_DBUS_CALL_FLAGS_NONE, -1, nil,
                { bus, result, data in
                    let reply = g_dbus_connection_call_finish(OpaquePointer(bus), result, nil)
                    Answer<Bool>.take(data).resume(returning: reply != nil)
                    if let reply { g_variant_unref(reply) }
                }, Answer(continuation).give())
        }
    }

    @MainActor
    private static func sessionBus() async -> Reference<OpaquePointer>? {
        await withCheckedContinuation { continuation in
            g_bus_get(
                G_BUS_TYPE_SESSION, nil,
                { _, result, data in
                    let answer = Answer<Reference<OpaquePointer>?>.take(data)
                    // The reference goes straight to the one that waits.
                    nonisolated(unsafe) let bus = g_bus_get_finish(result, nil)
                    MainActor.assumeIsolated {
                        answer.resume(returning: bus.map { Reference(transferFull: $0) })
                    }
                }, Answer(continuation).give())
        }
    }
}

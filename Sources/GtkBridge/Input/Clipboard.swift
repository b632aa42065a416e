import CGtk
import GLibBridge

/// The clipboard (GdkClipboard).
public enum Clipboard {
    /// A picture that is made only when another program asks for it; called on a background thread, it
    /// returns PNG data, or nil where there is none.
    public typealias Picture = @Sendable () async -> [UInt8]?

    /// Offers files as a list of URIs, as plain paths, as file managers want them and, if given, as the
    /// pixels of a picture.
    public static func set(_ files: [FilePath], picture: Picture? = nil) {
        guard let display = gdk_display_get_default(), !files.isEmpty else { return }
        let clipboard = gdk_display_get_clipboard(display)
        var providers: [OpaquePointer?] = [contentProvider(for: files), copiedFiles(files)]
        if let picture { providers.append(pictureProvider(picture)) }
        let union = providers.withUnsafeMutableBufferPointer { list in
            list.withMemoryRebound(to: UnsafeMutablePointer<GdkContentProvider>?.self) {
                gdk_content_provider_new_union($0.baseAddress, gsize($0.count))!
            }
        }
        gdk_clipboard_set_content(clipboard, union)
        g_object_unref(union.raw)
    }

    /// The local files that lie on the clipboard, whoever put them there; none if it holds something else.
    public static func files() async -> [FilePath] {
        guard let display = gdk_display_get_default() else { return [] }
        return await withCheckedContinuation { continuation in
            gdk_clipboard_read_value_async(
                gdk_display_get_clipboard(display), gdk_file_list_get_type(), G_PRIORITY_DEFAULT, nil,
                { clipboard, result, data in
                    let value = gdk_clipboard_read_value_finish(OpaquePointer(clipboard), result, nil)
                    let list = value.flatMap { g_value_get_boxed($0) }
                    let answer = Answer<[FilePath]>.take(data)
                    answer.resume(returning: list.map { GtkBridge.files(in: OpaquePointer($0)) } ?? [])
                }, Answer(continuation).give())
        }
    }

    /// The list as file managers put it on the clipboard themselves.
    private static func copiedFiles(_ files: [FilePath]) -> OpaquePointer {
        let text = (["copy"] + files.map(\.uri)).joined(separator: "\n")
        let bytes = Array(text.utf8).withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count))! }
        defer { g_bytes_unref(bytes) }
        return cast(gdk_content_provider_new_for_bytes("x-special/gnome-copied-files", bytes)!)
    }

    private static func pictureProvider(_ picture: @escaping Picture) -> OpaquePointer {
        _ = registration
        let object = ValueObject.make(picture)
        var value = GValue()
        g_value_init(&value, ValueObject.type)
        g_value_take_object(&value, object)
        defer { g_value_unset(&value) }
        return cast(gdk_content_provider_new_for_value(&value)!)
    }

    /// Tells GDK how a ``Picture`` becomes PNG data.
    private static let registration: Void = gdk_content_register_serializer(
        ValueObject.type, "image/png",
        { serializer in
            guard let serializer, let value = gdk_content_serializer_get_value(serializer),
                let object = g_value_get_object(value)
            else { return }
            // GDK calls on the main thread and keeps the serializer until it is told the end.
            nonisolated(unsafe) let (kept, source) = (serializer, object)
            MainActor.assumeIsolated { write(ValueObject.value(of: source, as: Picture.self), to: kept) }
        }, nil, nil)

    private static func write(_ picture: @escaping Picture, to serializer: OpaquePointer) {
        Task {
            guard let data = await Task.detached(operation: picture).value else {
                gdk_content_serializer_return_error(
                    serializer, g_error_new_literal(g_io_error_quark(), 0, "no picture"))
                return
            }
            let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            gdk_content_serializer_set_task_data(
                serializer, bytes.map { UnsafeMutableRawPointer($0) },
                { g_bytes_unref(OpaquePointer($0)) })
            g_output_stream_write_all_async(
                gdk_content_serializer_get_output_stream(serializer), g_bytes_get_data(bytes, nil),
                g_bytes_get_size(bytes), gdk_content_serializer_get_priority(serializer),
                gdk_content_serializer_get_cancellable(serializer),
                { stream, result, data in
                    let serializer = OpaquePointer(data!)
                    var error: UnsafeMutablePointer<GError>?
                    let stream = stream.map { UnsafeMutableRawPointer($0) }
                    let isWritten = g_output_stream_write_all_finish(
                        stream?.assumingMemoryBound(to: GOutputStream.self), result, nil, &error)
                    if isWritten != 0 {
                        gdk_content_serializer_return_success(serializer)
                    } else {
                        gdk_content_serializer_return_error(serializer, error)
                    }
                }, UnsafeMutableRawPointer(serializer))
        }
    }
}

/// Files as other programs take them: GdkFileList, which GDK also writes as text/uri-list and text.
func contentProvider(for files: [FilePath]) -> OpaquePointer {
    let list = fileList(files)
    var value = GValue()
    g_value_init(&value, gdk_file_list_get_type())
    g_value_take_boxed(&value, list)
    defer { g_value_unset(&value) }
    return cast(gdk_content_provider_new_for_value(&value)!)
}

private func fileList(_ files: [FilePath]) -> UnsafeMutableRawPointer {
    var objects: [OpaquePointer?] = files.map { file in file.withCString { g_file_new_for_path($0) } }
    defer { objects.compactMap { $0 }.forEach { g_object_unref($0.raw) } }
    return UnsafeMutableRawPointer(
        objects.withUnsafeMutableBufferPointer {
            gdk_file_list_new_from_array($0.baseAddress, gsize($0.count))!
        })
}

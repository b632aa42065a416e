import CGtk
import GLibBridge

/// The clipboard (GdkClipboard).
public enum Clipboard {
    /// Offers files as a list of URIs, as plain paths and, if given, a picture's pixels.
    public static func set(_ files: [FilePath], picture: Texture? = nil) {
        guard let display = gdk_display_get_default(), !files.isEmpty else { return }
        let clipboard = gdk_display_get_clipboard(display)
        var providers: [OpaquePointer?] = [contentProvider(for: files)]
        if let picture {
            var value = GValue()
            g_value_init(&value, gdk_texture_get_type())
            g_value_set_object(&value, UnsafeMutableRawPointer(picture.reference.pointer))
            providers.append(cast(gdk_content_provider_new_for_value(&value)!))
            g_value_unset(&value)
        }
        let union = providers.withUnsafeMutableBufferPointer { list in
            list.withMemoryRebound(to: UnsafeMutablePointer<GdkContentProvider>?.self) {
                gdk_content_provider_new_union($0.baseAddress, gsize($0.count))!
            }
        }
        gdk_clipboard_set_content(clipboard, union)
        g_object_unref(union.raw)
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

import CGtk
import GLibBridge

extension InstalledProgram {
    /// Starts the program on `files`, or hands them to it where it runs; its window may come to the front.
    ///
    /// - Returns: nil, or why it did not start.
    public func launch(_ files: [FilePath]) async -> String? {
        let context = gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }
        defer { if let context { g_object_unref(context.raw) } }
        return await withCheckedContinuation { continuation in
            var list: UnsafeMutablePointer<GList>?
            for file in files.reversed() { list = g_list_prepend(list, g_strdup(file.uri)) }
            g_app_info_launch_uris_async(
                pointer, list, context.map { cast($0) }, nil,
                { program, result, data in
                    var error: UnsafeMutablePointer<GError>?
                    let isLaunched = g_app_info_launch_uris_finish(OpaquePointer(program), result, &error)
                    Answer<String?>.take(data).resume(
                        returning: isLaunched != 0 ? nil : GLibError(taking: error).message)
                }, Answer(continuation).give())
            g_list_free_full(list, { g_free($0) })
        }
    }
}

extension RecentFiles {
    /// Whether GTK's own setting allows the list (`gtk-recent-files-enabled`).
    public static var isWantedByToolkit: Bool {
        guard let settings = gtk_settings_get_default() else { return true }
        return property(settings, "gtk-recent-files-enabled")
    }
}

import CGlib

/// The desktop's list of recently used files (freedesktop.org Desktop Bookmark specification).
public enum RecentFiles {
    /// Adds files that the user opened to `list`; blocking, and what goes wrong is nobody's business.
    public static func add(
        _ files: [(path: FilePath, contentType: String)], program: String, command: String,
        to list: FilePath = UserFolders.data.appending("recently-used.xbel")
    ) {
        let bookmarks = g_bookmark_file_new()!
        defer { g_bookmark_file_free(bookmarks) }
        var error: UnsafeMutablePointer<GError>?
        let isRead = list.withCString { g_bookmark_file_load_from_file(bookmarks, $0, &error) } != 0
        if !isRead {
            let isAbsent =
                g_error_matches(error, g_file_error_quark(), gint(G_FILE_ERROR_NOENT.rawValue)) != 0
            g_clear_error(&error)
            // A list that can't be read is not ours to replace.
            guard isAbsent else { return }
        }
        for file in files {
            let uri = file.path.uri
            g_bookmark_file_set_mime_type(bookmarks, uri, file.contentType)
            g_bookmark_file_add_application(bookmarks, uri, program, command)
        }
        _ = list.parent.withCString { g_mkdir_with_parents($0, 0o700) }
        _ = list.withCString { g_bookmark_file_to_file(bookmarks, $0, nil) }
    }

    /// Whether the user wants such a list (GNOME's privacy setting, where it is installed).
    @MainActor public static var isWanted: Bool {
        let privacy = Settings(schema: "org.gnome.desktop.privacy")
        return privacy.bool("remember-recent-files", default: true)
            && privacy.integer("recent-files-max-age", default: -1) != 0
    }
}

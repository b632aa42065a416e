import CGlib
import Glibc

/// The user's folders by the XDG Base Directory and user-dirs specifications.
public enum UserFolders {
    /// The Pictures folder; `~/Pictures` where user-dirs names none or names the home folder itself.
    public static var pictures: FilePath {
        let fallback = home.appending("Pictures")
        guard let named = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES) else { return fallback }
        let path = FilePath(argument: FilePath(cString: named).bytes, relativeTo: home)
        return path == home ? fallback : path
    }

    public static var home: FilePath { FilePath(cString: g_get_home_dir()) }

    /// `$XDG_CACHE_HOME`, or its default.
    public static var cache: FilePath { FilePath(cString: g_get_user_cache_dir()) }

    /// `$XDG_DATA_HOME`, or its default.
    public static var data: FilePath { FilePath(cString: g_get_user_data_dir()) }

    /// `$TMPDIR`, or its default.
    public static var temporary: FilePath { FilePath(cString: g_get_tmp_dir()) }

    /// The working directory.
    public static var working: FilePath {
        let name = g_get_current_dir()!
        defer { g_free(name) }
        return FilePath(cString: name)
    }
}

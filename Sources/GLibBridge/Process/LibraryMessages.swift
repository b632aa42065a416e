import CGlib

/// What libraries write to standard error behind the program's back.
public enum LibraryMessages {
    /// Keeps warnings without a log domain to themselves: picture loaders write them about files that are
    /// broken, which the user is told in other ways. All others, and criticals, are written as ever.
    ///
    /// Call it once, before the first thread; GLib stops the program at a second call.
    public static func dropAnonymous() {
        g_log_set_writer_func(
            { level, fields, count, _ in
                let isHarmless =
                    level.rawValue & (G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue) == 0
                let hasDomain = (0..<Int(count)).contains { index in
                    fields.map { String(cString: $0[index].key) == "GLIB_DOMAIN" } ?? false
                }
                if isHarmless, !hasDomain { return G_LOG_WRITER_HANDLED }
                return g_log_writer_default(level, fields, count, nil)
            }, nil, nil)
    }
}

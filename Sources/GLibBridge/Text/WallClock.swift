import CGlib
import Glibc

/// Dates as people read them. All of it is thread-safe.
public enum WallClock {
    /// The machine's wall clock, in seconds since 1970-01-01 00:00, at a moment in Unix time. The time zone is
    /// the one of the first call: GLib looks at the disk for it each time, and each tile asks.
    public static func local(ofUnix seconds: Int64) -> Int64 {
        var moment = time_t(seconds)
        var date = tm()
        guard localtime_r(&moment, &date) != nil else { return seconds }
        return seconds + Int64(date.tm_gmtoff)
    }

    /// A wall clock by a strftime format as g_date_time_format reads it, in the user's language; empty
    /// for a date that no calendar has.
    public static func format(_ wallClock: Int64, _ format: String) -> String {
        guard let date = g_date_time_new_from_unix_utc(gint64(wallClock)) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, format) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}

/// `1.4 MB` and the like, as the desktop writes sizes (g_format_size).
public func formatSize(_ bytes: Int64) -> String {
    let text = g_format_size(guint64(max(0, bytes)))!
    defer { g_free(text) }
    return String(cString: text)
}

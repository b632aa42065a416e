import CGlib

/// The machine's time zone; safe on any thread.
public enum LocalTime {
    /// Seconds east of UTC when the clocks here show `wallClock` (seconds since 1970-01-01 00:00 on
    /// them). In the hour that a year has twice, the standard time; in the one that it lacks, the offset
    /// before the change.
    public static func offset(wallClock: Int64) -> Int {
        var time = gint64(wallClock)
        let interval = g_time_zone_adjust_time(zone.pointer, G_TIME_TYPE_STANDARD, &time)
        return Int(g_time_zone_get_offset(zone.pointer, interval))
    }

    private static let zone = Zone()

    /// Kept for good: making a zone reads a file.
    // A GTimeZone does not change after it is made, and GLib lets all threads read it.
    private struct Zone: @unchecked Sendable {
        let pointer: OpaquePointer = g_time_zone_new_local()
    }
}

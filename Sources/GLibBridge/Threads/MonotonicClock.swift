import CGlib

/// A clock that nobody sets.
public enum MonotonicClock {
    /// Microseconds since some moment in the past.
    public static var microseconds: Int { Int(g_get_monotonic_time()) }
}

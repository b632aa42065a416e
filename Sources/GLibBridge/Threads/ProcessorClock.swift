import CGlib
import Glibc

/// What has been computed, as opposed to how long it took.
public enum ProcessorClock {
    /// Microseconds of the processors that this process has had.
    public static var process: Int { microseconds(CLOCK_PROCESS_CPUTIME_ID) }
    /// Microseconds of the processors that this thread has had.
    public static var thread: Int { microseconds(CLOCK_THREAD_CPUTIME_ID) }

    private static func microseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
    }
}

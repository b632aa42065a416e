import CGlib

/// Short work, on any thread, that the end of the process waits for, so that it leaves no temporary file.
///
/// A signal waits only where ``TerminationSignals`` handles it.
public enum UninterruptedWrite {
    /// Microseconds that the end of the process waits at most, for file systems that stall.
    private static let patience: gint64 = 2_000_000

    /// Runs `body`, which begins no more once the process is ending.
    public static func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        gate.enter()
        defer { gate.leave() }
        return try body()
    }

    /// Waits for what has begun and lets nothing begin any more.
    public static func close() {
        gate.close(until: g_get_monotonic_time() + patience)
        HalfWrittenFiles.removeAll()
    }

    private static let gate = Gate()

    // All state is read and written under the mutex; its memory is never freed.
    private final class Gate: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
        private let changed = UnsafeMutablePointer<GCond>.allocate(capacity: 1)
        private var running = 0
        private var isClosed = false

        init() {
            g_mutex_init(mutex)
            g_cond_init(changed)
        }

        func enter() {
            g_mutex_lock(mutex)
            while isClosed { g_cond_wait(changed, mutex) }
            running += 1
            g_mutex_unlock(mutex)
        }

        func leave() {
            g_mutex_lock(mutex)
            running -= 1
            g_cond_broadcast(changed)
            g_mutex_unlock(mutex)
        }

        func close(until deadline: gint64) {
            g_mutex_lock(mutex)
            isClosed = true
            while running > 0, g_cond_wait_until(changed, mutex, deadline) != 0 {}
            g_mutex_unlock(mutex)
        }
    }
}

import CGlib

/// Memory that several threads share: who would exceed it waits until others gave theirs back.
final class ByteBudget: @unchecked Sendable {  // All state is read and written under the mutex.
    /// What decoders take for whole pictures, all threads together.
    static let decoding = ByteBudget(total: 512 << 20)

    private let total: Int
    private var used = 0
    private let mutex = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
    private let returned = UnsafeMutablePointer<GCond>.allocate(capacity: 1)

    init(total: Int) {
        self.total = total
        g_mutex_init(mutex)
        g_cond_init(returned)
    }

    deinit {
        g_mutex_clear(mutex)
        g_cond_clear(returned)
        mutex.deallocate()
        returned.deallocate()
    }

    /// Runs `body` with `bytes` of the budget, all of it for what exceeds it.
    ///
    /// - Throws: `.cancelled` when nobody waits any more, or what `body` throws.
    func with<Result>(
        _ bytes: Int, cancellation: Cancellation, _ body: () throws(DecodeError) -> Result
    ) throws(DecodeError) -> Result {
        let share = min(bytes, total)
        g_mutex_lock(mutex)
        while used + share > total {
            if cancellation.isCancelled {
                g_mutex_unlock(mutex)
                throw .cancelled
            }
            g_cond_wait_until(returned, mutex, g_get_monotonic_time() + 100_000)
        }
        used += share
        g_mutex_unlock(mutex)
        defer {
            g_mutex_lock(mutex)
            used -= share
            g_cond_broadcast(returned)
            g_mutex_unlock(mutex)
        }
        return try body()
    }
}

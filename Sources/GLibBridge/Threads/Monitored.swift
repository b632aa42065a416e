import CGlib
import Glibc

/// A value that threads share and wait for, behind a pthread mutex and condition, which the thread sanitizer knows.
public final class Monitored<Value>: @unchecked Sendable {  // All use of the value is under the mutex.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    public init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Waits until the value meets `condition`, then changes it, which wakes who else waits.
    ///
    /// - Parameters:
    ///   - condition: asked under the mutex, at once and after each change.
    ///   - deadline: microseconds of ``MonotonicClock``; nil for none.
    ///   - body: the change, under the mutex; it must not come back here.
    /// - Returns: false where the deadline passed first, and nothing was changed.
    @discardableResult
    public func change(
        when condition: (Value) -> Bool = { _ in true }, until deadline: Int? = nil,
        _ body: (inout Value) -> Void
    ) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(value) {
            guard let deadline else {
                pthread_cond_wait(changed, mutex)
                continue
            }
            var time = timespec(tv_sec: deadline / 1_000_000, tv_nsec: deadline % 1_000_000 * 1000)
            if pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT, !condition(value) { return false }
        }
        body(&value)
        pthread_cond_broadcast(changed)
        return true
    }
}

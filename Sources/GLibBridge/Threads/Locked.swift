import Glibc

/// A value that one thread at a time may use, behind a pthread mutex.
///
/// Like `Synchronization.Mutex`, whose lock the thread sanitizer does not know: it would report every use.
/// That one stays right where there are very many small ones.
public final class Locked<Value>: @unchecked Sendable {  // All use of the value is inside withLock.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    public init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits for the others, and lends the value; what `body` calls must not come back here.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

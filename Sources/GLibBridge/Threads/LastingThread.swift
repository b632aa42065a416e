import Dispatch

/// One thread that lives as long as the process. Linux counts the thread that forked as a process's parent:
/// what is tied to its parent must not be started by a thread that may end.
final class LastingThread: Sendable {
    static let shared = LastingThread()

    private let jobs = Locked<[@Sendable () -> Void]>([])
    private let isDue = DispatchSemaphore(value: 0)
    private let isThere: Bool

    private init() {
        let (jobs, isDue) = (jobs, isDue)
        isThere = BackgroundThread.start(named: "starter") {
            while true {
                isDue.wait()
                jobs.withLock { $0.removeFirst() }()
            }
        }
    }

    /// What `body` returns there; blocks until it has. Nil where the system allowed no thread.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
        guard isThere else { return nil }
        let answer = Locked<Value?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        jobs.withLock {
            $0.append {
                let value = body()
                answer.withLock { $0 = value }
                isDone.signal()
            }
        }
        isDue.signal()
        isDone.wait()
        return answer.withLock { $0 }
    }
}

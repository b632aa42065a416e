extension BackgroundThread {
    /// What `body` returns, which runs on a new thread; where the system allows none, on Swift's own pool.
    public static func value<Value: Sendable>(
        named name: String, _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            let isStarted = start(named: name) { continuation.resume(returning: body()) }
            if !isStarted { Task.detached { continuation.resume(returning: body()) } }
        }
    }
}

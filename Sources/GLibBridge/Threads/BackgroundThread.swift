import CGlib
import Glibc

/// Threads for calls that may block: Swift's own pool has one thread a core, and a dead network folder
/// would take them all.
public enum BackgroundThread {
    /// Runs `body` on a new thread, which ends with it.
    ///
    /// Where processors are few, the main thread goes before it, so that a window stays quick while folders are read.
    ///
    /// - Returns: false where the system allows no further thread; `body` is dropped then.
    @discardableResult
    public static func start(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let box = Unmanaged.passRetained(Body(run: body))
        let thread = g_thread_try_new(
            name,
            { data in
                BackgroundThread.stepBack()
                Unmanaged<Body>.fromOpaque(data!).takeRetainedValue().run()
                return nil
            }, box.toOpaque(), nil)
        guard let thread else {
            box.release()
            return false
        }
        g_thread_unref(thread)
        return true
    }

    /// On Linux, 0 is this thread alone, and what it starts; the process's own number is the main thread.
    private static func stepBack() {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(process, 0, getpriority(process, id_t(getpid())) + 5)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

import CGlib
import Dispatch  // Links libdispatch, whose two calls CGlib's header declares.
import Glibc

/// GLib's main loop as the home of Swift's main actor.
@MainActor
public enum MainLoop {
    /// The GLib priority of main-actor jobs: GDK_PRIORITY_REDRAW, which this room cannot see.
    ///
    /// Equal to drawing, neither starves the other: above it, a flood of jobs freezes the window; below
    /// it, slow drawing stops the jobs. Input goes before both.
    private static let jobPriority = G_PRIORITY_HIGH_IDLE + 20

    /// Lets the default GMainContext drain the main queue; a second call does nothing.
    ///
    /// Call it on the main thread from a synchronous `main`: an `async` one is a main-actor job itself,
    /// and none other would run before it returns. For the same reason no main-actor job may run a
    /// nested GLib loop.
    public static func attach() {
        guard !isAttached else { return }
        isAttached = true
        g_unix_fd_add_full(
            jobPriority, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                // libdispatch leaves its eventfd readable; unread, it would make GLib spin.
                var count: UInt64 = 0
                _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
                _dispatch_main_queue_callback_4CF(nil)
                return 1  // G_SOURCE_CONTINUE
            }, nil, nil)
    }
    private static var isAttached = false

    /// Runs GLib's loop until `body` has returned, and returns what it returned.
    ///
    /// For programs without a GtkApplication. Call it outside any main-actor job.
    public static func run<Result: Sendable>(_ body: @escaping @MainActor () async -> Result) -> Result {
        attach()
        // GMainLoop is thread-safe; Swift cannot see that.
        nonisolated(unsafe) let loop = g_main_loop_new(nil, 0)!
        var result: Result?
        Task {
            result = await body()
            g_main_loop_quit(loop)
        }
        while result == nil { g_main_loop_run(loop) }
        g_main_loop_unref(loop)
        guard let result else { preconditionFailure("the loop ended before its body") }
        return result
    }
}

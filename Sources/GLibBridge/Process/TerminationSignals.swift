import CGlib
import Glibc

/// SIGINT, SIGTERM and SIGHUP: clean up, then end by that very signal, so that a shell shows 128+n.
@MainActor
public enum TerminationSignals {
    /// Waits for the signals in the default main context; a second call replaces `cleanUp`.
    ///
    /// A second signal ends the process at once. Where the parent ignores SIGHUP (`nohup`), so do we.
    ///
    /// - Parameter cleanUp: runs once on the main thread and takes away what is half-written.
    public static func handle(cleanUp: @escaping @MainActor () async -> Void) {
        let isInstalled = !sources.isEmpty
        self.cleanUp = cleanUp
        guard !isInstalled else { return }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var old = sigaction()
            sigaction(number, nil, &old)
            // SIG_IGN is the function pointer 1, which Swift cannot compare.
            if number == SIGHUP, unsafeBitCast(old.__sigaction_handler, to: Int.self) == 1 { continue }
            sources[number] = g_unix_signal_add_full(
                G_PRIORITY_HIGH, number,
                { data in
                    // The number travels in the pointer itself.
                    let number = Int32(Int(bitPattern: data))
                    MainActor.assumeIsolated { TerminationSignals.arrive(number) }
                    return 1  // G_SOURCE_CONTINUE: removing it would let a third signal be lost.
                }, UnsafeMutableRawPointer(bitPattern: Int(number)), nil)
        }
    }

    /// Lets the signals end the process at once again; does not return if one has arrived.
    ///
    /// Call it at the end, before output is written: a stalled reader would keep the main loop from
    /// hearing of a signal. No ``UninterruptedWrite`` begins any more.
    public static func release() {
        UninterruptedWrite.close()
        if let arrived { end(by: arrived) }
        for (number, source) in sources {
            g_source_remove(source)
            signal(number, SIG_DFL)
        }
        sources = [:]
        cleanUp = nil
    }

    private static var sources: [Int32: guint] = [:]
    private static var cleanUp: (@MainActor () async -> Void)?
    private static var arrived: Int32?

    private static func arrive(_ number: Int32) {
        guard arrived == nil, let cleanUp else { end(by: number) }
        arrived = number
        Task {
            await cleanUp()
            end(by: number)
        }
    }

    private static func end(by number: Int32) -> Never {
        UninterruptedWrite.close()
        signal(number, SIG_DFL)
        var only = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, number)
        pthread_sigmask(SIG_UNBLOCK, &only, nil)
        kill(getpid(), number)
        // Only a tracer can hold the signal back.
        exit(128 + number)
    }
}

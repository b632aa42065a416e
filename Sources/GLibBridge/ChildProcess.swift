import CGlib
import Glibc

/// A program that was started, watched by one thread that may block.
///
/// It leads a process group of its own, has no input, and what it writes is thrown away. It ends at the
/// latest with the thread that started it.
public final class ChildProcess {
    private let id: pid_t
    /// The read end of the program's standard output, which ends when the program and all to whom it
    /// gave it have ended.
    private let output: Int32
    private var status: Int32?

    /// Starts `arguments[0]`, looked for in `PATH`, with these arguments.
    public init(_ arguments: [[UInt8]]) throws(GLibError) {
        var vector = arguments.map { argument -> UnsafeMutablePointer<CChar>? in
            strdup((argument + [0]).map { CChar(bitPattern: $0) })
        }
        vector.append(nil)
        defer { vector.forEach { free($0) } }
        var id: GPid = 0
        var output: Int32 = -1
        var error: UnsafeMutablePointer<GError>?
        let flags =
            G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_DO_NOT_REAP_CHILD.rawValue
            | G_SPAWN_STDERR_TO_DEV_NULL.rawValue | G_SPAWN_CLOEXEC_PIPES.rawValue
        let started = g_spawn_async_with_pipes(
            nil, &vector, nil, GSpawnFlags(flags), cglib_tie_to_parent, nil, &id, nil, &output, nil,
            &error)
        guard started != 0 else { throw GLibError(taking: error) }
        self.id = id
        self.output = output
    }

    deinit {
        if status == nil { kill() }
        close(output)
    }

    /// Waits at most so long for the end; the exit status (128 and the signal for one that was killed), or
    /// nil while it runs.
    public func wait(milliseconds: Int32) -> Int32? {
        if let status { return status }
        var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        if poll(&watched, 1, milliseconds) > 0 {
            var waste = [UInt8](repeating: 0, count: 4096)
            guard read(output, &waste, waste.count) <= 0 else { return nil }
            // It closed its output; that it has ended too is the rule, but not sure.
            return reap(WNOHANG)
                ?? {
                    usleep(1000); return nil
                }()
        }
        return reap(WNOHANG)
    }

    /// Ends the program and what it started.
    public func kill() {
        guard status == nil else { return }
        Glibc.kill(-id, SIGKILL)
        Glibc.kill(id, SIGKILL)
        _ = reap(0)
    }

    private func reap(_ options: Int32) -> Int32? {
        var result: Int32 = 0
        guard waitpid(id, &result, options) == id else { return nil }
        let signal = result & 0x7F
        status = signal == 0 ? (result >> 8) & 0xFF : 128 + signal
        return status
    }
}

import CWorker
import Glibc

/// A worker that was started, and the line to it.
///
/// It leads a process group of its own, so that a terminal's Ctrl+C does not reach it, has no streams, and
/// ends with this process if it ties itself to it (``Confinement``).
public final class WorkerProcess: Sendable {
    /// How a process ended.
    public enum Ending: Sendable, Equatable {
        case exit(status: Int32)
        case signal(Int32)
    }

    public let socket: WorkerSocket
    private let id: pid_t
    private let isReaped = Locked(false)

    /// Starts `program`.
    public init(_ program: FilePath) throws(FileError) {
        let (own, workers) = try WorkerSocket.pair()
        guard
            let started = LastingThread.shared.run({ () -> Result<pid_t, FileError> in
                Result { () throws(FileError) in try Self.spawn(program, workers) }
            })
        else { throw FileError(errno: EAGAIN) }
        id = try started.get()
        socket = own
    }

    deinit { kill() }

    private static func spawn(_ program: FilePath, _ socket: WorkerSocket) throws(FileError) -> pid_t {
        var id: pid_t = 0
        let error = program.withCString { cworker_spawn($0, socket.descriptor, &id) }
        guard error == 0 else { throw FileError(errno: error) }
        return id
    }

    /// How it ended, for a process whose end of the line is closed; nil if it goes on nevertheless. Waits
    /// a second at most.
    public func ending() -> Ending? {
        for _ in 0..<500 {
            if let ending = reap(WNOHANG) { return ending }
            usleep(2000)
        }
        return nil
    }

    /// Ends it at once. The system may need a moment, which nobody has to wait for.
    public func kill() {
        isReaped.withLock { isReaped in
            guard !isReaped else { return }
            isReaped = true
            Glibc.kill(-id, SIGKILL)
            Glibc.kill(id, SIGKILL)
            let id = id
            let wait: @Sendable () -> Void = {
                var status: Int32 = 0
                waitpid(id, &status, 0)
            }
            if !BackgroundThread.start(named: "worker's end", wait) { wait() }
        }
    }

    private func reap(_ options: Int32) -> Ending? {
        isReaped.withLock { isReaped in
            var status: Int32 = 0
            guard !isReaped, waitpid(id, &status, options) == id else { return nil }
            isReaped = true
            let signal = status & 0x7F
            return signal == 0 ? .exit(status: (status >> 8) & 0xFF) : .signal(signal)
        }
    }
}

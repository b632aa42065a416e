import CGlib
import Glibc

/// The process's three standard streams and its arguments, as bytes.
public enum StandardStreams {
    /// Call it first of all: what opens a file later must not become standard output.
    ///
    /// A stream that was closed leads nowhere afterwards, and using it fails with `EBADF`. A reader of
    /// standard output that goes away ends the process, also where the parent ignored `SIGPIPE`.
    public static func prepare() {
        for (stream, unusable) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
        ] where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", unusable)  // The lowest free number: this stream's.
        }
        signal(SIGPIPE, SIG_DFL)
    }

    /// The process's arguments, the program's name first.
    ///
    /// `CommandLine.arguments` is no help: it repairs what is not UTF-8.
    @MainActor
    public static var arguments: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { FilePath(cString: $0).bytes }
        }
    }

    public static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes all of `bytes` to standard output, unbuffered; blocking.
    ///
    /// - Throws: what `write(2)` or a network file system's `close(2)` says. A reader that went away ends
    ///   the process by `SIGPIPE` (GIO's sockets ignore that signal in the whole process).
    public static func writeOutput(_ bytes: [UInt8]) throws(FileError) {
        guard !bytes.isEmpty else { return }
        do throws(FileError) {
            try write(bytes, to: STDOUT_FILENO)
        } catch {
            if error.errno == EPIPE {
                signal(SIGPIPE, SIG_DFL)
                raise(SIGPIPE)
            }
            throw error
        }
        let copy = dup(STDOUT_FILENO)
        if copy >= 0, close(copy) != 0 { throw FileError(errno: errno) }
    }

    /// Writes `text` to standard error, in UTF-8 whatever the locale; nobody hears of its failure.
    public static func writeError(_ text: String) { try? write(Array(text.utf8), to: STDERR_FILENO) }

    /// The next bytes of standard input, none at its end; blocking, for background threads only.
    public static func readInput(upTo count: Int = 1 << 16) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var got = -1
            repeat { got = read(STDIN_FILENO, buffer.baseAddress, count) } while got < 0 && errno == EINTR
            if got < 0 { failure = FileError(errno: errno) }
            filled = max(0, got)
        }
        if let failure { throw failure }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to stream: Int32) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(stream, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                // The stream's other end, such as a shared terminal, made it non-blocking.
                var wait = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, -1)
            } else if errno != EINTR {
                throw FileError(errno: errno)
            }
        }
    }
}

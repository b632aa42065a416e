import Glibc

/// Temporary files that other programs fill for this process, which takes too long to be waited for at
/// its end; ``UninterruptedWrite`` is for short work.
public enum HalfWrittenFiles {
    private struct State {
        var paths: Set<FilePath> = []
        var isClosed = false
    }
    private static let state = Locked(State())

    /// Notes the file that `make` has just made; nil where it made none, or none may be made any more.
    public static func create(_ make: () -> FilePath?) -> FilePath? {
        state.withLock { state in
            guard !state.isClosed, let path = make() else { return nil }
            state.paths.insert(path)
            return path
        }
    }

    /// The file has its final name, or is gone.
    public static func finish(_ path: FilePath) { _ = state.withLock { $0.paths.remove(path) } }

    /// Removes them all and lets no more be made; blocking, and only at the end of the process.
    public static func removeAll() {
        state.withLock { state in
            state.isClosed = true
            for path in state.paths { _ = path.withCString { unlink($0) } }
            state.paths = []
        }
    }
}

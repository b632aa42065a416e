import CGlib
import Glibc

/// A folder that is kept open so that its files are found without walking the path for each of them.
public final class OpenFolder: Sendable {
    private let descriptor: Int32

    /// Nil where there is none, or it may not be read; blocking.
    public init?(_ path: FilePath) {
        descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// What `file`, which is directly in this folder, is now, a link by itself; blocking.
    ///
    /// - Throws: what `fstatat(2)` gave.
    public func status(of file: FilePath) throws(FileError) -> FileStatus {
        var status = stat()
        let start = file.nameBytes.startIndex
        let result = file.withCString {
            fstatat(descriptor, $0 + start, &status, AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0 else { throw FileError(errno: errno) }
        return FileStatus(status)
    }
}

import CGlib
import Glibc

/// A file that gets longer at its end and is never written elsewhere; one writer at a time, which a lock
/// sees to (``FilePath/whileLocked(_:)``). Closed with the object.
public final class GrowingFile {
    private let descriptor: Int32
    /// Bytes, as far as this object knows.
    public private(set) var size: Int64

    /// Opens `path`, for the user alone where it is made anew; blocking.
    public init(_ path: FilePath) throws(FileError) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let opened = path.withCString { open($0, flags, 0o600) }
        guard opened >= 0 else { throw FileError(errno: errno) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw .notRegular
        }
        descriptor = opened
        size = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// Takes away what lies behind `end`; blocking.
    public func cut(to end: Int64) throws(FileError) {
        guard end < size else { return }
        guard ftruncate(descriptor, off_t(end)) == 0 else { throw FileError(errno: errno) }
        size = end
    }

    /// Adds `bytes`, not synced; blocking. After an error a part of them may be there.
    public func append(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress! + written, $0.count - written)  // Not empty.
            }
            if count < 0, errno != EINTR { throw FileError(errno: errno) }
            written += max(0, count)
            size += Int64(max(0, count))
        }
    }
}

extension FilePath {
    /// Runs `body` while no other thread or process runs anything with this lock file, which is made, with
    /// its folders, where it is missing; blocking for as long as the others take.
    public func whileLocked<Result>(
        _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let descriptor = try openLocked()
        // Closing it gives the lock back.
        defer { close(descriptor) }
        return try body()
    }

    private func openLocked() throws(FileError) -> Int32 {
        while true {
            guard parent.withCString({ g_mkdir_with_parents($0, 0o700) }) == 0 else {
                throw FileError(errno: errno)
            }
            let opened = withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
            guard opened >= 0 else { throw FileError(errno: errno) }
            var result = flock(opened, LOCK_EX)
            while result != 0, errno == EINTR { result = flock(opened, LOCK_EX) }
            guard result == 0 else {
                let error = FileError(errno: errno)
                close(opened)
                throw error
            }
            // Whoever deleted the file meanwhile lets others make and lock a new one.
            var held = stat()
            var named = stat()
            if fstat(opened, &held) == 0, withCString({ stat($0, &named) }) == 0,
                held.st_ino == named.st_ino, held.st_dev == named.st_dev
            {
                return opened
            }
            close(opened)
        }
    }
}

import CGlib
import Glibc

/// A system call on a file that failed.
public struct FileError: Error, Sendable, Hashable {
    /// The `errno` of the call.
    public let errno: Int32

    public init(errno: Int32) { self.errno = errno }

    /// The file is no regular one: a folder, a FIFO, a socket or a device.
    public static let notRegular = FileError(errno: ENOTSUP)

    /// Says in the user's language what went wrong.
    public var sentence: String {
        self == .notRegular ? reason : tr("The file can't be read: {reason}", ["reason": reason])
    }
}

/// An open regular file, read at any place by any thread; closed with the object.
public final class FileReader: Sendable {
    /// Open for as long as this object is there, which closes it.
    public let descriptor: Int32
    /// Bytes when the file was opened; it may grow or shrink meanwhile.
    public let size: Int64
    /// The time of the last change of the contents when the file was opened, in nanoseconds since 1970 UTC.
    public let modified: Int64
    /// While this is open, no other file of its file system has the same.
    public let inode: UInt64

    /// The most that one call to ``read(at:count:)`` returns.
    private static let largestRead = 64 << 20

    /// Opens `path` without waiting on FIFOs and devices, and lets go of whatever is no regular file.
    public convenience init(_ path: FilePath) throws(FileError) {
        let opened = path.withCString { path in
            retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        }
        guard opened >= 0 else { throw FileError(errno: errno) }
        try self.init(takingOver: opened)
    }

    /// Reads what `descriptor` has open, and closes it at the end, or now if that is no regular file.
    public init(takingOver descriptor: Int32) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = FileError(errno: errno)
            close(descriptor)
            throw error
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notRegular
        }
        self.descriptor = descriptor
        size = Int64(status.st_size)
        inode = UInt64(status.st_ino)
        modified = FileStatus.nanoseconds(status.st_mtim)
    }

    deinit { close(descriptor) }

    /// Up to `count` bytes from `offset` on; fewer, or none, only where the file ends.
    ///
    /// Memory follows what is there, not what is asked for: `count` may come from a file that lies.
    public func read(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        let wanted = Int(min(Int64(min(count, Self.largestRead)), max(0, size - offset)))
        guard wanted > 0 else { return [] }
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let start = buffer.baseAddress! + filled
                let rest = wanted - filled
                let place = offset + Int64(filled)
                let got = retryingInterrupted { pread(descriptor, start, rest, off_t(place)) }
                if got < 0 { failure = FileError(errno: errno) }
                if got <= 0 { break }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

private func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

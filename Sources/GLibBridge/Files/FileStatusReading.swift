import CGlib
import Glibc

extension FileStatus {
    /// Asks the file system; blocking, for background threads only.
    ///
    /// - Parameters:
    ///   - path: the file, which is not opened.
    ///   - followingLinks: whether of a symbolic link its target is meant. Otherwise one is `special`.
    /// - Returns: what is there now.
    /// - Throws: what `stat(2)` gave, ``FileError`` with ENOENT where there is nothing.
    public static func read(_ path: FilePath, followingLinks: Bool = true) throws(FileError) -> FileStatus {
        var status = stat()
        let result = path.withCString {
            fstatat(AT_FDCWD, $0, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0 else { throw FileError(errno: errno) }
        return FileStatus(status)
    }

    init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            default: .special
            }
        self.init(
            kind: kind, size: Int64(status.st_size), modified: Self.nanoseconds(status.st_mtim),
            changed: Self.nanoseconds(status.st_ctim), device: UInt64(status.st_dev),
            inode: UInt64(status.st_ino))
    }

    /// Seconds beyond the year 2262 do not fit; such a date is nobody's, so the nearest will do.
    static func nanoseconds(_ time: timespec) -> Int64 {
        let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
        return overflow || isBeyond ? (time.tv_sec < 0 ? .min : .max) : sum
    }
}

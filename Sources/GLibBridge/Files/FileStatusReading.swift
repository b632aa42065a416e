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
        // Seconds beyond the year 2262 do not fit; such a date is nobody's, so the nearest will do.
        let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let modified = overflow ? (status.st_mtim.tv_sec < 0 ? Int64.min : .max) : seconds
        let nanoseconds = Int64(status.st_mtim.tv_nsec)
        self.init(
            kind: kind, size: Int64(status.st_size),
            modified: overflow ? modified : modified + nanoseconds, device: UInt64(status.st_dev),
            inode: UInt64(status.st_ino))
    }
}

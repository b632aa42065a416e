import CGlib
import Glibc

extension FilePath {
    /// What the path names, after following symbolic links; blocking.
    public func kind() throws(FileError) -> FileStatus.Kind {
        var status = stat()
        guard withCString({ stat($0, &status) }) == 0 else { throw FileError(errno: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .regular
        case S_IFDIR: return .folder
        default: return .special
        }
    }

    /// Whether this process may read the file, or list and enter the folder; blocking.
    public func checkReadable(as kind: FileStatus.Kind) throws(FileError) {
        let mode = kind == .folder ? R_OK | X_OK : R_OK
        guard withCString({ faccessat(AT_FDCWD, $0, mode, AT_EACCESS) }) == 0 else {
            throw FileError(errno: errno)
        }
    }
}

extension FileError {
    /// The bare reason in the user's language, such as `Permission denied`.
    public var reason: String {
        self == .notRegular ? tr("This is not a regular file.") : String(cString: g_strerror(errno))
    }

    /// Whether nothing is there under this name.
    public var meansAbsence: Bool { errno == ENOENT || errno == ENOTDIR }
}

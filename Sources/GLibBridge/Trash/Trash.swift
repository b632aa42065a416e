import CGlib
import Glibc

/// A file in the trash that can go back to where it was.
public struct TrashedFile: Sendable, Equatable {
    public let original: FilePath
    /// The file itself, now in the trash.
    public let content: FilePath
    /// What the trash knows of it.
    public let info: FilePath
}

/// Why a file was not moved to the trash.
public enum TrashError: Error, Sendable, Equatable {
    /// The disk has no trash; the file could only be deleted for good.
    case unsupported
    /// With GIO's sentence.
    case failed(String)
}

/// The user's trash. Everything here blocks: background threads only.
public enum Trash {
    /// Moves a file, or a symbolic link itself, to the trash.
    ///
    /// - Returns: how to get it back; nil where the trash does not tell, as in a sandbox.
    public static func move(_ path: FilePath) throws(TrashError) -> TrashedFile? {
        let folders = TrashFolder.candidates(for: path.parent)
        let status = try? FileStatus.read(path, followingLinks: false)
        var error: UnsafeMutablePointer<GError>?
        let moved = path.withCString { path in
            let file = g_file_new_for_path(path)!
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            return g_file_trash(file, nil, &error) != 0
        }
        guard moved else {
            let isUnsupported =
                g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_NOT_SUPPORTED.rawValue)) != 0
            let error = GLibError(taking: error)
            throw isUnsupported ? .unsupported : .failed(error.message)
        }
        guard let status else { return nil }
        for folder in folders {
            if let found = folder.find(path, status: status) { return found }
        }
        return nil
    }

    /// Puts a file back with its contents and times, never over another one; its folder is made anew
    /// where it is gone.
    ///
    /// - Throws: EEXIST where something else has the name now, else what the file system says.
    public static func restore(_ file: TrashedFile) throws(FileError) {
        _ = file.original.parent.withCString { g_mkdir_with_parents($0, 0o777) }
        try rename(file.content, toNew: file.original)
        _ = file.info.withCString { unlink($0) }
    }

    /// Deletes a file, or a symbolic link itself, for good.
    public static func delete(_ path: FilePath) throws(FileError) {
        guard path.withCString({ unlink($0) }) == 0 else { throw FileError(errno: errno) }
    }

    private static func rename(_ from: FilePath, toNew to: FilePath) throws(FileError) {
        let result = from.withCString { from in to.withCString { cglib_rename_to_new(from, $0) } }
        if result == 0 { return }
        guard errno == EINVAL || errno == ENOSYS else { throw FileError(errno: errno) }
        // A file system that cannot refuse to replace; the moment between both calls is the best it has.
        if (try? FileStatus.read(to, followingLinks: false)) != nil { throw FileError(errno: EEXIST) }
        guard from.withCString({ from in to.withCString { Glibc.rename(from, $0) } }) == 0 else {
            throw FileError(errno: errno)
        }
    }
}

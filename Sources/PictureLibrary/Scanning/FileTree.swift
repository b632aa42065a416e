import GLibBridge

/// The file system as the scanner sees it; tests put another in its place.
///
/// Every call may block for as long as the disk or the network likes.
protocol FileTree: Sendable {
    /// - Throws: why there is nothing, or nothing that may be looked at.
    func status(of path: FilePath) throws(FileError) -> FileStatus

    /// Opens `folder` and asks `enter` with its status whether to read on; then gives each entry.
    ///
    /// `entry` returns whether to go on. The status belongs to regular files.
    func list(
        _ folder: FilePath, enter: (FileStatus, _ isRemote: Bool) -> Bool,
        entry: (FolderReader.Entry, FileStatus?) -> Bool
    ) throws(FileError)

    /// What the bytes of a file say.
    func inspect(_ path: FilePath, _ status: FileStatus) throws(MetadataError) -> AssetMetadata
}

/// The file system itself.
struct DiskTree: FileTree {
    func status(of path: FilePath) throws(FileError) -> FileStatus { try FileStatus.read(path) }

    func list(
        _ folder: FilePath, enter: (FileStatus, Bool) -> Bool,
        entry: (FolderReader.Entry, FileStatus?) -> Bool
    ) throws(FileError) {
        let reader = try FolderReader(folder)
        guard enter(reader.status, reader.isRemote) else { return }
        while let found = try reader.next() {
            var found = found
            var status: FileStatus?
            if found.kind == .file || found.kind == .unknown {
                // A file that is gone by now is none.
                guard let read = try? reader.status(of: found.name) else { continue }
                status = read
                if found.kind == .unknown {
                    found = FolderReader.Entry(name: found.name, kind: read.entryKind)
                }
            }
            guard entry(found, status) else { return }
        }
    }

    func inspect(_ path: FilePath, _ status: FileStatus) throws(MetadataError) -> AssetMetadata {
        try MetadataReader.read(path, status: status)
    }
}

extension FileStatus {
    /// Of an entry that was not followed: what is neither file nor folder may be a link.
    fileprivate var entryKind: FolderReader.Entry.Kind {
        switch kind {
        case .regular: .file
        case .folder: .folder
        case .special: .link
        }
    }
}

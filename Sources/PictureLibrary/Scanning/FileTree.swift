import GLibBridge

/// The file system as the scanner sees it; tests put another in its place.
///
/// Every call may block for as long as the disk or the network likes.
protocol FileTree: Sendable {
    /// Where links are not followed, one is `special`.
    ///
    /// - Throws: why there is nothing, or nothing that may be looked at.
    func status(of path: FilePath, followingLinks: Bool) throws(FileError) -> FileStatus

    /// A quicker way to the status of many files of one folder, links not followed; nil for none.
    func open(_ folder: FilePath) -> OpenFolder?

    /// Opens `folder` and asks `enter` with its status whether to read on; then gives each entry.
    ///
    /// `entry` returns whether to go on.
    func list(
        _ folder: FilePath, enter: (FileStatus, _ isRemote: Bool) -> Bool,
        entry: (FolderReader.Entry) -> Bool
    ) throws(FileError)

    /// What the bytes of a file say.
    func inspect(_ path: FilePath) throws(MetadataError) -> AssetMetadata
}

extension FileTree {
    func open(_ folder: FilePath) -> OpenFolder? { nil }

    /// Of what a link leads to.
    func status(of path: FilePath) throws(FileError) -> FileStatus {
        try status(of: path, followingLinks: true)
    }
}

/// The file system itself.
struct DiskTree: FileTree {
    func status(of path: FilePath, followingLinks: Bool) throws(FileError) -> FileStatus {
        try FileStatus.read(path, followingLinks: followingLinks)
    }

    func open(_ folder: FilePath) -> OpenFolder? { OpenFolder(folder) }

    func list(
        _ folder: FilePath, enter: (FileStatus, Bool) -> Bool, entry: (FolderReader.Entry) -> Bool
    ) throws(FileError) {
        let reader = try FolderReader(folder)
        guard enter(reader.status, reader.isRemote) else { return }
        while let found = try reader.next(), entry(found) {}
    }

    func inspect(_ path: FilePath) throws(MetadataError) -> AssetMetadata { try MetadataReader.read(path) }
}

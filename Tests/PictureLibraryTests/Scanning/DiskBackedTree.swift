import GLibBridge

@testable import PictureLibrary

/// The disk, but for the calls that a test puts others in the place of.
protocol DiskBackedTree: FileTree {}

extension DiskBackedTree {
    var disk: DiskTree { DiskTree() }

    func status(of path: FilePath, followingLinks: Bool) throws(FileError) -> FileStatus {
        try disk.status(of: path, followingLinks: followingLinks)
    }

    func list(
        _ folder: FilePath, enter: (FileStatus, Bool) -> Bool, entry: (FolderReader.Entry) -> Bool
    ) throws(FileError) {
        try disk.list(folder, enter: enter, entry: entry)
    }

    func inspect(_ path: FilePath) throws(MetadataError) -> AssetMetadata { try disk.inspect(path) }
}

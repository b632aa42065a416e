import CGlib
import Glibc

/// One folder of the trash with its `files` and `info`: the user's own, or one at the top of a disk.
struct TrashFolder: Sendable, Equatable {
    let path: FilePath
    /// What relative places in its info files start from.
    let top: FilePath

    /// Those that something in the folder `parent` may be thrown into; blocking.
    static func candidates(for parent: FilePath) -> [TrashFolder] {
        let own = TrashFolder(path: UserFolders.data.appending("Trash"), top: FilePath("/"))
        guard let top = topOfDisk(parent) else { return [own] }
        let user = String(getuid())
        return [
            own,
            TrashFolder(path: top.appending(".Trash").appending(user), top: top),
            TrashFolder(path: top.appending(".Trash-" + user), top: top),
        ]
    }

    /// The mount point above a folder, links resolved.
    private static func topOfDisk(_ folder: FilePath) -> FilePath? {
        guard let resolved = folder.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        var top = FilePath(cString: resolved)
        guard let device = try? FileStatus.read(top).device else { return nil }
        while top.parent != top, let above = try? FileStatus.read(top.parent), above.device == device {
            top = top.parent
        }
        return top
    }

    /// What `original`, whose status was `status`, has become here; blocking.
    ///
    /// A rename keeps device and inode. Where a file system invents inodes anew, the last thing thrown
    /// away from that very place is meant.
    func find(_ original: FilePath, status: FileStatus) -> TrashedFile? {
        // GIO makes a name unique by a number before its first dot.
        let start = original.name.prefix { $0 != UInt8(ascii: ".") }
        let end = Array(".trashinfo".utf8)
        let items = names(in: "info")
            .filter {
                $0.starts(with: start) && $0.count > end.count && $0.suffix(end.count).elementsEqual(end)
            }
            .map { item(Array($0.dropLast(end.count)), original) }
        let same = items.first { item in
            guard let found = try? FileStatus.read(item.content, followingLinks: false) else { return false }
            return found.inode == status.inode && found.device == status.device
        }
        if let same { return same }
        return
            items.compactMap { item in Self.read(item.info).map { (item, $0) } }
            .filter { $0.1.original(in: top) == original }
            .max { $0.1.deletionDate < $1.1.deletionDate }?.0
    }

    private func item(_ name: [UInt8], _ original: FilePath) -> TrashedFile {
        TrashedFile(
            original: original, content: path.appending("files").appending(name),
            info: path.appending("info").appending(name + Array(".trashinfo".utf8)))
    }

    private func names(in folder: String) -> [[UInt8]] {
        guard let reader = try? FolderReader(path.appending(folder)) else { return [] }
        var names: [[UInt8]] = []
        while let entry = try? reader.next() { names.append(entry.name) }
        return names
    }

    private static func read(_ path: FilePath) -> TrashInfo? {
        guard let file = try? FileReader(path), let bytes = try? file.read(at: 0, count: 1 << 16) else {
            return nil
        }
        return TrashInfo(bytes)
    }
}

import GLibBridge

/// The folders that were entered, each once, and the folders that lie in them.
struct FolderIndex {
    struct Record {
        var subfolders: Set<FilePath> = []
        var source = Asset.Source.library
        /// Whether the subfolders are entered.
        var isRecursive = true
        var identity: Identity
        var watch: FolderMonitor.Watch?

        /// What reading the folder at `path` again is to go by, or reading one in it.
        func root(at path: FilePath) -> LibraryRequest.Root {
            .init(path: path, source: source, recursive: isRecursive)
        }
    }

    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ status: FileStatus) {
            device = status.device
            inode = status.inode
        }
    }

    enum Entrance {
        case entered
        /// The folder itself was entered before, by this path.
        case elsewhere(FilePath)
    }

    private var records: [FilePath: Record] = [:]
    private var visited: [Identity: FilePath] = [:]

    subscript(path: FilePath) -> Record? { records[path] }

    /// The folders that no watch covers.
    var unwatched: [FilePath] {
        records.filter { $0.value.watch == nil }.map(\.key)
    }

    /// Begins to read `path`, unless the same folder is known by another path.
    mutating func enter(_ root: LibraryRequest.Root, _ status: FileStatus) -> Entrance {
        let path = root.path
        let identity = Identity(status)
        if let other = visited[identity], other != path { return .elsewhere(other) }
        if let old = records[path]?.identity, old != identity { visited[old] = nil }
        visited[identity] = path
        records[path, default: Record(identity: identity)].identity = identity
        records[path]?.source = root.source
        records[path]?.isRecursive = root.recursive
        if path != path.parent { records[path.parent]?.subfolders.insert(path) }
        return .entered
    }

    mutating func set(_ watch: FolderMonitor.Watch?, of path: FilePath) { records[path]?.watch = watch }

    /// Forgets a folder and those below it; returns them all, also one that was not entered, which has no record.
    mutating func removeTree(_ path: FilePath) -> [(path: FilePath, record: Record?)] {
        var removed: [(path: FilePath, record: Record?)] = []
        var open = [path]
        while let next = open.popLast() {
            let record = records.removeValue(forKey: next)
            removed.append((next, record))
            guard let record else { continue }
            if visited[record.identity] == next { visited[record.identity] = nil }
            records[next.parent]?.subfolders.remove(next)
            open += record.subfolders
        }
        return removed
    }
}

import GLibBridge

/// The folders that were entered, each once, and what lies in them.
struct FolderIndex {
    struct Record {
        var files: Set<FilePath> = []
        var subfolders: Set<FilePath> = []
        var source = Asset.Source.library
        /// Whether the subfolders are entered.
        var isRecursive = true
        /// Nil where the folder was not entered, but files in it were named.
        var identity: Identity?
        var watch: FolderMonitor.Watch?
        /// How many of the files have not been looked at.
        var waiting = 0
        /// Whether a video has been seen here: there may be live photos to join.
        var hasClips = false

        fileprivate mutating func add(_ file: FilePath, isWaiting: Bool, isClip: Bool) -> Bool {
            files.insert(file)
            if isWaiting { waiting += 1 }
            hasClips = hasClips || isClip
            return hasClips
        }

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
        records.filter { $0.value.identity != nil && $0.value.watch == nil }.map(\.key)
    }

    /// Begins to read `path`, unless the same folder is known by another path.
    mutating func enter(_ root: LibraryRequest.Root, _ status: FileStatus) -> Entrance {
        let path = root.path
        let identity = Identity(status)
        if let other = visited[identity], other != path { return .elsewhere(other) }
        if let old = records[path]?.identity, old != identity { visited[old] = nil }
        visited[identity] = path
        records[path, default: Record()].identity = identity
        records[path]?.source = root.source
        records[path]?.isRecursive = root.recursive
        if path != path.parent, records[path.parent]?.identity != nil {
            records[path.parent]?.subfolders.insert(path)
        }
        return .entered
    }

    mutating func set(_ watch: FolderMonitor.Watch?, of path: FilePath) { records[path]?.watch = watch }

    /// Notes a file of `folder`; returns whether there may be live photos to join.
    @discardableResult
    mutating func add(file: FilePath, in folder: FilePath, isWaiting: Bool, isClip: Bool) -> Bool {
        records[folder, default: Record()].add(file, isWaiting: isWaiting, isClip: isClip)
    }

    mutating func remove(file: FilePath, wasWaiting: Bool) {
        records[file.parent]?.files.remove(file)
        if wasWaiting { records[file.parent]?.waiting -= 1 }
    }

    mutating func wait(_ difference: Int, in folder: FilePath) { records[folder]?.waiting += difference }

    mutating func noteClips(in folder: FilePath) { records[folder]?.hasClips = true }

    /// Forgets a folder and those below it.
    mutating func removeTree(_ path: FilePath) -> [Record] {
        var removed: [Record] = []
        var open = [path]
        while let next = open.popLast() {
            guard let record = records.removeValue(forKey: next) else { continue }
            if let identity = record.identity, visited[identity] == next { visited[identity] = nil }
            records[next.parent]?.subfolders.remove(next)
            open += record.subfolders
            removed.append(record)
        }
        return removed
    }
}

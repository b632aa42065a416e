import GLibBridge

/// Which watch tells of which folders: one folder may be reached by several paths.
struct WatchedFolders {
    private var folders: [FolderMonitor.Watch: Set<FilePath>] = [:]
    /// How many watches a folder has; after it was replaced, for a moment two.
    private var counts: [FilePath: Int] = [:]

    func contains(_ folder: FilePath) -> Bool { counts[folder] != nil }

    subscript(watch: FolderMonitor.Watch) -> Set<FilePath> { folders[watch] ?? [] }

    mutating func insert(_ folder: FilePath, by watch: FolderMonitor.Watch) {
        if folders[watch, default: []].insert(folder).inserted { counts[folder, default: 0] += 1 }
    }

    /// Forgets `watch` and returns its folders.
    mutating func remove(_ watch: FolderMonitor.Watch) -> Set<FilePath> {
        let removed = folders.removeValue(forKey: watch) ?? []
        for folder in removed { uncount(folder) }
        return removed
    }

    /// Forgets those of the watch's folders that lie in `folder`; true if it has none left then.
    mutating func remove(in folder: FilePath, from watch: FolderMonitor.Watch) -> Bool {
        guard let watched = folders[watch] else { return false }
        let rest = watched.filter { !$0.isInside(folder) }
        for gone in watched.subtracting(rest) { uncount(gone) }
        folders[watch] = rest.isEmpty ? nil : rest
        return rest.isEmpty
    }

    private mutating func uncount(_ folder: FilePath) {
        let count = (counts[folder] ?? 1) - 1
        counts[folder] = count == 0 ? nil : count
    }
}

import GLibBridge

/// The folders of whose files the index knows all, by their paths.
///
/// Where nobody is told of changes, files in which nothing has to be read and nothing joined need no entries
/// in the ``Catalogue``, which cost a search for each.
struct SettledFolders {
    private var folders: [FilePath: [SettledFiles]] = [:]

    /// All files, some at a time.
    var values: some Sequence<SettledFiles> { folders.values.joined() }

    mutating func append(_ files: SettledFiles, in folder: FilePath) {
        folders[folder, default: []].append(files)
    }

    mutating func remove(_ folder: FilePath) { folders[folder] = nil }

    mutating func removeAll() -> [SettledFiles] { removeAll { _ in true } }

    /// Removes and returns those with clips, which may be parts of live photos, and those that `condition`
    /// holds for.
    mutating func removeAll(where condition: (FilePath) -> Bool) -> [SettledFiles] {
        let removed = folders.filter { folder, files in condition(folder) || files.contains { $0.haveClips } }
        for folder in removed.keys { folders[folder] = nil }
        return removed.values.flatMap { $0 }
    }
}

/// Some files of one folder, which are there and known.
struct SettledFiles: Sendable {
    private(set) var assets: [Asset] = []
    private(set) var refused: [(path: FilePath, status: FileStatus)] = []
    private(set) var haveClips = false

    var isEmpty: Bool { assets.isEmpty && refused.isEmpty }

    mutating func append(_ path: FilePath, _ status: FileStatus, _ known: Catalogue.Known) {
        switch known {
        case .asset(let asset):
            assets.append(asset)
            if asset.kind == .video { haveClips = true }
        case .refused: refused.append((path, status))
        }
    }
}

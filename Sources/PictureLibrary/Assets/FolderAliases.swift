import GLibBridge

/// The folders that are known by a second path, and the path that their files have.
struct FolderAliases {
    private var known: [FilePath: FilePath] = [:]

    /// Notes that the files of `folder` are those of `other`; where both are one path, that is over.
    mutating func note(_ folder: FilePath, of other: FilePath) {
        known[folder] = folder == other ? nil : other
    }

    /// Everywhere that files of `folder` are.
    func places(of folder: AssetFilter.Folder) -> [AssetFilter.Folder] {
        switch folder {
        case .alone(let path): return [folder] + [known[path]].compactMap { $0 }.map { .alone($0) }
        case .withSubfolders(let path):
            // A link that leads back up does not bring in what lies around the folder.
            let within = known.filter { alias, other in
                alias == path || alias.isInside(path) && !path.isInside(other)
            }
            return [folder] + within.values.map { .withSubfolders($0) }
        }
    }
}

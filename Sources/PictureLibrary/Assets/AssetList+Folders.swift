import GLibBridge

extension AssetList {
    /// One folder that has assets, as the folder switcher shows it.
    public struct Folder: Sendable, Identifiable, Equatable {
        public let path: FilePath
        public let displayName: String
        public var count: Int
        /// The first of its items by the order.
        public var cover: Asset
        public var id: FilePath { path }
    }

    /// The folders that have assets which the filter admits, whatever its folder and search, by name.
    public var folders: [Folder] {
        var filter = filter
        filter.folder = nil
        filter.search = ""
        var test = AssetTest(filter, aliases: FolderAliases())
        var found: [FilePath: Folder] = [:]
        for asset in knownAssets where test.admits(asset) {
            let path = asset.path.parent
            if found[path] == nil {
                found[path] = Folder(path: path, displayName: path.displayName, count: 0, cover: asset)
            }
            found[path]?.count += 1
        }
        let keys = found.mapValues { CollationKey($0.displayName) }
        return found.values.sorted { left, right in
            guard let leftKey = keys[left.path], let rightKey = keys[right.path], leftKey != rightKey else {
                return left.path < right.path
            }
            return leftKey < rightKey
        }
    }
}

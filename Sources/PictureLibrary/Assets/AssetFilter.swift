import GLibBridge

/// Which of the known assets are shown; every condition must hold.
public struct AssetFilter: Sendable, Equatable {
    /// Until an item has been looked at, its kind is what the name suggests.
    public var kinds = Set(MediaKind.allCases)
    /// Only items that are known to carry a position.
    public var withPosition = false
    /// Globs (`*`, `?`, `[a-z]`) of which one matches the whole name, whatever its case; empty for all.
    public var namePatterns: [NamePattern] = []
    /// shared-mime-info names of which one is the item's, an alias or a parent of it; `image/*` is a whole
    /// family. Empty for all.
    public var contentTypes: [String] = []
    /// Part of the display name, without regard to case and diacritics; empty for all.
    public var search = ""
    /// Only what lies in this folder.
    public var folder: Folder?

    /// A folder, with or without what its subfolders hold.
    public enum Folder: Sendable, Equatable {
        case alone(FilePath)
        case withSubfolders(FilePath)

        public var path: FilePath {
            switch self {
            case .alone(let path), .withSubfolders(let path): path
            }
        }

        /// Whether the file `path` is one of this folder's.
        func holds(_ path: FilePath) -> Bool {
            switch self {
            case .alone(let folder): path.parent == folder
            case .withSubfolders(let folder): path.isInside(folder)
            }
        }
    }

    public init() {}

    /// Those of `assets` that are shown.
    public func admitted(of assets: [Asset]) -> [Asset] {
        guard self != AssetFilter() else { return assets }
        var test = AssetTest(self, aliases: FolderAliases())
        return assets.filter { test.admits($0) }
    }

    /// Whether `asset` is shown.
    public func admits(_ asset: Asset) -> Bool {
        var test = AssetTest(self, aliases: FolderAliases())
        return test.admits(asset)
    }
}

/// A filter made ready for many assets.
struct AssetTest {
    private let filter: AssetFilter
    private let searchKey: [UInt8]
    /// Of which one holds the asset; nil for anywhere.
    private let places: [AssetFilter.Folder]?
    /// Verdicts on content types: libraries have few, and asking GIO is dear.
    private var verdicts: [String: Bool] = [:]

    init(_ filter: AssetFilter, aliases: FolderAliases) {
        self.filter = filter
        places = filter.folder.map(aliases.places)
        searchKey = SearchText.key(filter.search)
    }

    mutating func admits(_ asset: Asset) -> Bool {
        guard filter.kinds.contains(asset.kind) else { return false }
        if filter.withPosition, asset.metadata?.position == nil { return false }
        if let places, !places.contains(where: { $0.holds(asset.path) }) { return false }
        if !filter.contentTypes.isEmpty, !admits(contentType: asset.contentType) { return false }
        if !filter.namePatterns.isEmpty {
            let name = asset.path.name
            guard filter.namePatterns.contains(where: { $0.matches(name) }) else { return false }
        }
        return searchKey.isEmpty || asset.name.searchKey.holds(searchKey)
    }

    private mutating func admits(contentType: String) -> Bool {
        if let verdict = verdicts[contentType] { return verdict }
        let verdict = filter.contentTypes.contains { wanted in
            if wanted.hasSuffix("/*") { return contentType.hasPrefix(wanted.dropLast(1)) }
            return ContentType.isA(contentType, wanted)
        }
        verdicts[contentType] = verdict
        return verdict
    }
}

extension [UInt8] {
    /// Whether `part`, which is not empty, is somewhere in here.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        for start in 0...(count - part.count) where self[start] == part[0] {
            var length = 1
            while length < part.count, self[start + length] == part[length] { length += 1 }
            if length == part.count { return true }
        }
        return false
    }
}

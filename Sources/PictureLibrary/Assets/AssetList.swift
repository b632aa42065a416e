import GLibBridge

/// The assets that are known, and those of them that are shown, in order: the grid's one source of truth.
@MainActor
public final class AssetList {
    /// One folder that has assets, as the folder switcher shows it.
    public struct Folder: Sendable, Identifiable, Equatable {
        public let path: FilePath
        public let displayName: String
        public var count: Int
        /// The first of its items by the order.
        public var cover: Asset
        public var id: FilePath { path }
    }

    /// The shown rows.
    public let model = ListModel<Asset>()

    /// Setting it sorts anew.
    public var order: SortOrder { didSet { if order != oldValue { settle() } } }
    /// Setting it filters anew.
    public var filter: AssetFilter { didSet { if filter != oldValue { settle() } } }

    var records: [FilePath: Asset] = [:]

    public init(order: SortOrder = .newest, filter: AssetFilter = AssetFilter()) {
        self.order = order
        self.filter = filter
    }

    /// How many assets are known, shown or not.
    public var knownCount: Int { records.count }

    /// Whatever is known of `path`, shown or not.
    public func asset(for path: FilePath) -> Asset? { records[path] }

    /// The row that shows `path`.
    public func index(of path: FilePath) -> Int? { model.elements.firstIndex { $0.path == path } }

    /// Takes in what the scanner tells.
    public func apply(_ event: LibraryEvent, keepingInPlace visible: Range<Int>? = nil) {
        switch event {
        case .found(let assets), .inspected(let assets), .changed(let assets):
            for asset in assets { records[asset.path] = asset }
        case .removed(let paths):
            for path in paths { records[path] = nil }
        case .unreadable, .progress, .listed, .complete: return
        }
        settle(keepingInPlace: visible)
    }

    /// Puts right what keeping rows in place left out of order.
    public func settle(keepingInPlace visible: Range<Int>? = nil) {
        let shown = Array(records.values.filter(filter.admits)).sorted(by: order)
        model.replaceSubrange(0..<model.elements.count, with: shown)
    }

    /// The folders that have assets which the filter admits, whatever its folder and search, by name.
    public var folders: [Folder] {
        var filter = filter
        filter.folder = nil
        filter.search = ""
        var found: [FilePath: Folder] = [:]
        var test = AssetTest(filter)
        for asset in records.values where test.admits(asset) {
            let path = asset.path.parent
            guard var folder = found[path] else {
                found[path] = Folder(path: path, displayName: path.displayName, count: 1, cover: asset)
                continue
            }
            folder.count += 1
            if order.precedes(asset, folder.cover) { folder.cover = asset }
            found[path] = folder
        }
        return found.values.map { ($0, $0.path.collationKey) }
            .sorted { $0.1 == $1.1 ? $0.0.path < $1.0.path : $0.1.lexicographicallyPrecedes($1.1) }
            .map(\.0)
    }
}

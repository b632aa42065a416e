import GLibBridge

/// The assets that are known, and those of them that are shown, in order: the grid's one source of truth.
///
/// Made for 100,000 assets: a batch of changes costs a pass over the rows and a few splices of the model.
@MainActor
public final class AssetList {
    /// The shown rows.
    public let model = ListModel<Asset>(identity: \.identity)

    /// Setting it sorts anew; of many assets in the background, and the rows follow when that is done.
    public var order: SortOrder { didSet { if order != oldValue { sortAnew() } } }
    /// Called when the rows follow an ``order`` that was made in the background.
    public var onSorted: () -> Void = {}
    /// Setting it filters anew.
    public var filter: AssetFilter { didSet { if filter != oldValue { filterAnew() } } }

    private struct Record {
        var asset: Asset
        /// Counts up: the place in the order in which items were found.
        let arrival: Int
    }

    private var records: [FilePath: Record] = [:]
    private var arrivals = 0
    /// All that is known, in the order ``sortedBy``.
    private var known = SortedAssets()
    /// What of it is shown; nil where that is all.
    private var part: SortedAssets?
    /// The order that the rows have; behind ``order`` while they are sorted in the background.
    private var sortedBy: SortOrder
    private var sorting: Task<Void, Never>?
    private var test: AssetTest
    private var aliases = FolderAliases()
    /// The rows that were kept in place; before them and after them the order is right.
    private var held = 0..<0
    private var isListed = false

    /// From how many assets on another order is made in the background.
    private static let manyAssets = 5000
    /// Changes that a segment of the rows is told in at most: GTK looks at all its tiles for each.
    private static let changeLimit = 2

    public init(order: SortOrder = .newest, filter: AssetFilter = AssetFilter()) {
        self.order = order
        self.filter = filter
        sortedBy = order
        test = AssetTest(filter, aliases: aliases)
    }

    /// How many assets are known, shown or not.
    public var knownCount: Int { records.count }

    /// Everything that is known, in order.
    var knownAssets: [Asset] { known.elements }

    /// Whether all rows are in order; keeping rows in place may leave some that are not.
    public var isSettled: Bool { held.isEmpty }

    /// Whether anything is known in `folder`, shown or not.
    public func hasAssets(in folder: AssetFilter.Folder) -> Bool {
        let places = aliases.places(of: folder)
        return known.elements.contains { asset in places.contains { $0.holds(asset.path) } }
    }

    /// Whatever is known of `path`, shown or not.
    public func asset(for path: FilePath) -> Asset? { records[path]?.asset }

    /// The row that shows `path`.
    public func index(of path: FilePath) -> Int? {
        guard let record = records[path] else { return nil }
        let rows = model.elements
        if let row = rows[held].firstIndex(where: { $0.path == path }) { return row }
        return rows[..<held.lowerBound].position(of: record.asset, precedes)
            ?? rows[held.upperBound...].position(of: record.asset, precedes)
    }

    // MARK: Changes

    /// Takes in what the scanner tells.
    ///
    /// The rows of `visible` keep index and item when metadata arrives, and while the folders are still being
    /// read; the others are put in order around them. A file that is new or goes after that moves what
    /// follows it, as it does everywhere.
    public func apply(_ event: LibraryEvent, keepingInPlace visible: Range<Int>? = nil) {
        switch event {
        case .found(let assets):
            update(assets, removing: [], keeping: visible, movesRows: isListed)
        case .inspected(let assets), .changed(let assets):
            update(assets, removing: [], keeping: visible, movesRows: false)
        case .removed(let paths), .dismissed(let paths):
            update([], removing: paths, keeping: visible, movesRows: true)
        case .joined(let clips):
            update([], removing: Array(clips.keys), keeping: visible, movesRows: true)
        // From the first time on, what is found is new.
        case .listed: isListed = true
        case .alias(let folder, let other): note(folder, aliasOf: other)
        case .unreadable, .progress, .complete: break
        }
    }

    /// Puts right what keeping rows in place left out of order.
    public func settle(keepingInPlace visible: Range<Int>? = nil) {
        guard !isSettled else { return }
        arrange(keeping: visible)
    }

    private func update(
        _ assets: [Asset], removing removed: [FilePath], keeping visible: Range<Int>?, movesRows: Bool
    ) {
        let precedes = precedes
        let removed = Set(removed)
        let visible = visible?.clamped(to: 0..<model.elements.count)
        var shift = 0
        if movesRows, let visible {
            for path in removed {
                if let row = index(of: path), row < visible.lowerBound { shift -= 1 }
            }
        }
        var old = removed.compactMap { records[$0]?.asset }
        var hidden = old
        var new: [Asset] = []
        var revealed: [Asset] = []
        // The last word on a path counts, if a batch has several.
        let latest = Dictionary(assets.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        for path in assets.map(\.path) {
            guard let asset = latest[path] else { continue }
            let isShown = test.admits(asset)
            guard let record = records[path] else {
                arrivals += 1
                records[path] = Record(asset: asset, arrival: arrivals)
                new.append(asset)
                if isShown { revealed.append(asset) } else { divide() }
                continue
            }
            guard !record.asset.isCopy(of: asset) else { continue }
            let wasShown = part == nil || test.admits(record.asset)
            if !isShown { divide() }
            if sortsAlike(record.asset, asset) {
                known.exchange(record.asset, for: asset, precedes)
                if isShown, wasShown { part?.exchange(record.asset, for: asset, precedes) }
                if isShown, !wasShown { revealed.append(asset) }
                if !isShown, wasShown { hidden.append(record.asset) }
            } else {
                old.append(record.asset)
                new.append(asset)
                if wasShown { hidden.append(record.asset) }
                if isShown { revealed.append(asset) }
            }
            records[path]?.asset = asset
        }
        known.replace(old, with: new, precedes)
        part?.replace(hidden, with: revealed, precedes)
        for path in removed { records[path] = nil }
        arrange(keeping: visible, shiftedBy: shift, inserting: movesRows ? revealed : [])
    }

    /// From now on less is shown than known.
    private func divide() {
        if part == nil { part = known }
    }

    private func filterAnew() {
        test = AssetTest(filter, aliases: aliases)
        showAnew()
    }

    private func note(_ folder: FilePath, aliasOf other: FilePath) {
        let places = filter.folder.map(aliases.places)
        aliases.note(folder, of: other)
        if filter.folder.map(aliases.places) != places { filterAnew() }
    }

    private func showAnew() {
        let shown = known.elements.filter { test.admits($0) }
        part = shown.count == known.elements.count ? nil : SortedAssets(shown)
        arrange(keeping: nil)
    }

    // MARK: Order

    private func precedes(_ left: Asset, _ right: Asset) -> Bool {
        guard sortedBy == .none else { return sortedBy.precedes(left, right) }
        return arrival(left) < arrival(right)
    }

    private func arrival(_ asset: Asset) -> Int { records[asset.path]?.arrival ?? .max }

    private func sortsAlike(_ left: Asset, _ right: Asset) -> Bool {
        sortedBy == .name || sortedBy == .none || left.date == right.date
    }

    private func sortAnew() {
        sorting?.cancel()
        sorting = nil
        let order = order
        let snapshot = known.elements
        guard order != .none, snapshot.count >= Self.manyAssets else {
            sortedBy = order
            known = SortedAssets(snapshot.sorted(by: precedes))
            return showAnew()
        }
        sorting = Task { [weak self] in
            let sorted = await Task.detached(priority: .userInitiated) { snapshot.sorted(by: order) }.value
            guard !Task.isCancelled, let self else { return }
            self.takeOrder(order, sorted)
        }
    }

    private func takeOrder(_ order: SortOrder, _ sorted: [Asset]) {
        sortedBy = order
        // What came, went or changed while it was sorted.
        let stale = sorted.filter { records[$0.path]?.asset.isCopy(of: $0) != true }
        let sortedCopies = stale.isEmpty && sorted.count == records.count
        known = SortedAssets(sorted)
        if !sortedCopies {
            let fresh = Set(sorted.map(\.path)).subtracting(stale.map(\.path))
            let missing = records.values.map(\.asset).filter { !fresh.contains($0.path) }
            known.replace(stale, with: missing, precedes)
        }
        sorting = nil
        showAnew()
        onSorted()
    }

    /// Waits until the rows have ``order``.
    func sorted() async { await sorting?.value }

    // MARK: Rows

    /// Makes the rows what is shown, in order, but for those of `visible`, which stay at their index plus
    /// `shift` and what `inserted` puts before them.
    private func arrange(
        keeping visible: Range<Int>?, shiftedBy shift: Int = 0, inserting inserted: [Asset] = []
    ) {
        // Who is told of a change may ask for rows before the last one is made.
        held = 0..<0
        let count = model.elements.count
        guard let visible = visible?.clamped(to: 0..<count), !visible.isEmpty else {
            perform(changes(of: 0..<count, to: (part ?? known).elements[...]))
            return
        }
        var (kept, start) = kept(visible, inserted)
        start += shift
        var holding = 0..<0
        let plan = withOthers(than: kept) { others in
            start = min(max(0, start), others.count)
            let isInOrder =
                kept.isEmpty
                || zip(kept, kept.dropFirst()).allSatisfy { precedes($0, $1) }
                    && (start == 0 || precedes(others[start - 1], kept[0]))
                    && (start == others.count || precedes(kept[kept.count - 1], others[start]))
            holding = isInOrder ? 0..<0 : start..<(start + kept.count)
            return [
                changes(of: visible.upperBound..<count, to: others[start...]),
                changes(of: visible, to: kept[...]),
                changes(of: 0..<visible.lowerBound, to: others[..<start]),
            ]
        }
        for changes in plan { perform(changes) }
        held = holding
    }

    /// The assets that stay in the rows `visible`, and the row of the first.
    private func kept(_ visible: Range<Int>, _ inserted: [Asset]) -> (assets: [Asset], start: Int) {
        var kept = model.elements[visible].compactMap { row -> Asset? in
            guard let asset = records[row.path]?.asset, test.admits(asset) else { return nil }
            return asset
        }
        var start = visible.lowerBound
        guard let first = kept.min(by: precedes), let last = kept.max(by: precedes) else {
            return (kept, start)
        }
        for asset in inserted.sorted(by: precedes) where !kept.contains(where: { $0.path == asset.path }) {
            if precedes(asset, first) {
                start += 1
            } else if precedes(asset, last), let place = kept.firstIndex(where: { precedes(asset, $0) }) {
                kept.insert(asset, at: place)
            }
        }
        return (kept, start)
    }

    /// Lends what is shown without `kept`, in order; taken out and put back, which is quicker than a copy.
    private func withOthers<Result>(than kept: [Asset], _ body: ([Asset]) -> Result) -> Result {
        if part != nil {
            part?.replace(kept, with: [], precedes)
            defer { part?.replace([], with: kept, precedes) }
            return body(part?.elements ?? [])
        }
        known.replace(kept, with: [], precedes)
        defer { known.replace([], with: kept, precedes) }
        return body(known.elements)
    }

    private func changes(of rows: Range<Int>, to new: ArraySlice<Asset>) -> RowChanges {
        RowChanges(from: model.elements[rows], to: new, precedes)
    }

    private func perform(_ changes: RowChanges) {
        for (row, asset) in changes.silent { model.replaceSilently(at: row, with: asset) }
        for group in changes.groups(atMost: Self.changeLimit).reversed() { model.replace(group) }
    }
}

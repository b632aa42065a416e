import GLibBridge

/// The order of the grid; the words are those of `--sort`.
public enum SortOrder: String, Sendable, CaseIterable {
    /// By date taken, else by modification time, the latest first; then by name.
    case newest
    case oldest
    /// As file managers order names: without case, and numbers by value.
    case name
    /// The order in which the items were found: files that were named keep the order given.
    case none

    /// Whether `left` comes before `right`. The paths' bytes are the last word, so no two files are
    /// equal; in the order ``none`` nothing precedes anything.
    public func precedes(_ left: Asset, _ right: Asset) -> Bool {
        switch self {
        case .newest where left.date != right.date: left.date > right.date
        case .oldest where left.date != right.date: left.date < right.date
        case .none: false
        default: Self.namePrecedes(left, right)
        }
    }

    private static func namePrecedes(_ left: Asset, _ right: Asset) -> Bool {
        let leftKey = left.name.collationKey
        let rightKey = right.name.collationKey
        return leftKey == rightKey ? left.path < right.path : leftKey < rightKey
    }
}

extension [Asset] {
    /// The same assets in `order`; ``SortOrder/none`` leaves them as they are.
    public func sorted(by order: SortOrder) -> [Asset] {
        switch order {
        case .none: self
        case .newest: sortedByItems { asset in DateItem(asset, place: ~asset.date) }
        case .oldest: sortedByItems { asset in DateItem(asset, place: asset.date) }
        case .name: sortedByItems { asset in NameItem(asset) }
        }
    }

    /// The cores share making what is compared, which may be dear, and comparing it.
    private func sortedByItems<Item: SortItem>(_ item: @Sendable (Asset) -> Item) -> [Asset] {
        let parts = Parallel.mapSlices(of: self) { slice in slice.map(item).sorted() }
        return parts.dropFirst().reduce(parts[0]) { $0.merged(with: $1) }.map(\.asset)
    }
}

/// An asset with what it is ordered by at hand.
private protocol SortItem: Comparable, Sendable {
    var asset: Asset { get }
}

private struct DateItem: SortItem {
    let asset: Asset
    let place: Int64

    init(_ asset: Asset, place: Int64) {
        self.asset = asset
        self.place = place
    }

    static func < (left: DateItem, right: DateItem) -> Bool {
        left.place == right.place
            ? SortOrder.name.precedes(left.asset, right.asset) : left.place < right.place
    }
}

private struct NameItem: SortItem {
    let key: CollationKey
    let asset: Asset

    init(_ asset: Asset) {
        self.asset = asset
        key = asset.name.collationKey
    }

    static func < (left: NameItem, right: NameItem) -> Bool {
        left.key == right.key ? left.asset.path < right.asset.path : left.key < right.key
    }
}

extension Array where Element: SortItem {
    /// The elements of two sorted arrays, in order.
    fileprivate func merged(with other: [Element]) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(count + other.count)
        var next = 0
        for item in self {
            while next < other.count, other[next] < item {
                result.append(other[next])
                next += 1
            }
            result.append(item)
        }
        return result + other[next...]
    }
}

extension CaptureDate {
    /// The moment in nanoseconds since 1970 UTC; without an offset the machine's local time is meant.
    ///
    /// Dates beyond what 64 bits hold (the years 1677 to 2262) are the nearest that they do.
    public var nanoseconds: Int64 {
        let offset = offset ?? LocalTime.offset(wallClock: wallClock)
        let (seconds, overflow) = wallClock.subtractingReportingOverflow(Int64(offset))
        let (result, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow || tooLong ? (wallClock < 0 ? .min : .max) : result
    }
}

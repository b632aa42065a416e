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
        case .newest, .oldest: sorted { order.precedes($0, $1) }
        case .name: sortedByName()
        }
    }

    /// The cores share making the keys, which is the dear part, and comparing them.
    private func sortedByName() -> [Asset] {
        let parts = Parallel.mapSlices(of: self) { slice in slice.map { NameItem($0) }.sorted() }
        return parts.dropFirst().reduce(parts[0]) { $0.merged(with: $1) }.map(\.asset)
    }
}

/// An asset with its key at hand.
private struct NameItem: Comparable, Sendable {
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

extension [NameItem] {
    /// The elements of two sorted arrays, in order.
    fileprivate func merged(with other: [NameItem]) -> [NameItem] {
        var result: [NameItem] = []
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

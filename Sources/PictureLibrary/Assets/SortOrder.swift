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
    ///
    /// The cores share it: what is compared may be dear to make.
    public func sorted(by order: SortOrder) -> [Asset] {
        switch order {
        case .none: self
        case .name: sortedByName()
        // Signed numbers keep their order as unsigned ones when half of these is added.
        case .newest: sorted(by: order) { SortPlace.Rank(first: ~(UInt64(bitPattern: $0.date) ^ 1 << 63)) }
        case .oldest: sorted(by: order) { SortPlace.Rank(first: UInt64(bitPattern: $0.date) ^ 1 << 63) }
        }
    }

    private func sorted(by order: SortOrder, _ rank: @Sendable (Asset) -> SortPlace.Rank) -> [Asset] {
        sorted(by: { rank(self[$0]) }, then: { order.precedes(self[$0], self[$1]) })
    }

    private func sortedByName() -> [Asset] {
        let keys = Parallel.mapSlices(of: self) { slice in
            var keys = CollationKeys()
            for asset in slice { keys.append(asset.path) }
            return keys
        }.reduce(into: CollationKeys()) { $0.append($1) }
        // Cameras' names begin alike: the numbers that tell the order must not be used up by that.
        let start = keys.commonPrefix
        return sorted(
            by: {
                SortPlace.Rank(first: keys.number($0, from: start), second: keys.number($0, from: start + 8))
            },
            then: { left, right in
                let order = keys.compare(left, right)
                return order == 0 ? self[left].path < self[right].path : order < 0
            })
    }

    /// In the order of ranks, and where these are the same of `precedes`; both are given indices.
    private func sorted(
        by rank: @Sendable (Int) -> SortPlace.Rank, then precedes: @Sendable (Int, Int) -> Bool
    ) -> [Asset] {
        @Sendable func isBefore(_ left: SortPlace, _ right: SortPlace) -> Bool {
            left.rank == right.rank ? precedes(left.index, right.index) : left.rank < right.rank
        }
        let parts = Parallel.mapSlices(of: self) { slice in
            slice.indices.map { SortPlace(rank: rank($0), index: $0) }.sorted(by: isBefore)
        }
        return parts.dropFirst().reduce(parts[0]) { $0.merged(with: $1, isBefore) }.map { self[$0.index] }
    }
}

/// Where an asset belongs, nearly always told by numbers: quicker to compare and to move than the asset.
private struct SortPlace: Sendable {
    let rank: Rank
    let index: Int

    struct Rank: Comparable {
        let first: UInt64
        var second: UInt64 = 0

        static func < (left: Rank, right: Rank) -> Bool {
            left.first == right.first ? left.second < right.second : left.first < right.first
        }
    }
}

extension [SortPlace] {
    /// The elements of two sorted arrays, in order.
    fileprivate func merged(
        with other: [SortPlace], _ precedes: (SortPlace, SortPlace) -> Bool
    ) -> [SortPlace] {
        var result: [SortPlace] = []
        result.reserveCapacity(count + other.count)
        var next = 0
        for place in self {
            while next < other.count, precedes(other[next], place) {
                result.append(other[next])
                next += 1
            }
            result.append(place)
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

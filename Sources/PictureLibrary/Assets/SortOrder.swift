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
        guard order != .none else { return self }
        @Sendable func precedes(_ left: SortPlace, _ right: SortPlace) -> Bool {
            guard left.rank == right.rank else { return left.rank < right.rank }
            return order.precedes(self[left.index], self[right.index])
        }
        let parts = Parallel.mapSlices(of: self) { slice in
            slice.indices.map { SortPlace(slice[$0], at: $0, in: order) }.sorted(by: precedes)
        }
        return parts.dropFirst().reduce(parts[0]) { $0.merged(with: $1, precedes) }.map { self[$0.index] }
    }
}

/// Where an asset belongs, nearly always told by numbers: quicker to compare and to move than the asset.
private struct SortPlace: Sendable {
    let rank: Rank
    let index: Int

    struct Rank: Comparable {
        let first: UInt64
        let second: UInt64

        static func < (left: Rank, right: Rank) -> Bool {
            left.first == right.first ? left.second < right.second : left.first < right.first
        }
    }

    init(_ asset: Asset, at index: Int, in order: SortOrder) {
        self.index = index
        // Signed numbers keep their order as unsigned ones when half of these is added.
        let date = UInt64(bitPattern: asset.date) ^ 1 << 63
        switch order {
        case .newest: rank = Rank(first: ~date, second: 0)
        case .oldest: rank = Rank(first: date, second: 0)
        case .name:
            let prefix = asset.name.collationKey.prefix
            rank = Rank(first: prefix.0, second: prefix.1)
        case .none: rank = Rank(first: 0, second: 0)
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

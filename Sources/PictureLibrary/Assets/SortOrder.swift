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
        guard leftKey == rightKey else { return leftKey.lexicographicallyPrecedes(rightKey) }
        return left.path < right.path
    }
}

extension [Asset] {
    /// The same assets in `order`; ``SortOrder/none`` leaves them as they are.
    public func sorted(by order: SortOrder) -> [Asset] {
        order == .none ? self : sorted { order.precedes($0, $1) }
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

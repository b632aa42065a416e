import GLibBridge

/// How rows become other rows: few changes, found in one pass over both.
struct RowChanges {
    /// In ascending order, not touching each other.
    private(set) var runs: [ReplacedRun<Asset>] = []
    /// Rows whose asset is another copy, without a difference that a row shows.
    private(set) var silent: [(row: Int, asset: Asset)] = []

    /// Any rows can become any others; where both are sorted by `precedes`, no row is replaced without need.
    init(from old: ArraySlice<Asset>, to new: ArraySlice<Asset>, _ precedes: SortedAssets.Precedes) {
        var left = old.startIndex
        var right = new.startIndex
        while left < old.endIndex, right < new.endIndex {
            if old[left].isCopy(of: new[right]) {
                left += 1
                right += 1
            } else if old[left].path == new[right].path {
                if old[left].looksLike(new[right]) {
                    silent.append((left, new[right]))
                } else {
                    add(left..<(left + 1), new[right...right])
                }
                left += 1
                right += 1
            } else if precedes(old[left], new[right]) {
                add(left..<(left + 1), [])
                left += 1
            } else {
                add(left..<left, new[right...right])
                right += 1
            }
        }
        if left < old.endIndex || right < new.endIndex { add(left..<old.endIndex, new[right...]) }
    }

    private mutating func add(_ old: Range<Int>, _ new: ArraySlice<Asset>) {
        if let last = runs.last, last.old.upperBound == old.lowerBound {
            runs[runs.count - 1].old = last.old.lowerBound..<old.upperBound
            runs[runs.count - 1].new += new
        } else {
            runs.append(ReplacedRun(old: old, new: Array(new)))
        }
    }

    /// The runs in at most `limit` groups, each to be told as one change, split where most rows lie between
    /// two: every change makes each list widget and model on the way work.
    func groups(atMost limit: Int) -> [ArraySlice<ReplacedRun<Asset>>] {
        guard !runs.isEmpty else { return [] }
        let gaps = zip(runs, runs.dropFirst()).map { $1.old.lowerBound - $0.old.upperBound }
        let ends = gaps.indices.sorted { gaps[$0] > gaps[$1] }.prefix(limit - 1).map { $0 + 1 }.sorted()
        var start = 0
        return (ends + [runs.count]).map { end in
            defer { start = end }
            return runs[start..<end]
        }
    }
}

extension Asset {
    /// Whether a row shows the same for both.
    fileprivate func looksLike(_ other: Asset) -> Bool {
        // Not the date alone: the same moment has another wall clock where the camera was.
        kind == other.kind && clip == other.clip && file == other.file && date == other.date
            && shownWallClock == other.shownWallClock && metadata?.duration == other.metadata?.duration
            && (metadata?.subtypes ?? []) == (other.metadata?.subtypes ?? [])
            && contentType == other.contentType
    }
}

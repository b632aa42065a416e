import GLibBridge

/// Assets in order, changed in batches: a batch costs one pass, whatever its size.
struct SortedAssets: Sendable {
    private(set) var elements: [Asset] = []

    typealias Precedes = (Asset, Asset) -> Bool

    init(_ elements: [Asset] = []) { self.elements = elements }

    /// Where `asset` is, as it was put in.
    func position(of asset: Asset, _ precedes: Precedes) -> Int? {
        elements[...].position(of: asset, precedes)
    }

    /// Takes out what is in here of `old`, and puts in `new`, which is not.
    mutating func replace(_ old: [Asset], with new: [Asset], _ precedes: Precedes) {
        if !old.isEmpty {
            let positions = Set(old.compactMap { position(of: $0, precedes) }).sorted()
            elements.replace(positions.map { ReplacedRun(old: $0..<($0 + 1), new: []) })
        }
        guard !new.isEmpty else { return }
        var runs: [ReplacedRun<Asset>] = []
        var start = 0
        for asset in new.sorted(by: precedes) {
            start = elements[start...].insertionPoint(of: asset, precedes)
            runs.append(ReplacedRun(old: start..<start, new: [asset]))
        }
        elements.replace(runs)
    }

    /// Puts `new` in the place of `old`, which sorts the same.
    mutating func exchange(_ old: Asset, for new: Asset, _ precedes: Precedes) {
        if let position = position(of: old, precedes) { elements[position] = new }
    }
}

extension ArraySlice<Asset> {
    /// The first place at which nothing precedes `asset`.
    func insertionPoint(of asset: Asset, _ precedes: SortedAssets.Precedes) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if precedes(self[middle], asset) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Where `asset` is in this sorted slice.
    func position(of asset: Asset, _ precedes: SortedAssets.Precedes) -> Int? {
        let position = insertionPoint(of: asset, precedes)
        return position < endIndex && self[position].path == asset.path ? position : nil
    }
}

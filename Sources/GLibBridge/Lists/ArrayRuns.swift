/// Some neighbouring elements of an array, and what takes their place.
public struct ReplacedRun<Element> {
    public var old: Range<Int>
    public var new: [Element]

    public init(old: Range<Int>, new: [Element]) {
        self.old = old
        self.new = new
    }
}

extension Array {
    /// Replaces `runs`, which are in ascending order and do not overlap, in one pass.
    ///
    /// The elements between them are moved, not copied: counting the references of 100,000 objects, each in
    /// a cache line of its own, costs milliseconds.
    @inlinable
    public mutating func replace(_ runs: some Collection<ReplacedRun<Element>>) {
        remove(runs.lazy.map(\.old))
        var removed = 0
        var places: [(index: Int, element: Element)] = []
        for run in runs {
            let start = run.old.lowerBound - removed
            for element in run.new { places.append((start, element)) }
            removed += run.old.count
        }
        insert(places)
    }

    /// Removes `ranges`, in ascending order.
    @inlinable
    mutating func remove(_ ranges: some Collection<Range<Int>>) {
        let total = ranges.reduce(0) { $0 + $1.count }
        guard total > 0, let first = ranges.first(where: { !$0.isEmpty }) else { return }
        let filler = self[first.lowerBound]
        let end = count
        withUnsafeMutableBufferPointer { buffer in
            let base = buffer.baseAddress!
            var target = first.lowerBound
            var source = first.lowerBound
            func keep(to end: Int) {
                (base + target).moveInitialize(from: base + source, count: end - source)
                target += end - source
                source = end
            }
            for range in ranges where !range.isEmpty {
                keep(to: range.lowerBound)
                (base + range.lowerBound).deinitialize(count: range.count)
                source = range.upperBound
            }
            keep(to: end)
            // The array counts on a whole buffer.
            (base + target).initialize(repeating: filler, count: total)
        }
        removeLast(total)
    }

    /// Inserts each element before the one that is at its index now; the indices ascend.
    @inlinable
    mutating func insert(_ places: [(index: Int, element: Element)]) {
        guard let filler = places.last?.element else { return }
        var source = count
        append(contentsOf: repeatElement(filler, count: places.count))
        withUnsafeMutableBufferPointer { buffer in
            let base = buffer.baseAddress!
            (base + source).deinitialize(count: places.count)
            var target = buffer.count
            for place in places.reversed() {
                let length = source - place.index
                source -= length
                target -= length + 1
                (base + target + 1).moveInitialize(from: base + source, count: length)
                (base + target).initialize(to: place.element)
            }
        }
    }
}

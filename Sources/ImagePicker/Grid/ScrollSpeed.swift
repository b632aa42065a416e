/// Whether someone scrolls so fast that the photos that pass are not seen.
nonisolated struct ScrollSpeed {
    /// Half a screen within this time is fast, in microseconds: a wheel comes there in several steps.
    private static let span = 300_000

    /// Whether the last step was one, not a change of what is scrolled.
    private(set) var hasMoved = false
    private var places: [(value: Double, time: Int)] = []
    private var size = (content: 0.0, page: 0.0)

    /// Notes where the scrolling has come to; true if it is fast.
    ///
    /// Lengths are application pixels, `time` is in microseconds. Where the content or the window gets
    /// another size, the place moves without anybody scrolling.
    mutating func moves(to value: Double, of content: Double, page: Double, at time: Int) -> Bool {
        guard size == (content, page) else {
            size = (content, page)
            places = [(value, time)]
            hasMoved = false
            return false
        }
        hasMoved = places.last.map { $0.value != value } ?? false
        // The last place before the span counts: that is where the first step of it began.
        let first = places.lastIndex { $0.time <= time - Self.span } ?? 0
        places.removeFirst(min(first, places.count))
        places.append((value, time))
        return hasMoved && places.contains { abs($0.value - value) > page / 2 }
    }
}

/// Which rows of a long list are worth pictures while somebody scrolls through it: those in sight, then the
/// next screen in the direction in which it goes, and no others.
public struct LookAhead: Sendable {
    /// The rows in sight.
    public private(set) var visible = 0..<0
    /// The rows that come into sight next, the nearest first; empty at the end of the list.
    public private(set) var ahead: [Int] = []
    /// Whether rows pass faster than they can be seen, so that fetching pictures of them is in vain.
    public private(set) var isPassing = false

    /// A screen within this time is too fast to be seen, in microseconds.
    private static let glimpse = 100_000
    /// Without a step for this time the scrolling has ended, in microseconds.
    public static let rest = 50_000

    /// The first rows in sight that were come to within the last ``glimpse``.
    private var steps: [(row: Int, time: Int)] = []
    private var count = 0
    private var goesBack = false

    public init() {}

    /// Notes that `rows` of `count` are in sight at `time`, in microseconds. While rows pass, to be called
    /// again after ``rest`` at the latest.
    public mutating func move(to rows: Range<Int>, of count: Int, at time: Int) {
        // Where rows come or go, others get into sight without anybody scrolling.
        let hasScrolled = count == self.count && rows.lowerBound != visible.lowerBound
        if count != self.count { steps = [] }
        if hasScrolled { goesBack = rows.lowerBound < visible.lowerBound }
        self.count = count
        visible = rows.clamped(to: 0..<count)
        ahead =
            goesBack
            ? (max(0, visible.lowerBound - visible.count)..<visible.lowerBound).reversed()
            : Array(visible.upperBound..<min(count, visible.upperBound + visible.count))

        steps.removeAll { $0.time < time - Self.glimpse }
        if hasScrolled { steps.append((visible.lowerBound, time)) }
        // Where the first step began does not count: a single jump is meant to be seen.
        let distance = steps.map { abs($0.row - visible.lowerBound) }.max() ?? 0
        let isMoving = steps.last.map { time - $0.time < Self.rest } ?? false
        isPassing = isMoving && !visible.isEmpty && distance >= visible.count
    }
}

import GtkBridge

/// Where the tiles lie: squares in rows, as many side by side as fit the width.
///
/// Lengths are application pixels; points and rectangles are those of the whole content, scrolled or
/// not. Mirrored in right-to-left languages.
nonisolated struct GridGeometry: Equatable {
    /// Between lines, and between the tiles of a line.
    static let lineSpacing = 4
    static let itemSpacing = 1

    let width: Int
    let columns: Int
    /// A tile's width and height.
    let side: Int
    private(set) var count: Int
    let isRightToLeft: Bool

    /// - Parameters:
    ///   - width: of the grid.
    ///   - wishedSide: the size the user likes; tiles grow from it until a line is full.
    ///   - count: how many tiles there are.
    ///   - isRightToLeft: whether the first tile of a line is the rightmost.
    init(width: Int, wishedSide: Int, count: Int, isRightToLeft: Bool = false) {
        self.width = max(width, 1)
        self.count = count
        self.isRightToLeft = isRightToLeft
        columns = max(1, (self.width + Self.itemSpacing) / (max(wishedSide, 1) + Self.itemSpacing))
        side = max(1, self.width / columns - Self.itemSpacing)
    }

    /// The same tiles, but so many.
    func holding(_ count: Int) -> GridGeometry {
        var other = self
        other.count = count
        return other
    }

    var rowHeight: Int { side + Self.lineSpacing }
    var rows: Int { (count + columns - 1) / columns }
    var contentHeight: Int { rows * rowHeight }
    /// Whole pixels, as GTK has it: what is left over lies behind the last column.
    private var columnWidth: Double { Double(width / columns) }

    /// The tile under a point, or nil between and behind the tiles.
    func index(x: Double, y: Double) -> Int? {
        guard x >= 0, x < Double(width), y >= 0 else { return nil }
        let x = fromStart(x)
        let (row, column) = (Int(y) / rowHeight, column(at: x))
        guard Int(y) % rowHeight < side, x - Double(column) * columnWidth < Double(side) else { return nil }
        let index = row * columns + column
        return index < count ? index : nil
    }

    /// The tiles that the rectangle between two corners touches, in list order.
    func indices(from first: Point, to second: Point) -> [Int] {
        guard count > 0 else { return [] }
        let top = max(0, Int(min(first.y, second.y))) / rowHeight
        let bottom = min(rows - 1, max(0, Int(max(first.y, second.y))) / rowHeight)
        let ends = [first.x, second.x].map { column(at: fromStart($0)) }.sorted()
        guard top <= bottom else { return [] }
        return (top...bottom).flatMap { row -> [Int] in
            guard min(first.y, second.y) < Double(row * rowHeight + side) else { return [] }
            return (ends[0]...ends[1]).map { row * columns + $0 }.filter { $0 < count }
        }
    }

    /// The distance from where lines begin.
    private func fromStart(_ x: Double) -> Double { isRightToLeft ? Double(width) - x : x }

    /// The place in its line of a tile at a distance from the start.
    private func column(at distance: Double) -> Int { min(columns - 1, max(0, Int(distance / columnWidth))) }

    /// The middle of a tile.
    func middle(of index: Int) -> Point {
        Point(
            x: fromStart(Double(index % columns) * columnWidth + Double(side) / 2),
            y: Double(index / columns * rowHeight) + Double(side) / 2)
    }

    /// The tiles of the rows that a viewport at `scroll` of this height shows, also in part.
    func visible(scroll: Double, height: Double) -> Range<Int> {
        guard count > 0, height > 0 else { return 0..<0 }
        let first = max(0, Int(scroll)) / rowHeight
        let last = Int(max(0, scroll + height - 1)) / rowHeight
        let start = min(count, first * columns)
        return start..<min(count, max(start, (last + 1) * columns))
    }

    /// The scroll position at which the row of `index` is wholly in sight, nearest to `scroll`.
    func scroll(showing index: Int, from scroll: Double, height: Double) -> Double {
        let top = Double(index / columns * rowHeight)
        let bottom = top + Double(side)
        if top < scroll { return top }
        return bottom > scroll + height ? bottom - height : scroll
    }
}

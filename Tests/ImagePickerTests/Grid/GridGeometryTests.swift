import GtkBridge
import Testing

@testable import ImagePicker

@Suite("Where tiles lie")
struct GridGeometryTests {
    @Test(
        "as many tiles stand in a line as fit, and grow until the line is full",
        arguments: [
            (1000, 120, 8, 124), (990, 120, 8, 122), (360, 120, 2, 179), (363, 120, 3, 120),
            (100, 120, 1, 99), (1, 120, 1, 1), (1000, 400, 2, 499),
        ])
    func columns(width: Int, wished: Int, columns: Int, side: Int) {
        let geometry = GridGeometry(width: width, wishedSide: wished, count: 10)
        #expect(geometry.columns == columns)
        #expect(geometry.side == side)
        #expect(geometry.columns * (geometry.side + GridGeometry.itemSpacing) <= max(width, 2))
    }

    @Test("every tile is found at its middle, in both directions of reading", arguments: [false, true])
    func middles(isRightToLeft: Bool) {
        let geometry = GridGeometry(width: 500, wishedSide: 120, count: 11, isRightToLeft: isRightToLeft)
        for index in 0..<11 {
            let distance = Double(index % 4) * 125 + 60
            let x = isRightToLeft ? 500 - distance : distance
            let y = Double(index / 4 * geometry.rowHeight + geometry.side / 2)
            #expect(geometry.index(x: x, y: y) == index)
        }
    }

    @Test("columns are whole pixels wide, as GTK has them", arguments: [false, true])
    func wholePixels(isRightToLeft: Bool) {
        let geometry = GridGeometry(width: 990, wishedSide: 120, count: 8, isRightToLeft: isRightToLeft)
        func index(_ distance: Double) -> Int? {
            geometry.index(x: isRightToLeft ? 990 - distance : distance, y: 5)
        }
        #expect(index(7 * 123 + 1) == 7)
        #expect(index(6 * 123 + 121) == 6)
        #expect(index(987) == nil)
        #expect(geometry.middle(of: 7).x == (isRightToLeft ? 990 - 922 : 922))
    }

    @Test("between tiles, behind the last and outside there is none")
    func gaps() {
        let geometry = GridGeometry(width: 500, wishedSide: 120, count: 5)
        #expect(geometry.index(x: 124.5, y: 10) == nil)
        #expect(geometry.index(x: 10, y: Double(geometry.side) + 1) == nil)
        #expect(geometry.index(x: 200, y: Double(geometry.rowHeight) + 5) == nil)
        #expect(geometry.index(x: -1, y: 5) == nil)
        #expect(geometry.index(x: 500, y: 5) == nil)
        #expect(geometry.index(x: 5, y: -1) == nil)
        #expect(GridGeometry(width: 500, wishedSide: 120, count: 0).index(x: 5, y: 5) == nil)
    }

    @Test("a band covers the tiles that it touches, from whichever corner it was drawn")
    func band() {
        let geometry = GridGeometry(width: 500, wishedSide: 120, count: 11)
        let first = Point(x: 130, y: 10), second = Point(x: 260, y: Double(geometry.rowHeight) + 10)
        #expect(geometry.indices(from: first, to: second) == [1, 2, 5, 6])
        #expect(geometry.indices(from: second, to: first) == [1, 2, 5, 6])
        let end = Double(geometry.contentHeight)
        let below = Point(x: 10, y: end + 200)
        #expect(geometry.indices(from: below, to: Point(x: 20, y: end + 20)) == [])
        #expect(geometry.indices(from: below, to: Point(x: 20, y: end - 20)) == [8])
    }

    @Test("the rows in sight, also in part")
    func visible() {
        let geometry = GridGeometry(width: 500, wishedSide: 120, count: 100)
        #expect(geometry.visible(scroll: 0, height: 400) == 0..<16)
        let row = Double(geometry.rowHeight)
        #expect(geometry.visible(scroll: row, height: row) == 4..<8)
        #expect(geometry.visible(scroll: 1e9, height: 400) == 100..<100)
        #expect(geometry.visible(scroll: 0, height: 0).isEmpty)
        #expect(GridGeometry(width: 500, wishedSide: 120, count: 0).visible(scroll: 0, height: 400).isEmpty)
    }

    @Test("scrolling goes no farther than a tile needs")
    func scrolling() {
        let geometry = GridGeometry(width: 500, wishedSide: 120, count: 100)
        #expect(geometry.scroll(showing: 0, from: 300, height: 400) == 0)
        #expect(geometry.scroll(showing: 4, from: 0, height: 400) == 0)
        let last = geometry.scroll(showing: 99, from: 0, height: 400)
        #expect(last == Double(24 * geometry.rowHeight + geometry.side) - 400)
    }
}

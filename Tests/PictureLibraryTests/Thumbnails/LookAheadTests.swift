import Testing

@testable import PictureLibrary

/// What is fetched of 1,000 rows, of which 40 are in sight.
struct LookAheadTests {
    private func moves(_ places: [(row: Int, milliseconds: Int)]) -> LookAhead {
        var rows = LookAhead()
        for place in places {
            rows.move(to: place.row..<(place.row + 40), of: 1000, at: place.milliseconds * 1000)
        }
        return rows
    }

    @Test("One screen ahead, down at first, then where it goes, the nearest first")
    func direction() {
        #expect(moves([(0, 0)]).ahead == Array(40..<80))
        let back = moves([(0, 0), (200, 1000), (160, 2000)])
        #expect(back.visible == 160..<200)
        #expect(back.ahead == Array((120..<160).reversed()))
        #expect(moves([(0, 0), (200, 1000), (160, 2000), (160, 3000)]).ahead == back.ahead)
        #expect(moves([(0, 0), (200, 1000), (160, 2000), (168, 3000)]).ahead == Array(208..<248))
    }

    @Test("At the ends there is less ahead, or nothing")
    func ends() {
        #expect(moves([(0, 0), (940, 1000)]).ahead == Array(980..<1000))
        #expect(moves([(0, 0), (960, 1000)]).ahead.isEmpty)
        #expect(moves([(100, 0), (0, 1000)]).ahead.isEmpty)
    }

    @Test("A jump is meant to be seen, also one of many screens and right after rows came")
    func jump() {
        #expect(!moves([(0, 0), (900, 1000)]).isPassing)
        #expect(!moves([(0, 0), (0, 990), (900, 1000)]).isPassing)
    }

    @Test("Rows pass when a screen goes by in a tenth of a second")
    func passing() {
        #expect(moves([(0, 0), (40, 1000), (80, 1040)]).isPassing)
        #expect(moves([(900, 0), (600, 1000), (300, 1016)]).isPassing)
        let slow = (0...20).map { (row: $0 * 8, milliseconds: 1000 + $0 * 25) }
        #expect(!moves(slow).isPassing)
    }

    @Test("Soon after the last step nothing passes any more")
    func rest() {
        let fast = [(row: 0, milliseconds: 0), (400, 1000), (800, 1016)]
        #expect(moves(fast + [(800, 1040)]).isPassing)
        #expect(!moves(fast + [(800, 1066)]).isPassing)
        // Slowly from there on.
        #expect(!moves(fast + [(808, 1120)]).isPassing)
    }

    @Test("Rows that come into sight because others came or went have not been scrolled to")
    func changes() {
        var rows = moves([(400, 0), (392, 1000)])
        rows.move(to: 600..<640, of: 1400, at: 1_010_000)
        rows.move(to: 100..<140, of: 900, at: 1_020_000)
        #expect(!rows.isPassing)
        #expect(rows.ahead == Array((60..<100).reversed()))
    }
}

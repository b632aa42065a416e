import GLibBridge
import Testing

@testable import PictureLibrary

private func id(_ name: some StringProtocol) -> FilePath { FilePath("/p/\(name)") }
private func ids(_ names: String) -> [FilePath] { names.split(separator: " ").map { id($0) } }
/// `#expect` takes no call that mutates.
private func same<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
private func names(_ selection: Selection) -> String {
    selection.picks.map(\.displayName).joined(separator: " ")
}

@Suite struct SelectionRules {
    @Test("R01: picking order is the order of the result")
    func order() {
        var selection = Selection(maximum: 0)
        for name in ["6", "1", "8"] { selection.toggle(id(name)) }
        #expect(names(selection) == "6 1 8")
        #expect(["6", "1", "8", "2"].map { selection.number(of: id($0)) } == [1, 2, 3, nil])
    }

    @Test("R03, R12: preselected files are numbered as given, each once")
    func preselection() {
        let selection = Selection(maximum: 5, preselected: ids("c a b a"))
        #expect(names(selection) == "c a b")
        #expect(selection.number(of: id("c")) == 1)
        #expect(!selection.canUndo)
    }

    @Test("R13: what is preselected counts; beyond the maximum it is left out")
    func preselectionCounts() {
        var selection = Selection(maximum: 3, preselected: ids("a b c d"))
        #expect(names(selection) == "a b c")
        #expect(selection.isFull)
        same(selection.toggle(id("d")), .refused(maximum: 3))
    }

    @Test("R05: at the maximum picked ones still react and renumber, the others refuse")
    func fullStillReacts() {
        var selection = Selection(maximum: 5, preselected: ids("a b c d e"))
        #expect(!selection.reacts(id("f")))
        #expect(selection.reacts(id("c")))
        same(selection.toggle(id("f")), .refused(maximum: 5))
        #expect(names(selection) == "a b c d e")
        same(selection.toggle(id("c")), .unpicked)
        #expect(selection.number(of: id("e")) == 4)
        same(selection.toggle(id("f")), .picked(number: 5))
        #expect(names(selection) == "a b d e f")
    }

    @Test("R06, R07: a shot is one more pick if there is room, and only then")
    func shot() {
        var selection = Selection(maximum: 3, preselected: ids("a b"))
        same(selection.pick(id("shot")), .picked(number: 3))
        same(selection.pick(id("shot 2")), .refused(maximum: 3))
        #expect(names(selection) == "a b shot")
    }

    @Test("R09: at maximum 1 another takes the place, and nothing dims")
    func replacing() {
        var selection = Selection(maximum: 1)
        same(selection.toggle(id("a")), .picked(number: 1))
        #expect(selection.reacts(id("b")))
        same(selection.toggle(id("b")), .replaced(id("a")))
        #expect(names(selection) == "b")
        #expect(selection.number(of: id("a")) == nil)
        same(selection.toggle(id("b")), .unpicked)
        #expect(selection.isEmpty)
    }

    @Test("R14: a maximum above the number of files is never reached")
    func largeMaximum() {
        var selection = Selection(maximum: 10)
        same(selection.pick(all: ids("a b c")), .init(picked: 3, refused: 0))
        #expect(!selection.isFull)
    }

    @Test("R16: toggling fifty times is the same as not at all", arguments: [1, 3])
    func idempotent(maximum: Int) {
        var selection = Selection(maximum: maximum, preselected: ids("a"))
        for _ in 0..<50 { selection.toggle(id("a")) }
        #expect(names(selection) == "a")
        same(selection.pick(id("a")), .unchanged)
        same(selection.unpick(id("z")), .unchanged)
        #expect(selection.checkInvariants())
    }

    @Test("R24: what was deleted drops out, the rest renumber, and undo does not bring it back")
    func vanished() {
        var selection = Selection(maximum: 3)
        for name in ["a", "b", "c"] { selection.pick(id(name)) }
        same(selection.remove(vanished: Set(ids("b x"))), ids("b"))
        #expect(selection.number(of: id("c")) == 2)
        #expect(!selection.isFull)
        while selection.undo() { #expect(!selection.contains(id("b"))) }
        while selection.redo() { #expect(!selection.contains(id("b"))) }
        #expect(names(selection) == "a c")
        same(selection.remove(vanished: Set(ids("a c"))), ids("a c"))
        #expect(!selection.canAccept)
    }

    @Test("The accept button works from the minimum on")
    func minimum() {
        var selection = Selection(minimum: 2, maximum: 3)
        #expect(!selection.canAccept)
        selection.pick(all: ids("a b"))
        #expect(selection.canAccept)
        selection.setMaximum(1)
        #expect(selection.minimum == 1)
        #expect(Selection(minimum: 0, maximum: 1).canAccept)
    }

    @Test("R13: the caller lowers the maximum live; the last picks drop out")
    func lowering() {
        var selection = Selection(maximum: 5, preselected: ids("a b c d"))
        same(selection.setMaximum(2), ids("c d"))
        #expect(names(selection) == "a b")
        #expect(selection.isFull)
        same(selection.setMaximum(0), [])
        same(selection.toggle(id("z")), .picked(number: 3))
    }

    @Test("Selecting all stops at the maximum and says how many did not fit")
    func all() {
        var selection = Selection(maximum: 4, preselected: ids("c"))
        same(selection.pick(all: ids("a b c d e f")), .init(picked: 3, refused: 2))
        #expect(names(selection) == "c a b d")
        var single = Selection(maximum: 1, preselected: ids("b"))
        same(single.pick(all: ids("a b c")), .init(picked: 0, refused: 2))
        #expect(names(single) == "b")
    }

    @Test("An assistive tool's new set keeps the order of what stays")
    func assistive() {
        var selection = Selection(maximum: 3, preselected: ids("c a b"))
        same(selection.replace(with: ids("b d c e")), .init(picked: 1, refused: 1))
        #expect(names(selection) == "c b d")
        var single = Selection(maximum: 1, preselected: ids("a"))
        single.replace(with: ids("b"))
        #expect(names(single) == "b")
    }

    @Test("A digit moves a pick to that number")
    func moving() {
        var selection = Selection(maximum: 0, preselected: ids("a b c d"))
        same(selection.move(pick: id("d"), to: 2), .picked(number: 2))
        #expect(names(selection) == "a d b c")
        same(selection.move(pick: id("a"), to: 9), .picked(number: 4))
        #expect(names(selection) == "d b c a")
        same(selection.move(pick: id("a"), to: 4), .unchanged)
        same(selection.move(pick: id("z"), to: 1), .unchanged)
        selection.undo()
        selection.undo()
        #expect(names(selection) == "a b c d")
    }
}

@Suite struct SelectionSweeps {
    private let tiles = (0..<200).map { id("\($0)") }

    @Test("R17: from 10 to 60 and back to 40 leaves 31 picked")
    func dragAndReturn() {
        var selection = Selection(maximum: 0)
        same(selection.beginSweep(at: tiles[10]), true)
        for end in Array(10...60) + (40..<60).reversed() {
            selection.updateSweep(covering: tiles[10...end])
        }
        selection.endSweep()
        #expect(selection.picks == Array(tiles[10...40]))
        same(selection.undo(), true)
        #expect(selection.isEmpty)
    }

    @Test("A drag that begins on a picked tile un-picks, and gives back in the old order")
    func unpicking() {
        var selection = Selection(maximum: 0, preselected: [tiles[3], tiles[1], tiles[2], tiles[9]])
        same(selection.beginSweep(at: tiles[1]), false)
        selection.updateSweep(covering: tiles[1...3])
        #expect(selection.picks == [tiles[9]])
        selection.updateSweep(covering: tiles[1...2])
        #expect(selection.picks == [tiles[3], tiles[9]])
        selection.cancelSweep()
        #expect(selection.picks == [tiles[3], tiles[1], tiles[2], tiles[9]])
        #expect(!selection.canUndo)
    }

    @Test("A drag stops at the maximum, and going back makes room")
    func stopsAtMaximum() {
        var selection = Selection(maximum: 4, preselected: [tiles[5]])
        selection.beginSweep(picking: true)
        same(selection.updateSweep(covering: tiles[4...9]), .init(picked: 3, refused: 2))
        #expect(selection.picks == [tiles[5], tiles[4], tiles[6], tiles[7]])
        same(selection.updateSweep(covering: tiles[4...5]), .init(picked: 1, refused: 0))
        #expect(!selection.isFull)
    }

    @Test("At maximum 1 a drag picks the tile it began on")
    func single() {
        var selection = Selection(maximum: 1, preselected: [tiles[50]])
        selection.beginSweep(at: tiles[3])
        same(selection.updateSweep(covering: tiles[3...6]), .init(picked: 1, refused: 3))
        #expect(selection.picks == [tiles[3]])
        selection.updateSweep(covering: [])
        #expect(selection.picks == [tiles[50]])
    }

    @Test("A file deleted under the drag is in none of its states")
    func vanishedMeanwhile() {
        var selection = Selection(maximum: 0, preselected: [tiles[0], tiles[1]])
        selection.beginSweep(at: tiles[4])
        selection.updateSweep(covering: tiles[4...6])
        selection.remove(vanished: [tiles[1], tiles[5]])
        selection.updateSweep(covering: [tiles[4], tiles[6]])
        #expect(selection.picks == [tiles[0], tiles[4], tiles[6]])
        selection.cancelSweep()
        #expect(selection.picks == [tiles[0]])
    }

    @Test("Shift extends from the anchor in both directions and gives back what it leaves")
    func range() {
        var selection = Selection(maximum: 0, preselected: [tiles[5]])
        selection.extend(along: tiles[5...8])
        #expect(selection.picks == Array(tiles[5...8]))
        selection.extend(along: tiles[5...6])
        #expect(selection.picks == Array(tiles[5...6]))
        selection.extend(along: tiles[3...5].reversed())
        #expect(selection.picks == [tiles[5], tiles[4], tiles[3]])
        selection.toggle(tiles[20])
        selection.extend(along: tiles[5...6])
        #expect(selection.picks == [tiles[5], tiles[4], tiles[3], tiles[20], tiles[6]])
        for _ in 0..<3 { selection.undo() }
        #expect(selection.picks == [tiles[5]])
    }

    @Test("Shift stops at the maximum; at maximum 1 it picks the target")
    func rangeLimits() {
        var selection = Selection(maximum: 3)
        same(selection.extend(along: tiles[4...9].reversed()), .init(picked: 3, refused: 3))
        #expect(selection.picks == [tiles[9], tiles[8], tiles[7]])
        var single = Selection(maximum: 1, preselected: [tiles[0]])
        single.extend(along: tiles[0...4])
        #expect(single.picks == [tiles[4]])
    }

    @Test("Many rows are un-picked as one step")
    func unpickAll() {
        var selection = Selection(maximum: 0, preselected: Array(tiles[0...5]))
        selection.unpick(all: tiles[2...9])
        #expect(selection.picks == Array(tiles[0...1]))
        selection.undo()
        #expect(selection.picks == Array(tiles[0...5]))
        #expect(!selection.canUndo)
    }

    @Test("A clip's pick passes on to its photo, also in what undo brings back")
    func passOn() {
        var selection = Selection(maximum: 0, preselected: ids("a clip b"))
        selection.toggle(id("still"))
        selection.clear()
        selection.pass(on: [id("clip"): id("still")])
        #expect(selection.isEmpty)
        selection.undo()
        #expect(names(selection) == "a still b")
        #expect(selection.number(of: id("still")) == 2)
        #expect(selection.number(of: id("clip")) == nil)
        #expect(selection.checkInvariants())
    }
}

@Suite struct SelectionUndo {
    @Test func steps() {
        var selection = Selection(maximum: 2)
        same(selection.undo(), false)
        selection.toggle(id("a"))
        selection.toggle(id("b"))
        selection.toggle(id("c"))  // Refused: no step.
        selection.clear()
        same(selection.undo(), true)
        #expect(names(selection) == "a b")
        same(selection.undo(), true)
        #expect(names(selection) == "a")
        same(selection.redo(), true)
        #expect(names(selection) == "a b")
        selection.toggle(id("a"))
        #expect(!selection.canRedo)
        same(selection.undo(), true)
        #expect(names(selection) == "a b")
    }

    @Test("Undo keeps to a maximum that was lowered meanwhile")
    func lowered() {
        var selection = Selection(maximum: 3)
        selection.pick(all: ids("a b c"))
        selection.clear()
        selection.setMaximum(2)
        same(selection.undo(), true)
        #expect(names(selection) == "a b")
        #expect(selection.checkInvariants())
    }

    @Test("A copy is a state to go back to: a double click leaves picks and order")
    func doubleClick() {
        var selection = Selection(maximum: 0, preselected: ids("a b c"))
        let before = selection
        selection.toggle(id("a"))
        selection.toggle(id("a"))
        #expect(names(selection) == "b c a")
        selection = before
        #expect(names(selection) == "a b c")
        #expect(!selection.canUndo)
    }
}

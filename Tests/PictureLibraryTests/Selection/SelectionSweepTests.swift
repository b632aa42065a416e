import GLibBridge
import Testing

@testable import PictureLibrary

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

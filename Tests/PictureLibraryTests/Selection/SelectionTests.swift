import GLibBridge
import Testing

@testable import PictureLibrary

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

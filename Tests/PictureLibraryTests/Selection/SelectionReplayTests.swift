import GLibBridge
import Testing

@testable import PictureLibrary

/// The rules once more, as plainly as they can be said: a list of names and nothing remembered about it.
private struct NaiveSelection {
    var maximum: Int
    var picks: [FilePath] = []
    var past: [[FilePath]] = []
    var future: [[FilePath]] = []

    mutating func step(_ change: (NaiveSelection, inout [FilePath]) -> Void) {
        let before = self
        change(before, &picks)
        if picks != before.picks {
            past.append(before.picks)
            future = []
        }
    }

    func adding(_ ids: [FilePath], to list: [FilePath]) -> [FilePath] {
        ids.reduce(list) { list, id in
            list.contains(id) || (maximum > 0 && list.count >= maximum) ? list : list + [id]
        }
    }

    mutating func pick(_ id: FilePath) {
        step { before, picks in picks = before.maximum == 1 ? [id] : before.adding([id], to: picks) }
    }

    mutating func unpick(_ id: FilePath) { step { _, picks in picks.removeAll { $0 == id } } }

    mutating func toggle(_ id: FilePath) { if picks.contains(id) { unpick(id) } else { pick(id) } }

    mutating func sweep(_ coverings: [[FilePath]], picking: Bool, cancelled: Bool) {
        guard !cancelled, let covered = coverings.last else { return }
        step { before, picks in
            if !picking {
                picks.removeAll(where: covered.contains)
            } else if before.maximum == 1 {
                picks = covered.first.map { [$0] } ?? picks
            } else {
                picks = before.adding(covered, to: picks)
            }
        }
    }

    mutating func travel(
        _ source: WritableKeyPath<Self, [[FilePath]]>, _ target: WritableKeyPath<Self, [[FilePath]]>
    ) {
        while let state = self[keyPath: source].popLast() {
            let fitting = maximum == 0 ? state : Array(state.prefix(maximum))
            if fitting == picks { continue }
            self[keyPath: target].append(picks)
            picks = fitting
            return
        }
    }
}

@Suite struct SelectionReplay {
    @Test("Random operations agree with the naive model", arguments: 0..<40)
    func selectionReplay(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let tiles = (0..<14).map { FilePath("/p/\($0)") }
        let maximum = [0, 1, 2, 5, 20][seed % 5]
        var selection = Selection(maximum: maximum)
        var model = NaiveSelection(maximum: maximum)
        for operation in 0..<300 {
            let id = tiles.randomElement(using: &random)!
            let some = tiles.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
            let kind = Int.random(in: 0..<14, using: &random)
            switch kind {
            case 0...3:
                selection.toggle(id)
                model.toggle(id)
            case 4:
                selection.pick(id)
                model.pick(id)
            case 5:
                selection.unpick(id)
                model.unpick(id)
            case 6:
                selection.pick(all: some)
                model.step { $1 = $0.adding(Array(some), to: $1) }
            case 7:
                selection.replace(with: some)
                model.step { $1 = $0.adding(Array(some), to: $1.filter(some.contains)) }
            case 8:
                let picking = selection.beginSweep(at: id)
                #expect(picking == !model.picks.contains(id))
                var coverings: [[FilePath]] = []
                for _ in 0..<3 {
                    coverings.append([id] + tiles.shuffled(using: &random).prefix(4))
                    selection.updateSweep(covering: coverings[coverings.count - 1])
                    #expect(selection.checkInvariants())
                }
                let cancelled = Bool.random(using: &random)
                if cancelled { selection.cancelSweep() } else { selection.endSweep() }
                model.sweep(coverings, picking: picking, cancelled: cancelled)
            case 9:
                selection.undo()
                model.travel(\.past, \.future)
            case 10:
                selection.redo()
                model.travel(\.future, \.past)
            case 11:
                let number = Int.random(in: 1...6, using: &random)
                selection.move(pick: id, to: number)
                model.step { _, picks in
                    guard let old = picks.firstIndex(of: id) else { return }
                    picks.remove(at: old)
                    picks.insert(id, at: min(number - 1, picks.count))
                }
            case 12:
                let gone = Set(some.prefix(2))
                selection.remove(vanished: gone)
                model.picks.removeAll(where: gone.contains)
                model.past = model.past.map { $0.filter { !gone.contains($0) } }
                model.future = model.future.map { $0.filter { !gone.contains($0) } }
            default:
                selection.clear()
                model.step { $1 = [] }
            }
            #expect(selection.picks == model.picks, "operation \(operation), kind \(kind)")
            #expect(selection.checkInvariants())
            for tile in tiles {
                #expect(selection.number(of: tile) == model.picks.firstIndex(of: tile).map { $0 + 1 })
            }
            guard selection.picks == model.picks else { return }
        }
    }
}

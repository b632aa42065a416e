/// The states of a selection that Ctrl+Z and Ctrl+Shift+Z go through.
struct SelectionHistory: Sendable {
    private static let mostSteps = 100
    /// Ids in all states together, so that undo after "select all" of a large library has a bound.
    private static let mostIds = 500_000

    private var earlier: [[Asset.ID]] = []
    private var later: [[Asset.ID]] = []

    /// Notes the state before a step; a step that changed nothing is none.
    mutating func record(_ before: [Asset.ID], unlessEqualTo after: [Asset.ID]) {
        guard before != after else { return }
        earlier.append(before)
        later.removeAll()
        var ids = earlier.reduce(0) { $0 + $1.count }
        while earlier.count > Self.mostSteps || (earlier.count > 1 && ids > Self.mostIds) {
            ids -= earlier.removeFirst().count
        }
    }

    /// Takes ids out of every state.
    mutating func forget(_ vanished: Set<Asset.ID>) {
        for index in earlier.indices { earlier[index].removeAll(where: vanished.contains) }
        for index in later.indices { later[index].removeAll(where: vanished.contains) }
    }

    /// Puts others in the place of ids, in every state.
    mutating func exchange(_ successors: [Asset.ID: Asset.ID]) {
        for index in earlier.indices { earlier[index] = Selection.exchanged(earlier[index], successors) }
        for index in later.indices { later[index] = Selection.exchanged(later[index], successors) }
    }

    func canUndo(from current: [Asset.ID], limit: Int) -> Bool {
        earlier.contains { Self.fitting($0, limit) != current }
    }

    func canRedo(from current: [Asset.ID], limit: Int) -> Bool {
        later.contains { Self.fitting($0, limit) != current }
    }

    mutating func undo(from current: [Asset.ID], limit: Int) -> [Asset.ID]? {
        Self.travel(&earlier, leaving: current, on: &later, limit)
    }

    mutating func redo(from current: [Asset.ID], limit: Int) -> [Asset.ID]? {
        Self.travel(&later, leaving: current, on: &earlier, limit)
    }

    /// The next state that differs from the current one: deleted files and a lowered maximum can make
    /// two states equal.
    private static func travel(
        _ source: inout [[Asset.ID]], leaving current: [Asset.ID], on target: inout [[Asset.ID]],
        _ limit: Int
    ) -> [Asset.ID]? {
        while let state = source.popLast() {
            let fitting = fitting(state, limit)
            guard fitting != current else { continue }
            target.append(current)
            return fitting
        }
        return nil
    }

    private static func fitting(_ state: [Asset.ID], _ limit: Int) -> [Asset.ID] {
        limit == 0 ? state : Array(state.prefix(limit))
    }
}

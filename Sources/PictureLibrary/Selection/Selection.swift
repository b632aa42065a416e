/// What is picked, in which order, and the rules by which that changes.
///
/// The one set of rules for grid, preview, keyboard, drag and assistive tools. It knows ids only: what a
/// filter or another folder hides stays picked and counted. A value: a copy is a state to go back to,
/// which is how a double click leaves the picks as they were.
public struct Selection: Sendable {
    /// What a change of one pick came to.
    public enum Change: Sendable, Equatable {
        /// Picked, with this number.
        case picked(number: Int)
        /// No longer picked; those after it moved up.
        case unpicked
        /// Picked in the place of this one: the maximum is 1.
        case replaced(Asset.ID)
        /// There is no room for another; say how many can be picked.
        case refused(maximum: Int)
        case unchanged
    }

    /// What picking several at once came to.
    public struct Addition: Sendable, Equatable {
        /// How many were picked that were not before.
        public var picked: Int
        /// How many did not fit.
        public var refused: Int
    }

    /// The fewest picks that can be accepted; never above a nonzero ``maximum``.
    public var minimum: Int { maximum == 0 ? wantedMinimum : min(wantedMinimum, maximum) }
    /// The most picks; 0 is no limit.
    public private(set) var maximum: Int
    /// In picking order, which is the result's order.
    public internal(set) var picks: [Asset.ID] = []

    private let wantedMinimum: Int
    private var numbers: [Asset.ID: Int] = [:]
    var history = SelectionHistory()
    var sweep: SelectionSweep?

    /// - Parameters:
    ///   - minimum: the fewest picks that can be accepted; 0 lets nothing be picked on purpose.
    ///   - maximum: the most picks; 0 is no limit.
    ///   - preselected: picked from the start, in this order; what is beyond the maximum is left out.
    public init(minimum: Int = 1, maximum: Int, preselected: [Asset.ID] = []) {
        wantedMinimum = max(0, minimum)
        self.maximum = max(0, maximum)
        for id in preselected where !isFull && numbers[id] == nil { append(id) }
    }

    /// The badge of `id`, from 1; nil if it is not picked.
    public func number(of id: Asset.ID) -> Int? { numbers[id] }

    public func contains(_ id: Asset.ID) -> Bool { numbers[id] != nil }

    public var count: Int { picks.count }

    public var isEmpty: Bool { picks.isEmpty }

    /// Whether the maximum is reached.
    public var isFull: Bool { maximum > 0 && picks.count >= maximum }

    /// Whether the accept button works.
    public var canAccept: Bool { picks.count >= minimum }

    /// Whether picking another takes the place of the first.
    public var replaces: Bool { maximum == 1 }

    /// Whether a click on `id` does something; the others are dimmed.
    public func reacts(_ id: Asset.ID) -> Bool { !isFull || replaces || contains(id) }

    // MARK: One at a time

    /// Picks what is not picked and un-picks what is.
    @discardableResult
    public mutating func toggle(_ id: Asset.ID) -> Change { contains(id) ? unpick(id) : pick(id) }

    @discardableResult
    public mutating func pick(_ id: Asset.ID) -> Change {
        endSweep()
        if contains(id) { return .unchanged }
        if replaces, let old = picks.first {
            step { $0.set([id]) }
            return .replaced(old)
        }
        if isFull { return .refused(maximum: maximum) }
        step { $0.append(id) }
        return .picked(number: picks.count)
    }

    @discardableResult
    public mutating func unpick(_ id: Asset.ID) -> Change {
        endSweep()
        guard let number = numbers[id] else { return .unchanged }
        step { $0.remove(at: number - 1) }
        return .unpicked
    }

    /// Gives a picked `id` another number; one beyond the last means the last.
    @discardableResult
    public mutating func move(pick id: Asset.ID, to number: Int) -> Change {
        endSweep()
        guard let old = numbers[id] else { return .unchanged }
        let new = max(1, min(number, picks.count))
        guard new != old else { return .unchanged }
        step {
            var picks = $0.picks
            picks.remove(at: old - 1)
            picks.insert(id, at: new - 1)
            $0.set(picks)
        }
        return .picked(number: new)
    }

    // MARK: Several at once

    /// Picks all of `ids`, in this order, up to the maximum. At maximum 1 an earlier pick stays.
    @discardableResult
    public mutating func pick(all ids: some Sequence<Asset.ID>) -> Addition {
        endSweep()
        return step { $0.fill(with: ids) }
    }

    /// Un-picks all of `ids`.
    public mutating func unpick(all ids: some Sequence<Asset.ID>) {
        endSweep()
        let unwanted = Set(ids)
        step { $0.set($0.picks.filter { !unwanted.contains($0) }) }
    }

    /// Makes `ids` the picks, as an assistive tool asks: those picked already keep their order and come
    /// first, the others follow up to the maximum.
    @discardableResult
    public mutating func replace(with ids: some Sequence<Asset.ID>) -> Addition {
        endSweep()
        let wanted = Array(ids)
        let kept = Set(wanted)
        return step {
            $0.set($0.picks.filter(kept.contains))
            return $0.fill(with: wanted)
        }
    }

    public mutating func clear() {
        endSweep()
        step { $0.set([]) }
    }

    // MARK: From outside

    /// Drops files that are gone; the rest renumber, and no undo brings them back.
    ///
    /// - Returns: the picks that dropped out, in their order.
    @discardableResult
    public mutating func remove(vanished: Set<Asset.ID>) -> [Asset.ID] {
        history.forget(vanished)
        sweep?.forget(vanished)
        let dropped = picks.filter(vanished.contains)
        if !dropped.isEmpty { set(picks.filter { !vanished.contains($0) }) }
        return dropped
    }

    /// Passes picks on to what took the place of their files, such as a clip's to the live photo that it
    /// now belongs to; undo knows only the new ones.
    public mutating func pass(on successors: [Asset.ID: Asset.ID]) {
        history.exchange(successors)
        sweep?.exchange(successors)
        if picks.contains(where: { successors[$0] != nil }) { set(Self.exchanged(picks, successors)) }
    }

    static func exchanged(_ ids: [Asset.ID], _ successors: [Asset.ID: Asset.ID]) -> [Asset.ID] {
        var seen: Set<Asset.ID> = []
        return ids.map { successors[$0] ?? $0 }.filter { seen.insert($0).inserted }
    }

    /// Lets the caller lower or raise the maximum while the picker is open; 0 is no limit.
    ///
    /// - Returns: the last picks, which the new maximum has no room for, in their order.
    @discardableResult
    public mutating func setMaximum(_ new: Int) -> [Asset.ID] {
        endSweep()
        maximum = max(0, new)
        guard maximum > 0, picks.count > maximum else { return [] }
        let dropped = Array(picks[maximum...])
        set(Array(picks[..<maximum]))
        return dropped
    }

    // MARK: Undo

    public var canUndo: Bool {
        sweep?.changed(picks) ?? false || history.canUndo(from: picks, limit: maximum)
    }

    public var canRedo: Bool { history.canRedo(from: picks, limit: maximum) }

    /// Takes back the last step; false if there is none. A sweep or a range is one step.
    @discardableResult
    public mutating func undo() -> Bool {
        endSweep()
        guard let earlier = history.undo(from: picks, limit: maximum) else { return false }
        set(earlier)
        return true
    }

    /// Does again what ``undo()`` took back; false if there is nothing, or a step came between.
    @discardableResult
    public mutating func redo() -> Bool {
        endSweep()
        guard let later = history.redo(from: picks, limit: maximum) else { return false }
        set(later)
        return true
    }

    // MARK: The list and its numbers

    /// Makes a change that undo takes back.
    private mutating func step<Result>(_ change: (inout Selection) -> Result) -> Result {
        let before = picks
        let result = change(&self)
        history.record(before, unlessEqualTo: picks)
        return result
    }

    mutating func set(_ new: [Asset.ID]) {
        picks = new
        numbers.removeAll(keepingCapacity: true)
        for (index, id) in new.enumerated() { numbers[id] = index + 1 }
    }

    mutating func append(_ id: Asset.ID) {
        picks.append(id)
        numbers[id] = picks.count
    }

    /// Appends those of `ids` that are not picked, as far as there is room.
    mutating func fill(with ids: some Sequence<Asset.ID>) -> Addition {
        var addition = Addition(picked: 0, refused: 0)
        var refused: Set<Asset.ID> = []
        for id in ids where !contains(id) {
            if isFull {
                refused.insert(id)
            } else {
                append(id)
                addition.picked += 1
            }
        }
        addition.refused = refused.count
        return addition
    }

    mutating func keepFirst(_ count: Int) {
        for id in picks[count...] { numbers[id] = nil }
        picks.removeSubrange(count...)
    }

    private mutating func remove(at index: Int) {
        numbers[picks.remove(at: index)] = nil
        for later in index..<picks.count { numbers[picks[later]] = later + 1 }
    }

    /// What holds after every call; for tests.
    func checkInvariants() -> Bool {
        numbers.count == picks.count
            && picks.indices.allSatisfy { numbers[picks[$0]] == $0 + 1 }
            && (maximum == 0 || picks.count <= maximum)
            && minimum >= 0 && (maximum == 0 || minimum <= maximum)
    }
}

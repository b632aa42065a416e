/// A gesture over many tiles that is not over yet: what was picked before it, and what it does.
struct SelectionSweep: Sendable {
    enum Kind: Sendable, Equatable {
        case picks
        case unpicks
        /// Shift from this tile; it picks.
        case range(from: Asset.ID)
    }

    let kind: Kind
    private(set) var before: [Asset.ID]

    func changed(_ picks: [Asset.ID]) -> Bool { before != picks }

    mutating func forget(_ vanished: Set<Asset.ID>) { before.removeAll(where: vanished.contains) }

    mutating func exchange(_ successors: [Asset.ID: Asset.ID]) {
        before = Selection.exchanged(before, successors)
    }
}

/// Dragging across tiles, the rubber band, and Shift: one gesture picks or un-picks many tiles, gives
/// back what it has left again, and is one step of undo.
extension Selection {
    /// Begins dragging across tiles: whether `id` is picked decides whether the drag picks or un-picks.
    /// Nothing changes before ``updateSweep(covering:)``.
    ///
    /// - Returns: whether it picks.
    @discardableResult
    public mutating func beginSweep(at id: Asset.ID) -> Bool {
        let picking = !contains(id)
        beginSweep(picking: picking)
        return picking
    }

    /// Begins a rubber band, which has no first tile.
    public mutating func beginSweep(picking: Bool) {
        endSweep()
        sweep = SelectionSweep(kind: picking ? .picks : .unpicks, before: picks)
    }

    public var isSweeping: Bool { sweep != nil }

    /// Lets the sweep cover exactly `ids`, in the order they were reached; what it covered before and no
    /// longer does is as it was before the sweep. Picking stops at the maximum; at maximum 1 the first
    /// tile takes the place of an earlier pick and the others do not fit.
    @discardableResult
    public mutating func updateSweep(covering ids: some Sequence<Asset.ID>) -> Addition {
        guard let sweep else { return Addition(picked: 0, refused: 0) }
        if sweep.kind == .unpicks {
            let covered = Set(ids)
            set(sweep.before.filter { !covered.contains($0) })
            return Addition(picked: 0, refused: 0)
        }
        let covered = Array(ids)
        if replaces {
            set(covered.first.map { [$0] } ?? sweep.before)
            return Addition(picked: picks == sweep.before ? 0 : 1, refused: max(0, Set(covered).count - 1))
        }
        // What both coverings share stays, so that a long drag costs what it changes.
        var kept = sweep.before.count
        for id in covered where number(of: id).map({ $0 > sweep.before.count }) ?? true {
            guard kept < picks.count, picks[kept] == id else { break }
            kept += 1
        }
        keepFirst(kept)
        var addition = fill(with: covered)
        addition.picked = picks.count - sweep.before.count
        return addition
    }

    /// Ends the sweep and keeps what it did; without a sweep it does nothing.
    public mutating func endSweep() {
        guard let ended = sweep else { return }
        sweep = nil
        history.record(ended.before, unlessEqualTo: picks)
    }

    /// Ends the sweep and takes back what it did.
    public mutating func cancelSweep() {
        guard let cancelled = sweep else { return }
        sweep = nil
        set(cancelled.before)
    }

    /// Shift+click and Shift+arrows: picks `path`, whose first is the anchor and whose last the target.
    /// Another call with the same anchor, and no change between, gives back what the new path leaves out.
    /// At maximum 1 it picks the target alone.
    @discardableResult
    public mutating func extend(along path: some BidirectionalCollection<Asset.ID>) -> Addition {
        guard let anchor = path.first, let target = path.last else { return Addition(picked: 0, refused: 0) }
        if sweep?.kind != .range(from: anchor) {
            endSweep()
            sweep = SelectionSweep(kind: .range(from: anchor), before: picks)
        }
        return replaces ? updateSweep(covering: [target]) : updateSweep(covering: path)
    }
}

import GtkBridge

/// What a press that moves means on the grid, by the rules of the selection.
nonisolated enum DragMeaning: Equatable {
    /// Not far enough yet to tell.
    case undecided
    /// Picks across tiles; the first one decides whether it picks or un-picks.
    case sweep
    /// Picks what a rubber band touches, from empty space.
    case band
    /// Not the selection's: scrolling, or dragging files out.
    case other

    /// How far a press moves before it is a drag, in application pixels. GTK's own threshold is the same,
    /// and GTK waits for more than it: so this is decided first.
    static let threshold = 8.0

    /// - Parameters:
    ///   - pointer: what presses.
    ///   - offset: how far it has come, in application pixels.
    ///   - isOnTile: whether the press began on a tile.
    ///   - purpose: in the app a mouse drags files out.
    init(
        of pointer: PointerKind, by offset: Point, isOnTile: Bool, in purpose: PickerConfiguration.Purpose
    ) {
        guard max(abs(offset.x), abs(offset.y)) >= Self.threshold else {
            self = .undecided
            return
        }
        switch pointer {
        case .mouse where !isOnTile: self = .band
        case .mouse: self = purpose == .app ? .other : .sweep
        case .touch, .pen:
            // A finger that scrolls seldom goes straight up.
            let isHorizontal = abs(offset.x) > 2 * abs(offset.y)
            self = isOnTile && isHorizontal ? .sweep : .other
        }
    }
}

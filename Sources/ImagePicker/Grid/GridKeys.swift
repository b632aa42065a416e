import GLibBridge
import GtkBridge
import PictureLibrary

/// What keys do while a tile has the focus. Plain arrows, Home, End and the page keys are GTK's: they
/// move the focus and pick nothing.
final class GridKeys {
    private unowned let grid: PhotoGrid
    private var session: PickerSession { grid.session }

    init(_ grid: PhotoGrid) {
        self.grid = grid
        grid.view.onKey(phase: .capture) { [weak self] key, modifiers in
            self?.pressed(key, modifiers) ?? false
        }
    }

    private func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
        grid.markInUse()
        guard let position = grid.view.focusedPosition, let asset = grid.asset(at: position) else {
            return false
        }
        switch (key, modifiers) {
        case (.space, .control), (.insert, []):
            session.toggle(asset.id)
            grid.anchor = asset.id
        case (.space, []): grid.onPreview(asset)
        case (.enter, []): grid.accept()
        case (.left, .shift): extend(from: position, by: grid.view.isRightToLeft ? 1 : -1)
        case (.right, .shift): extend(from: position, by: grid.view.isRightToLeft ? -1 : 1)
        case (.up, .shift): extend(from: position, by: -grid.geometry.columns)
        case (.down, .shift): extend(from: position, by: grid.geometry.columns)
        // GTK would go from an anchor of its own, and un-pick where that is not picked.
        case (.home, .shift), (.home, [.shift, .control]): extend(from: position, by: -position)
        case (.end, .shift), (.end, [.shift, .control]):
            extend(from: position, by: grid.geometry.count - 1 - position)
        case (_, .alt): return moveFocusedPick(asset, key)
        default: return false
        }
        return true
    }

    /// Shift with an arrow: what lies between the anchor and the new place.
    private func extend(from position: Int, by distance: Int) {
        let target = position + distance
        guard target >= 0, target < grid.geometry.count, let asset = grid.asset(at: position) else { return }
        if grid.anchor == nil || grid.lastExtended != position { grid.anchor = asset.id }
        grid.extend(to: target)
        grid.focus(target)
    }

    /// Alt with a digit moves the focused pick to that place of the order.
    private func moveFocusedPick(_ asset: Asset, _ key: Key) -> Bool {
        guard let digit = key.character?.wholeNumberValue, digit > 0, session.selection.contains(asset.id)
        else {
            return false
        }
        session.change { $0.move(pick: asset.id, to: digit) }
        return true
    }
}

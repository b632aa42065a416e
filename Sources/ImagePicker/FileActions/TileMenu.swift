import GLibBridge
import GtkBridge
import PictureLibrary

/// The menu of a tile: on a right click, the Menu key and Shift+F10. It is about all picks where the tile
/// is picked, else about the tile alone.
final class TileMenu {
    private unowned let grid: PhotoGrid
    private unowned let files: FileActions
    private let actions = ActionGroup()
    private let menu = Menu()
    private let popover: ContextMenu
    private var tile: Asset?
    private var place = 0

    init(_ grid: PhotoGrid, _ files: FileActions) {
        self.grid = grid
        self.files = files
        grid.overlay.install(actions, prefix: "tile")
        popover = ContextMenu(menu, in: grid.overlay)
        popover.onClose { [weak self] in
            guard let self else { return }
            // The menu took the keyboard's focus from the tile.
            if grid.asset(at: place)?.id == tile?.id { grid.focus(place) }
        }
        addActions()
        grid.view.onClick(
            button: 3,
            pressed: { [weak self] press in
                guard let self, let place = grid.position(at: press.point) else { return }
                press.claim()
                open(place, at: press.point)
            }, released: { _ in })
        grid.view.onKey(phase: .capture) { [weak self] key, modifiers in
            guard let self, key == .menu || (key == .f10 && modifiers == .shift),
                let place = grid.view.focusedPosition
            else { return false }
            open(place, at: grid.middle(of: place))
            return true
        }
    }

    /// Takes the popover out of the grid, which must not be finalized with it inside.
    func remove() { popover.remove() }

    private var targets: [Asset.ID] {
        guard let tile else { return [] }
        let selection = files.session.selection
        return selection.contains(tile.id) ? selection.picks : [tile.id]
    }

    private func addActions() {
        actions.add("preview") { [weak self] in
            guard let self, let tile else { return }
            grid.onPreview(tile)
        }
        actions.add("pick") { [weak self] in
            guard let self, let tile else { return }
            files.session.toggle(tile.id)
        }
        actions.add("open") { [weak self] in self?.act { $0.open($1) } }
        actions.add("show") { [weak self] in self?.act { $0.showInFileManager($1) } }
        actions.add("copy") { [weak self] in self?.act { $0.copy($1) } }
        actions.add("trash") { [weak self] in self?.act { $0.trash($1) } }
    }

    private func act(_ body: (FileActions, [Asset.ID]) -> Void) { body(files, targets) }

    private func open(_ place: Int, at point: Point) {
        guard let asset = grid.asset(at: place) else { return }
        grid.markInUse()
        grid.view.focus(place)
        self.place = place
        tile = asset
        fill()
        popover.popUp(at: point)
    }

    private func fill() {
        guard let tile else { return }
        menu.removeAll()
        let looking = Menu()
        looking.append(tr("Preview"), action: "tile.preview")
        looking.append(
            files.session.selection.contains(tile.id) ? tr("Un-pick") : tr("Pick"), action: "tile.pick")
        menu.appendSection(nil, looking)
        let using = Menu()
        using.append(tr("Open"), action: "tile.open")
        using.append(tr("Show in File Manager"), action: "tile.show")
        using.append(tr("Copy"), action: "tile.copy")
        menu.appendSection(nil, using)
        let removing = Menu()
        removing.append(tr("Move to Trash"), action: "tile.trash")
        menu.appendSection(nil, removing)
    }
}

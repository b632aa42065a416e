import GLibBridge
import GtkBridge
import PictureLibrary

/// The window's title bar: which folder is shown, the tools, and in a dialog the buttons that end it.
final class TitleBar {
    let widget = HeaderBar()
    let menu: SortAndFilterMenu
    /// The tools' buttons, which a narrow window puts elsewhere.
    let tools = Box(.horizontal, spacing: 6)

    var onSearch: (_ isOpen: Bool) -> Void = { _ in }
    var onChooseFolder: () -> Void = {}
    var onCancel: () -> Void = {}
    var onAccept: () -> Void = {}

    private let session: PickerSession
    private let folders: FolderSwitcher
    private let search = ToggleButton(icon: "system-search-symbolic", name: tr("Search"))
    private let accept = Button("")

    init(_ session: PickerSession, actions: ActionGroup) {
        self.session = session
        folders = FolderSwitcher(session)
        menu = SortAndFilterMenu(session, actions: actions)
        folders.onChooseOther = { [weak self] in self?.onChooseFolder() }
        search.onToggle { [weak self] in
            guard let self else { return }
            onSearch(search.isActive)
        }
        widget.setTitle(folders.button)
        tools.append(search)
        tools.append(menu.button)
        let main = MenuButton(icon: "open-menu-symbolic", name: tr("Menu"))
        main.setMenu { [purpose = session.configuration.purpose] in Self.mainMenu(for: purpose) }
        main.setPrimary()
        tools.append(main)
        if session.configuration.purpose == .dialog { addEnds() }
        packTools()
        session.onSelectionChange { [weak self] _ in self?.updateAccept() }
        session.onListChange { [weak self] in self?.folders.update() }
        folders.update()
        updateAccept()
    }

    /// Puts the tools into the title bar, out of which their box may have been taken.
    func packTools() { widget.packEnd(tools) }

    /// Shows that the search is open, whoever opened it.
    func showSearch(_ isOpen: Bool) { search.isActive = isOpen }

    private func addEnds() {
        widget.showsWindowButtons(false)
        let cancel = Button(tr("_Cancel"))
        cancel.onClick { [weak self] in self?.onCancel() }
        widget.packStart(cancel)
        accept.styled("suggested-action")
        accept.onClick { [weak self] in self?.onAccept() }
        widget.packEnd(accept)
    }

    private static func mainMenu(for purpose: PickerConfiguration.Purpose) -> Menu {
        let menu = Menu()
        let size = Menu()
        size.append(tr("Larger Tiles"), action: "win.larger")
        size.append(tr("Smaller Tiles"), action: "win.smaller")
        menu.appendSection(nil, size)
        let selection = Menu()
        selection.append(tr("Select All"), action: "win.select-all")
        selection.append(tr("Select None"), action: "win.select-none")
        menu.appendSection(nil, selection)
        let help = Menu()
        help.append(tr("Keyboard Shortcuts"), action: "win.shortcuts")
        if purpose == .app {
            help.append(tr("About Pickture"), action: "win.about")
            help.append(tr("Quit"), action: "win.quit")
        }
        menu.appendSection(nil, help)
        return menu
    }

    private func updateAccept() {
        let label = session.configuration.acceptLabel ?? tr("_Add")
        let count = session.selection.count
        accept.setText(
            session.configuration.picksSeveral && count > 0
                // Translators: the accept button with the number of picked photos.
                ? tr("{label} ({count})", ["label": label, "count": String(count)]) : label)
        accept.isSensitive = session.selection.canAccept
    }
}

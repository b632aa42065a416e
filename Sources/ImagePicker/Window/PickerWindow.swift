import GLibBridge
import GtkBridge
import PictureLibrary

/// The picker in a window: title bar, search, grid or what stands in its place, and status.
public final class PickerWindow {
    public let window: Window
    let session: PickerSession
    let grid: PhotoGrid
    let toasts: ToastOverlay
    let actions = ActionGroup()
    let search: SearchBar
    let pages = Stack()
    let emptyState = EmptyState()
    let preview: PreviewView
    private(set) lazy var files = FileActions(self)

    private let header = HeaderBar()
    private let tools = Box(.horizontal, spacing: 6)
    private let status: SelectionStatus
    private let progress = ProgressBar(name: tr("Reading photos"))
    private let accept = Button("")
    private let searchButton = ToggleButton(icon: "system-search-symbolic", name: tr("Search"))
    private var folders: FolderSwitcher?
    private(set) var menu: SortAndFilterMenu?
    private var finish: ((PickResult) -> Void)?
    private var hasFinished = false
    /// The picks are being looked at.
    private var isAccepting = false
    /// A picker lives as long as it is open, whoever made it.
    static var open: [PickerWindow] = []
    private var isNarrow = false

    /// - Parameters:
    ///   - configuration: what to offer and how much of it.
    ///   - application: the program, for a window that keeps it running; nil for a dialog.
    ///   - finish: gets the result once, after the window has gone.
    public init(
        _ configuration: PickerConfiguration, application: Application? = nil,
        finish: @escaping (PickResult) -> Void = { _ in }
    ) {
        let settings = Settings(schema: Pickture.applicationID)
        session = PickerSession(configuration, settings: settings)
        self.finish = finish
        let title = configuration.title ?? Self.title(for: configuration)
        window = application.map { Window(title: title, application: $0) } ?? Window(title: title)
        grid = PhotoGrid(session)
        preview = PreviewView(session)
        search = SearchBar(placeholder: tr("Search by name"), name: tr("Search"))
        pages.add(grid.overlay, name: "grid", title: tr("Photos"))
        pages.add(emptyState.widget, name: "empty", title: tr("No Photos Here"))
        pages.add(preview.widget, name: "preview", title: tr("Preview"))
        toasts = ToastOverlay(over: pages)
        status = SelectionStatus(session)
        buildLayout()
        connectIntents()
        updatePage()
    }

    // MARK: Layout

    private static func title(for configuration: PickerConfiguration) -> String {
        switch configuration.purpose {
        case .app: tr("Pickture")
        case .dialog: configuration.picksSeveral ? tr("Choose Photos") : tr("Choose a Photo")
        }
    }

    private func buildLayout() {
        Look.install(session.settings)
        window.setIcon(Pickture.applicationID)
        let folders = FolderSwitcher(session)
        folders.onChooseOther = { [weak self] in self?.chooseFolder() }
        self.folders = folders
        header.setTitle(folders.button)
        let menu = SortAndFilterMenu(session, actions: actions)
        self.menu = menu
        searchButton.onToggle { [weak self] in
            guard let self else { return }
            setSearch(open: searchButton.isActive)
        }
        search.onOpenOrClose { [weak self] in
            guard let self else { return }
            searchButton.isActive = search.isOpen
        }
        tools.append(searchButton)
        tools.append(menu.button)
        tools.append(mainMenu())
        if session.configuration.purpose == .dialog {
            header.showsWindowButtons(false)
            let cancel = Button(tr("_Cancel"))
            cancel.onClick { [weak self] in self?.end(with: .cancelled) }
            header.packStart(cancel)
            accept.styled("suggested-action")
            accept.onClick { [weak self] in self?.acceptPicks() }
            header.packEnd(accept)
        }
        header.packEnd(tools)
        window.setTitleBar(header)
        progress.styled("osd", "scan-progress")
        let body = Box(.vertical, [search, progress, toasts.widget, status.widget])
        toasts.widget.expanding(horizontally: true, vertically: true)
        window.setChild(body)
        let stored = (
            width: session.settings.integer(sizeKey("width"), default: 1000),
            height: session.settings.integer(sizeKey("height"), default: 700)
        )
        let area = window.workArea
        window.setDefaultSize(
            width: min(stored.width, area?.width ?? .max), height: min(stored.height, area?.height ?? .max))
        if session.configuration.purpose == .app, session.settings.bool("maximized", default: false) {
            window.maximize()
        }
        updateAccept()
    }

    private func sizeKey(_ side: String) -> String {
        (session.configuration.purpose == .app ? "window-" : "dialog-") + side
    }

    private func mainMenu() -> MenuButton {
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
        if session.configuration.purpose == .app {
            actions.add("about") { [weak self] in self?.presentAbout() }
            help.append(tr("About Pickture"), action: "win.about")
            help.append(tr("Quit"), action: "win.quit")
        }
        menu.appendSection(nil, help)
        let button = MenuButton(icon: "open-menu-symbolic", name: tr("Menu"))
        button.setMenu(menu)
        button.setPrimary()
        return button
    }

    /// Below this width, in application pixels, the tools stand under the grid.
    private static let narrowWidth = 520

    private func adapt(to width: Int) {
        let narrow = width > 0 && width < Self.narrowWidth
        guard narrow != isNarrow else { return }
        isNarrow = narrow
        tools.removeFromParent()
        status.isNarrow = narrow
        if narrow { status.tools.append(tools) } else { header.packEnd(tools) }
    }

    // MARK: Intents

    private func connectIntents() {
        grid.onAccept = { [weak self] in self?.acceptPicks() }
        status.onPreview = { [weak self] in
            guard let self else { return }
            if pages.visiblePage == "preview" { return closePreview() }
            if let asset = grid.currentAsset { openPreview(asset) }
        }
        grid.onLayout = { [weak self] in
            guard let self else { return }
            adapt(to: window.width)
            if !search.isOpen, pages.visiblePage == "grid" { grid.focusFirst() }
        }
        grid.onPreview = { [weak self] asset in self?.openPreview(asset) }
        preview.onClose = { [weak self] in self?.closePreview() }
        preview.onAccept = { [weak self] in self?.acceptPicks() }
        search.captureKeys(of: window)
        search.onChange { [weak self] in self?.searchChanged() }
        search.onActivate { [weak self] in self?.grid.focus(0) }
        session.onSelectionChange { [weak self] _ in self?.updateAccept() }
        session.onListChange { [weak self] in self?.updatePage() }
        session.onNotice { [weak self] notice in self?.show(notice) }
        window.onKey(phase: .capture) { [weak self] key, modifiers in
            self?.pressed(key, modifiers) ?? false
        }
        window.onFocusChange { [weak self] in self?.grid.focusMoved() }
        window.onCloseRequest { [weak self] in
            self?.end(with: .cancelled)
            return true
        }
        window.onActiveChange { [weak self] in
            guard let self, window.isActive else { return }
            session.scanner.rescan()
        }
        window.onDrop { [weak self] paths in
            self?.session.add(paths)
            return !paths.isEmpty
        }
        let shortcuts = Shortcut.all(for: session.configuration.purpose)
        for intent in shortcuts { intent.install(in: actions, for: self) }
        window.install(actions, prefix: "win")
        window.installShortcuts(shortcuts.flatMap(\.triggers))
        _ = files
    }

    private func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
        switch (key, modifiers) {
        case (.escape, []): return escape()
        case (.enter, .control) where session.configuration.purpose == .dialog:
            if pages.visiblePage == "grid" { grid.accept() } else { acceptPicks() }
            return true
        default: return pages.visiblePage == "preview" && preview.pressed(key, modifiers)
        }
    }

    /// Escape calls off a drag, leaves the preview, clears a search, closes it, and then cancels the
    /// dialog or, in the app, un-picks all.
    private func escape() -> Bool {
        if grid.cancelDrag() { return true }
        if pages.visiblePage == "preview" {
            closePreview()
        } else if search.isOpen, !search.text.isEmpty {
            search.text = ""
        } else if search.isOpen {
            setSearch(open: false)
        } else if session.configuration.purpose == .dialog {
            end(with: .cancelled)
        } else {
            session.unpickAll()
        }
        return true
    }

    func setSearch(open: Bool) {
        guard search.isOpen != open else { return }
        search.isOpen = open
        if open { search.focusEntry() } else { search.text = "" }
    }

    private func searchChanged() {
        session.assets.filter.search = search.text
        session.listChanged()
    }

    func openPreview(_ asset: Asset) {
        preview.open(asset)
        pages.visiblePage = "preview"
        preview.widget.grabFocus()
    }

    func closePreview() {
        guard pages.visiblePage == "preview" else { return }
        let shown = preview.close()
        pages.visiblePage = "grid"
        updatePage()
        if let shown, let row = session.assets.index(of: shown) {
            grid.focus(row)
        } else {
            grid.view.grabFocus()
        }
    }

    // MARK: State shown

    private func updateAccept() {
        let label = session.configuration.acceptLabel ?? tr("_Add")
        let count = session.selection.count
        accept.setText(
            session.configuration.picksSeveral && count > 0
                // Translators: the accept button with the number of picked photos.
                ? tr("{label} ({count})", ["label": label, "count": String(count)]) : label)
        accept.isSensitive = session.selection.canAccept
    }

    private func updatePage() {
        folders?.update()
        progress.isVisible = !session.progress.isComplete && session.progress.found > 0
        let read = session.progress
        progress.fraction = read.found == 0 ? 0 : Double(read.inspected) / Double(read.found)
        guard pages.visiblePage != "preview" else {
            preview.listChanged()
            return
        }
        guard session.assets.model.elements.isEmpty else {
            if pages.visiblePage != "grid" { pages.visiblePage = "grid" }
            return
        }
        guard session.progress.isListed else { return }
        explainEmptiness()
        pages.visiblePage = "empty"
    }

    /// Puts the keyboard's focus where it belongs at the start, and shows the window.
    public func present() {
        Self.open.append(self)
        session.start()
        if let parent = session.configuration.parent { window.setModal(for: parent) }
        window.present()
        grid.view.grabFocus()
    }

    /// Closes the window as if the user had cancelled.
    public func cancel() { end(with: .cancelled) }

    // MARK: The end

    /// Hands over the picks, if there are enough of them and all are still there.
    func acceptPicks() {
        guard !hasFinished else { return }
        // The app has nobody to hand photos to: accepting opens them.
        guard session.configuration.purpose == .dialog else { return files.open(files.targets) }
        if pages.visiblePage == "preview", session.selection.isEmpty, let shown = preview.shownAsset {
            session.pick(shown.id)
        }
        guard session.selection.canAccept else {
            window.beep()
            return
        }
        guard !isAccepting else { return }
        isAccepting = true
        let picks = session.selection.picks
        Task {
            defer { isAccepting = false }
            let check = await PickCheck.look(at: picks)
            if !check.missing.isEmpty { session.dropVanished(check.missing) }
            if !check.silent.isEmpty { tellUnreachable(check.silent) }
            if check == PickCheck() { end(with: .picked(await session.assets(for: picks))) }
        }
    }

    /// Closes the window and then reports, once.
    func end(with result: PickResult) {
        guard !hasFinished else { return }
        hasFinished = true
        let size = window.defaultSize
        session.settings.set(sizeKey("width"), size.width)
        session.settings.set(sizeKey("height"), size.height)
        if session.configuration.purpose == .app { session.settings.set("maximized", window.isMaximized) }
        session.stop()
        Self.open.removeAll { $0 === self }
        files.close()
        window.destroy()
        finish?(result)
        finish = nil
    }
}

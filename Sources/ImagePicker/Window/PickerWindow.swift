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
    /// The other two pages are made when they are first wanted: the first frame does not wait for them.
    private(set) lazy var emptyState = makeEmptyState()
    private(set) lazy var preview = makePreview()
    private(set) lazy var files = FileActions(self)

    let titleBar: TitleBar
    private let status: SelectionStatus
    private let progress = ProgressBar(name: tr("Reading photos"))
    private var finish: ((PickResult) -> Void)?
    private var isPresented = false
    private var hasAppeared = false
    private var hasFinished = false
    /// The picks are being looked at.
    private var isAccepting = false
    /// A picker lives as long as it is open, whoever made it.
    static var open: [PickerWindow] = []
    private var isNarrow = false
    private var timings: FrameTimings?

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
        // While the window is made, the first photos are found.
        session.start()
        self.finish = finish
        let title = configuration.title ?? Self.title(for: configuration)
        window = application.map { Window(title: title, application: $0) } ?? Window(title: title)
        grid = PhotoGrid(session)
        titleBar = TitleBar(session, actions: actions)
        search = SearchBar(placeholder: tr("Search by name"), name: tr("Search"))
        pages.add(grid.overlay, name: "grid", title: tr("Photos"))
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
        window.setTitleBar(titleBar.widget)
        progress.styled("osd", "scan-progress")
        let body = Box(.vertical, [search, progress, toasts.widget, status.widget])
        toasts.widget.expanding(horizontally: true, vertically: true)
        window.setChild(body)
        let stored = (
            width: session.settings.integer(sizeKey("width"), default: 1000),
            height: session.settings.integer(sizeKey("height"), default: 700)
        )
        let area = window.workArea
        var size = (
            width: min(stored.width, area?.width ?? .max), height: min(stored.height, area?.height ?? .max)
        )
        window.setDefaultSize(width: size.width, height: size.height)
        if session.configuration.purpose == .app, session.settings.bool("maximized", default: false) {
            window.maximize()
            size = area ?? size
        }
        grid.expect(width: size.width, height: size.height)
    }

    private func makeEmptyState() -> EmptyState {
        let emptyState = EmptyState()
        pages.add(emptyState.widget, name: "empty", title: tr("No Photos Here"))
        return emptyState
    }

    private func makePreview() -> PreviewView {
        let preview = PreviewView(session)
        preview.onClose = { [weak self] in self?.closePreview() }
        preview.onAccept = { [weak self] in self?.acceptPicks() }
        pages.add(preview.widget, name: "preview", title: tr("Preview"))
        return preview
    }

    private func sizeKey(_ side: String) -> String {
        (session.configuration.purpose == .app ? "window-" : "dialog-") + side
    }

    /// Below this width, in application pixels, the tools stand under the grid.
    private static let narrowWidth = 520

    private func adaptSoon() {
        window.onEachFrame { [weak self] in
            self?.adapt()
            return false
        }
    }

    private func adapt() {
        let narrow = window.width < Self.narrowWidth
        guard narrow != isNarrow else { return }
        isNarrow = narrow
        titleBar.tools.removeFromParent()
        status.isNarrow = narrow
        if narrow { status.tools.append(titleBar.tools) } else { titleBar.packTools() }
    }

    // MARK: Intents

    private func connectIntents() {
        titleBar.onSearch = { [weak self] isOpen in self?.setSearch(open: isOpen) }
        titleBar.onChooseFolder = { [weak self] in self?.chooseFolder() }
        titleBar.onCancel = { [weak self] in self?.end(with: .cancelled) }
        titleBar.onAccept = { [weak self] in self?.acceptPicks() }
        grid.onAccept = { [weak self] in self?.acceptPicks() }
        status.onPreview = { [weak self] in
            guard let self else { return }
            if pages.visiblePage == "preview" { return closePreview() }
            if let asset = grid.currentAsset { openPreview(asset) }
        }
        grid.onLayout = { [weak self] in
            guard let self else { return }
            if !search.isOpen, pages.visiblePage == "grid" { grid.focusFirst() }
        }
        grid.onPreview = { [weak self] asset in self?.openPreview(asset) }
        toasts.widget.onResize { [weak self] in self?.adaptSoon() }
        search.captureKeys(of: window)
        search.onOpenOrClose { [weak self] in
            guard let self else { return }
            titleBar.showSearch(search.isOpen)
        }
        search.onChange { [weak self] in self?.searchChanged() }
        search.onActivate { [weak self] in self?.grid.focus(0) }
        session.onListChange { [weak self] in
            self?.updatePage()
            self?.appear()
        }
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
        if session.configuration.purpose == .app {
            actions.add("about") { [weak self] in self?.presentAbout() }
        }
        window.install(actions, prefix: "win")
        window.installShortcuts(shortcuts.flatMap(\.triggers))
        _ = files
        timings = FrameTimings.isWanted ? FrameTimings(grid, in: window) : nil
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

    private func updatePage() {
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

    /// Shows the window together with its first photos, or without them if none come at once.
    public func present() {
        Self.open.append(self)
        if session.configuration.filter.withPosition { session.tell(.onlyWithPosition) }
        isPresented = true
        Task { [weak self] in
            // Less than what a person notices.
            try? await Task.sleep(for: .milliseconds(40))
            self?.appear()
        }
    }

    /// Puts the keyboard's focus where it belongs at the start, and shows the window; once.
    private func appear() {
        guard isPresented, !hasAppeared, !hasFinished else { return }
        hasAppeared = true
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

import GLibBridge
import GtkBridge
import PictureLibrary

/// What the user does with photos beyond picking them: copy, drag out, open, show, throw away.
final class FileActions {
    /// What runs on after the window has gone holds it itself.
    unowned let picker: PickerWindow
    var session: PickerSession { picker.session }

    /// What Ctrl+Z brings back; nil once something else was done after it.
    var undoableTrash: TrashedPhotos?
    /// Where the keyboard's focus was when its photo was thrown away, until the grid has closed the gap.
    var placeToKeep: (place: Int, asset: Asset.ID)?
    private var menu: TileMenu?

    init(_ picker: PickerWindow) {
        self.picker = picker
        session.onSelectionChange { [weak self] ids in
            if !ids.isEmpty { self?.undoableTrash = nil }
        }
        session.onListChange { [weak self] in self?.keepPlace() }
        guard session.configuration.purpose == .app else { return }
        let grid = picker.grid
        grid.view.onDragOut { [weak self] point in self?.dragged(from: point) ?? ([], nil) }
        menu = TileMenu(grid, self)
    }

    /// Frees what GTK wants freed before the window goes.
    func close() { menu?.remove() }

    /// What an action is about: in the preview the photo that is shown, else what is picked, else the
    /// focused tile.
    var targets: [Asset.ID] {
        if picker.pages.visiblePage == "preview" { return picker.preview.shownAsset.map { [$0.id] } ?? [] }
        if !session.selection.isEmpty { return session.selection.picks }
        let focused = picker.grid.view.focusedPosition.flatMap { picker.grid.asset(at: $0) }
        return focused.map { [$0.id] } ?? []
    }

    private func keepPlace() {
        guard let (place, asset) = placeToKeep, session.assets.index(of: asset) == nil else { return }
        placeToKeep = nil
        guard picker.pages.visiblePage == "grid" else { return }
        // The grid lays out before the next frame.
        picker.grid.view.onEachFrame { [weak self] in
            if let self { picker.grid.focus(min(place, session.assets.model.elements.count - 1)) }
            return false
        }
    }

    // MARK: Copying

    func copy(_ ids: [Asset.ID]) {
        guard let first = ids.first else { return picker.window.beep() }
        let single = ids.count == 1 ? session.assets.asset(for: first) : nil
        let hasPixels = ids.count == 1 && single?.kind != .video
        let picture: Clipboard.Picture = { [session] in
            guard let asset = await session.assets(for: [first]).first else { return nil }
            let decoder = session.decoder
            return await BackgroundThread.value(named: "copy") {
                PictureExport.png(of: asset, decoder: decoder)
            }
        }
        Clipboard.set(ids, picture: hasPixels ? picture : nil)
        picker.toasts.show(
            ids.count == 1
                ? tr("“{name}” copied", ["name": first.displayName])
                : trn("{n} photo copied", "{n} photos copied", ids.count))
    }

    /// Adds the files on the clipboard as if they had been dropped here.
    func paste() {
        Task { [weak session] in
            let files = await Clipboard.files()
            if !files.isEmpty { session?.add(files) }
        }
    }

    private func dragged(from point: Point) -> (files: [FilePath], icon: Texture?) {
        guard let asset = picker.grid.position(at: point).flatMap({ picker.grid.asset(at: $0) }) else {
            return ([], nil)
        }
        let icon: Texture? =
            switch session.thumbnails.content(of: asset) {
            case .picture(let pixels), .placeholder(let pixels): Texture(pixels)
            case .waiting, .broken, .unavailable: nil
            }
        return (session.selection.contains(asset.id) ? session.selection.picks : [asset.id], icon)
    }

    // MARK: Other programs

    /// Opens the files with the programs that the user has set for their types.
    func open(_ ids: [Asset.ID]) {
        guard !ids.isEmpty else { return picker.window.beep() }
        Task { [picker] in
            let files = await session.assets(for: ids).map { (path: $0.path, contentType: $0.contentType) }
            let (programs, others) = await BackgroundThread.value(named: "programs") {
                InstalledProgram.sort(files)
            }
            var opened: Set<FilePath> = []
            for (program, paths) in programs {
                if let reason = await program.launch(paths) {
                    picker.toasts.show(
                        tr(
                            "{program} could not be started: {reason}",
                            ["program": program.name, "reason": reason]))
                } else {
                    opened.formUnion(paths)
                }
            }
            if let other = others.first {
                picker.toasts.show(
                    tr(
                        "No program is set for opening files of the type {type}.",
                        ["type": other.contentType]))
            }
            remember(files.filter { opened.contains($0.path) })
        }
    }

    private func remember(_ files: [(path: FilePath, contentType: String)]) {
        guard !files.isEmpty, RecentFiles.isWanted, RecentFiles.isWantedByToolkit else { return }
        BackgroundThread.start(named: "recent files") {
            UninterruptedWrite.run {
                RecentFiles.add(files, program: "Pickture", command: "pickture %u")
            }
        }
    }

    /// Shows the files in the file manager, or opens their folder where it can't.
    func showInFileManager(_ ids: [Asset.ID]) {
        guard let first = ids.first else { return picker.window.beep() }
        Task { [picker] in
            if await FileManager.show(ids) { return }
            let folder = first.parent
            let program = await BackgroundThread.value(named: "programs") {
                InstalledProgram.standard(for: "inode/directory")
            }
            if let program, await program.launch([folder]) == nil { return }
            picker.toasts.show(
                tr("There is no file manager to show {folder}.", ["folder": folder.displayPath]))
        }
    }
}

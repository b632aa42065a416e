import GLibBridge
import GtkBridge
import PictureLibrary

extension PickerWindow {
    /// Says in passing what happened.
    func show(_ notice: PickerSession.Notice) {
        switch notice {
        case .limitReached(let maximum):
            tell(trn("You can pick {n} photo at most.", "You can pick {n} photos at most.", maximum))
        case .vanished(let paths):
            tell(of: paths) {
                tr("“{name}” is gone and no longer selected.", ["name": $0])
            } many: {
                trn("{n} selected photo is gone.", "{n} selected photos are gone.", $0)
            }
        case .dismissed(let paths):
            tell(of: paths) {
                tr("“{name}” can't be picked and is no longer selected.", ["name": $0])
            } many: {
                trn("{n} selected file can't be picked.", "{n} selected files can't be picked.", $0)
            }
        case .refused(let paths):
            tell(of: paths) {
                tr("“{name}” can't be picked here.", ["name": $0])
            } many: {
                trn("{n} file can't be picked here.", "{n} files can't be picked here.", $0)
            }
        case .unreadable(let path, let reason):
            guard !session.assets.model.elements.isEmpty else { return }
            toasts.show(
                tr("“{name}” can't be read: {reason}", ["name": path.displayName, "reason": reason]))
        case .onlyWithPosition: toasts.show(tr("Only photos that know where they were taken are shown."))
        }
    }

    /// Says which picks could not be handed over, since their files did not answer.
    func tellUnreachable(_ paths: [FilePath]) {
        guard let first = paths.first else { return }
        tell(
            paths.count == 1
                ? tr("“{name}” does not answer. Try again, or do without it.", ["name": first.displayName])
                : tr(
                    "{count} selected photos do not answer, the first is “{name}”.",
                    ["count": String(paths.count), "name": first.displayName]))
    }

    /// Names a single file, and counts several.
    private func tell(of paths: [FilePath], one: (String) -> String, many: (Int) -> String) {
        guard let first = paths.first else { return }
        tell(paths.count == 1 ? one(first.displayName) : many(paths.count))
    }

    /// Shows `text` for a moment and lets a screen reader say it.
    private func tell(_ text: String) {
        toasts.show(text)
        grid.speak(text)
    }

    /// Fills the page that stands in for an empty grid.
    func explainEmptiness() {
        let filter = session.assets.filter
        if filter.folder.map(session.assets.hasAssets) ?? (session.assets.knownCount > 0) {
            if !filter.search.isEmpty {
                emptyState.show(
                    icon: "edit-find-symbolic", title: tr("Nothing Found"),
                    text: tr("No photo's name contains “{text}”.", ["text": filter.search]),
                    button: tr("Clear Search")
                ) { [weak self] in self?.search.text = "" }
            } else {
                emptyState.show(
                    icon: "edit-find-symbolic", title: tr("Nothing Matches"),
                    text: tr("The filter hides all photos that are here."), button: tr("Show All")
                ) { [weak self] in self?.resetFilter() }
            }
        } else if let problem = session.problem(of: filter.folder?.path) {
            emptyState.show(
                icon: "dialog-error-symbolic", title: tr("The Folder Can't Be Read"),
                text: tr(
                    "{path}: {reason}", ["path": problem.path.displayPath, "reason": problem.reason]),
                button: tr("Choose Another Folder…")
            ) { [weak self] in self?.chooseFolder() }
        } else {
            emptyState.show(
                icon: "image-x-generic-symbolic", title: tr("No Photos Here"),
                text: tr("Photos that you put into this folder appear by themselves."),
                button: tr("Choose Another Folder…")
            ) { [weak self] in self?.chooseFolder() }
        }
    }

    /// Shows everything that the caller lets the user see.
    func resetFilter() {
        session.showAll()
        titleBar.menu.reset()
    }
}

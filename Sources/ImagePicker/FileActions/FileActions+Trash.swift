import GLibBridge
import GtkBridge
import PictureLibrary

extension FileActions {
    /// Moves photos to the trash, live photos with their clips. Only the app throws anything away.
    func trash(_ ids: [Asset.ID]) {
        guard session.configuration.purpose == .app else { return }
        guard !ids.isEmpty else { return picker.window.beep() }
        let before = session.selection
        let files = ids.flatMap { id in [id] + (session.assets.asset(for: id)?.clip.map { [$0] } ?? []) }
        Task { [picker] in
            let outcome = await BackgroundThread.value(named: "trash") { TrashOutcome.move(files) }
            let gone = ids.filter(outcome.moved.contains)
            forget(gone)
            if !outcome.restorable.isEmpty {
                let trashed = TrashedPhotos(files: outcome.restorable, selection: before)
                undoableTrash = trashed
                picker.toasts.show(sentence(gone), action: tr("Undo")) { [weak self] in
                    self?.restore(trashed)
                }
            } else if !gone.isEmpty {
                picker.toasts.show(sentence(gone))
            }
            tell(outcome.failures)
            // The window may have gone meanwhile, and nobody is there to answer.
            guard PickerWindow.open.contains(where: { $0 === picker }) else { return }
            if !outcome.unsupported.isEmpty { await deleteForGood(outcome.unsupported) }
        }
    }

    /// Ctrl+Z: brings back what was thrown away, if that was the last thing done; false otherwise.
    func undoTrash() -> Bool {
        guard let trashed = undoableTrash else { return false }
        restore(trashed)
        return true
    }

    private func restore(_ trashed: TrashedPhotos) {
        let isLast = undoableTrash?.files == trashed.files
        undoableTrash = nil
        picker.toasts.hide()
        Task { [picker] in
            let failures = await BackgroundThread.value(named: "trash") {
                trashed.files.compactMap { file -> (path: FilePath, reason: String)? in
                    do throws(FileError) {
                        try UninterruptedWrite.run { () throws(FileError) in try Trash.restore(file) }
                        return nil
                    } catch {
                        return (file.original, error.reason)
                    }
                }
            }
            session.scanner.rescan()
            if isLast { session.restore(trashed.selection) }
            if let failure = failures.first {
                picker.toasts.show(
                    tr(
                        "“{name}” could not be brought back: {reason}",
                        ["name": failure.path.displayName, "reason": failure.reason]))
            }
        }
    }

    private func deleteForGood(_ files: [FilePath]) async {
        guard let first = files.first else { return }
        let isWanted = await Confirmation.ask(
            files.count == 1
                ? tr("Delete “{name}” for good?", ["name": first.displayName])
                : trn("Delete {n} file for good?", "Delete {n} files for good?", files.count),
            detail: tr("There is no trash on this disk. What is deleted can’t be brought back."),
            accept: tr("_Delete"), cancel: tr("_Cancel"), for: picker.window)
        guard isWanted else { return }
        let outcome = await BackgroundThread.value(named: "trash") { TrashOutcome.delete(files) }
        forget(Array(outcome.moved))
        tell(outcome.failures)
    }

    /// Un-picks what is gone by the user's own will, and keeps the keyboard's place in the grid.
    private func forget(_ ids: [Asset.ID]) {
        let gone = Set(ids)
        guard !gone.isEmpty else { return }
        session.update { _ = $0.remove(vanished: gone) }
        session.scanner.rescan()
        guard let place = picker.grid.view.focusedPosition, let asset = picker.grid.asset(at: place),
            gone.contains(asset.id)
        else { return }
        placeToKeep = (place, asset.id)
    }

    private func sentence(_ ids: [Asset.ID]) -> String {
        ids.count == 1
            ? tr("“{name}” moved to the trash", ["name": ids[0].displayName])
            : trn("{n} photo moved to the trash", "{n} photos moved to the trash", ids.count)
    }

    private func tell(_ failures: [(path: FilePath, reason: String)]) {
        guard let failure = failures.first else { return }
        picker.toasts.show(
            tr(
                "“{name}” could not be deleted: {reason}",
                ["name": failure.path.displayName, "reason": failure.reason]))
    }
}

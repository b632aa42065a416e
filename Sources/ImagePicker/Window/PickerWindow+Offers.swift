import GLibBridge
import GtkBridge
import PictureLibrary

/// What comes to be offered while the picker is open.
extension PickerWindow {
    /// Offers another file.
    public func offer(file: FilePath) { session.scanner.add(files: [file], folders: []) }

    /// Offers another folder.
    public func offer(folder: FilePath) {
        session.scanner.add(
            files: [], folders: [.init(path: folder, recursive: session.configuration.library.recursive)])
    }

    /// Gives photos an order that have had none so far, as once a folder comes to files that were named.
    public func sortUnsorted(by order: SortOrder) {
        guard session.assets.order == .none else { return }
        session.assets.order = order
        actions.setState("sort", order.rawValue)
        session.listChanged()
    }

    /// Offers a folder that the user chooses with GTK's own chooser, and shows it.
    func chooseFolder() {
        Task {
            let folder = await FileChooser.chooseFolder(
                title: tr("Choose a Folder"), accept: tr("_Open"), cancel: tr("_Cancel"),
                startingIn: session.assets.filter.folder?.path
                    ?? session.configuration.library.folders.first?.path,
                for: window)
            guard let folder else { return }
            session.show(folder)
        }
    }
}

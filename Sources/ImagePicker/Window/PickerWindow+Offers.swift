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
}

import GLibBridge
import GtkBridge
import PictureLibrary

/// The window as that of a program of its own.
extension PickerWindow {
    /// Brings the window in front of the others.
    public func bringToFront() { window.present() }

    /// Offers what the user named at a later start, takes away what would hide it, and comes to the front.
    public func open(files: [FilePath], folders: [FilePath]) {
        if !files.isEmpty || !folders.isEmpty {
            closePreview()
            setSearch(open: false)
            session.scanner.add(files: files, folders: folders.map { .init(path: $0, source: .library) })
            session.assets.filter.folder = nil
            session.listChanged()
        }
        bringToFront()
    }

    /// Closes all windows, and with them the program.
    func quit() { Self.open.forEach { $0.end(with: .cancelled) } }

    func presentAbout() {
        AboutWindow.present(
            program: "Pickture", version: session.configuration.version, icon: Pickture.applicationID,
            comments: tr("See your photos in one grid and pick the ones you need"),
            website: "https://github.com/pickture/pickture", copyright: tr("The Pickture developers"),
            for: window)
    }
}

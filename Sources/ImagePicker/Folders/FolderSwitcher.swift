import GLibBridge
import GtkBridge
import PictureLibrary

/// The button in the title bar that says which folder is shown, and its list: all photos, each folder
/// with a cover and a count, and GTK's chooser for any other.
final class FolderSwitcher {
    let button: MenuButton
    private let session: PickerSession
    private lazy var list = ChoiceList<Row>(name: tr("Folders")) { [covers = FolderCovers(session)] row in
        covers.widget(for: row)
    }

    enum Row: Equatable {
        case all(count: Int)
        case folder(AssetList.Folder)
        case other
    }

    var onChooseOther: () -> Void = {}

    init(_ session: PickerSession) {
        self.session = session
        button = MenuButton(text: tr("All Photos"), name: tr("Folder"))
        button.setPopover { [unowned self] in makePopover() }
    }

    private func makePopover() -> Popover {
        let scroller = ScrolledWindow(list)
        scroller.growUpTo(height: 420)
        list.requestSize(width: 280)
        list.chosenMark = tr("Shown now")
        let popover = Popover(scroller)
        popover.onOpen { [weak self] in self?.fill() }
        list.onChoose { [weak self] row in self?.choose(row) }
        return popover
    }

    /// Shows which folder is chosen.
    func update() {
        button.setText(session.assets.filter.folder?.path.displayName ?? tr("All Photos"))
    }

    private func fill() {
        let folders = session.assets.folders
        let count = folders.reduce(0) { $0 + $1.count }
        let rows = [.all(count: count)] + folders.map(Row.folder) + [.other]
        list.show(rows, chosen: rows.firstIndex { isChosen($0) })
    }

    private func isChosen(_ row: Row) -> Bool {
        switch row {
        case .all: session.assets.filter.folder == nil
        case .folder(let folder): session.assets.filter.folder == .alone(folder.path)
        case .other: false
        }
    }

    private func choose(_ row: Row) {
        button.popDown()
        switch row {
        case .all: session.assets.filter.folder = nil
        case .folder(let folder): session.assets.filter.folder = .alone(folder.path)
        case .other: return onChooseOther()
        }
        session.listChanged()
    }
}

/// The rows of the folder list, with a small picture of each folder's first photo.
private final class FolderCovers {
    private let session: PickerSession
    init(_ session: PickerSession) { self.session = session }

    func widget(for row: FolderSwitcher.Row) -> (name: String, widget: any Widget) {
        switch row {
        case .all(let count):
            line(icon: "image-x-generic-symbolic", title: tr("All Photos"), count: count, cover: nil)
        case .folder(let folder):
            line(icon: "folder-symbolic", title: folder.displayName, count: folder.count, cover: folder.cover)
        case .other:
            line(icon: "folder-open-symbolic", title: tr("Other Folder…"), count: nil, cover: nil)
        }
    }

    private func line(
        icon: String, title: String, count: Int?, cover: Asset?
    ) -> (name: String, widget: any Widget) {
        let box = Box(.horizontal, spacing: 10)
        if let cover, case .picture(let pixels) = session.thumbnails.content(of: cover) {
            let picture = PictureView()
            picture.show(Texture(pixels))
            // A picture by itself would like to be as large as its pixels.
            let place = Overlay(Box(.horizontal).requestingSize(width: 40, height: 40))
            place.add(picture)
            box.append(place.clipping().styled("cover"))
        } else {
            box.append(Icon(icon, size: 20).aligned(.center, .center).requestingSize(width: 40, height: 40))
        }
        box.append(Label(title).ellipsized(characters: 28).textAligned(0).expanding(horizontally: true))
        if let count { box.append(Label(String(count)).styled("dim-label")) }
        let name = count.map { trn("{name}, {n} photo", "{name}, {n} photos", $0, ["name": title]) } ?? title
        return (name, box)
    }
}

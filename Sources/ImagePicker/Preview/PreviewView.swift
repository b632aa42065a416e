import GLibBridge
import GtkBridge
import PictureLibrary

/// One photo as large as the window, and the way to its neighbours.
final class PreviewView {
    let widget = Box(.vertical)
    var onClose: () -> Void = {}
    var onAccept: () -> Void = {}
    private(set) var shownAsset: Asset?

    init(_ session: PickerSession) {}

    func open(_ asset: Asset) { shownAsset = asset }
    func close() -> Asset.ID? {
        defer { shownAsset = nil }
        return shownAsset?.id
    }
    func listChanged() {}
}

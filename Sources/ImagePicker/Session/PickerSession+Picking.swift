import GLibBridge
import PictureLibrary

/// What picks and un-picks, by the rules of the selection and with a word about what did not fit.
extension PickerSession {
    /// A click: picks or un-picks.
    func toggle(_ id: Asset.ID) { change { $0.toggle(id) } }
    func pick(_ id: Asset.ID) { change { $0.pick(id) } }
    func unpick(_ id: Asset.ID) { change { $0.unpick(id) } }

    /// Changes the selection by `body` and tells everybody what came of it.
    func change(_ body: (inout Selection) -> Selection.Change) {
        var outcome = Selection.Change.unchanged
        update { outcome = body(&$0) }
        if case .refused(let maximum) = outcome { tell(.limitReached(maximum)) }
    }

    /// The same for a change of several picks.
    func change(several body: (inout Selection) -> Selection.Addition) {
        var refused = 0
        update { refused = body(&$0).refused }
        if refused > 0 { tell(.limitReached(selection.maximum)) }
    }

    /// Makes `selection` what it was, as after a double click.
    func restore(_ earlier: Selection) { update { $0 = earlier } }

    func pickAll() {
        let ids = assets.model.elements.map(\.id)
        change(several: { $0.pick(all: ids) })
    }

    func unpickAll() { update { $0.clear() } }

    func pick(rows: Range<Int>) {
        let photos = assets.model.elements
        change(several: { $0.pick(all: photos[rows.clamped(to: photos.indices)].lazy.map(\.id)) })
    }

    func unpick(rows: Range<Int>) {
        let photos = assets.model.elements
        update { $0.unpick(all: photos[rows.clamped(to: photos.indices)].lazy.map(\.id)) }
    }
}

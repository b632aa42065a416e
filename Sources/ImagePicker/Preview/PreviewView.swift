import GLibBridge
import GtkBridge
import PictureLibrary

/// One photo as large as the window, and the way to its neighbours.
final class PreviewView {
    let widget: Box
    var onClose: () -> Void = {}
    var onAccept: () -> Void = {}
    private(set) var shownAsset: Asset?

    private let session: PickerSession
    let picture = ZoomablePicture()
    private let controls: PreviewControls
    private let loader: PreviewLoader
    private(set) var place: PreviewPlace?
    /// What came out for the asset that is shown; nil while it is waited for.
    private var loaded: LoadedPicture?
    private var loading: Task<Void, Never>?
    private var loadingDetail: Task<Void, Never>?
    /// The size that was asked for when the picture was enlarged.
    private var detailSize: PixelSize?
    /// The device pixels that were asked for.
    private var bounds = PixelSize(width: 0, height: 0)
    private var animation: PreviewAnimation?
    private var isShowingZoom = false

    init(_ session: PickerSession) {
        self.session = session
        loader = PreviewLoader(decoder: session.decoder)
        controls = PreviewControls(over: picture.canvas)
        widget = controls.widget
        picture.canvas.styled("preview-picture")
        controls.back.onClick { [weak self] in self?.onClose() }
        controls.previous.onClick { [weak self] in self?.move(by: -1) }
        controls.next.onClick { [weak self] in self?.move(by: 1) }
        controls.pick.onClick { [weak self] in self?.togglePick() }
        controls.zoom.onToggle { [weak self] in
            guard let self, !isShowingZoom else { return }
            picture.toggleZoom()
        }
        picture.canvas.setAccessibleName(tr("Preview"))
        picture.onChange = { [weak self] in self?.viewChanged() }
        picture.canSwipe = { [weak self] side in
            guard let self else { return false }
            return place?.neighbour(distance(side)) != nil
        }
        picture.onSwipe = { [weak self] side in
            guard let self else { return }
            move(by: distance(side))
        }
        picture.canvas.onKey { [weak self] key, modifiers in self?.pressedOnPicture(key, modifiers) ?? false }
        session.onSelectionChange { [weak self] _ in self?.showPick(announcing: true) }
    }

    /// Shows `asset`, whole.
    func open(_ asset: Asset) {
        place = PreviewPlace(asset.id, in: session.assets.model.elements)
        show(place?.asset ?? asset)
    }

    /// Gives back what was shown last, and the memory for it.
    func close() -> Asset.ID? {
        let last = shownAsset?.id
        stop()
        loader.forgetAll()
        shownAsset = nil
        place = nil
        picture.clear(nil)
        return last
    }

    /// The list changed: stays with what is shown, or goes to a neighbour where it is gone.
    func listChanged() {
        guard let shown = shownAsset else { return }
        guard var place else {
            place = PreviewPlace(shown.id, in: session.assets.model.elements)
            return
        }
        guard place.follow(session.assets.model.elements) else { return onClose() }
        self.place = place
        if place.asset.id != shown.id || place.asset.file != shown.file {
            show(place.asset)
        } else if place.asset != shown {
            shownAsset = place.asset
            showInfo()
            showPick()
        } else {
            showName()
        }
    }

    // MARK: Intents

    func togglePick() {
        guard let shownAsset else { return }
        session.toggle(shownAsset.id)
    }

    // MARK: Neighbours

    /// Rows from here to what lies on that side: 1 is the right, where in right-to-left languages the
    /// earlier rows are.
    private func distance(_ side: Int) -> Int { widget.isRightToLeft ? -side : side }

    func move(by distance: Int) {
        guard var place, distance != 0 else { return }
        let before = place.row
        place.move(by: distance)
        guard place.row != before else { return widget.beep() }
        self.place = place
        show(place.asset)
    }

    // MARK: Picture

    private func stop() {
        loading?.cancel()
        loadingDetail?.cancel()
        detailSize = nil
        animation = nil
        controls.isWaiting = false
    }

    private func show(_ asset: Asset) {
        stop()
        shownAsset = asset
        loaded = nil
        bounds = PixelSize(width: 0, height: 0)
        picture.clear(asset.metadata?.size)
        controls.show(problem: nil)
        if asset.metadata?.size != nil {
            switch session.thumbnails.content(of: asset) {
            case .placeholder(let pixels), .picture(let pixels): picture.show(square: pixels)
            case .waiting, .broken, .unavailable: break
            }
        }
        picture.canvas.setAccessibleName(asset.path.displayName)
        showInfo()
        showPick()
        load()
    }

    /// Decodes for the view's pixels, as soon as it has any.
    private func load() {
        guard let asset = shownAsset, picture.geometry.width > 0, picture.geometry.height > 0 else { return }
        let wanted = picture.geometry.devicePixels
        bounds = wanted
        if let kept = loader.kept(asset, fitting: wanted) { take(kept) }
        controls.isWaiting = loaded == nil
        loading?.cancel()
        loading = Task { [weak self, loader] in
            let loaded = await loader.load(asset, fitting: wanted)
            guard !Task.isCancelled, let self else { return }
            if self.loaded?.asset != loaded.asset || self.loaded?.hasMore == true { take(loaded) }
            await prefetch(wanted)
        }
    }

    /// The neighbours, while there is nothing else to do.
    private func prefetch(_ bounds: PixelSize) async {
        for distance in [1, -1] {
            guard !Task.isCancelled, let neighbour = place?.neighbour(distance) else { continue }
            _ = await loader.load(neighbour, fitting: bounds)
        }
    }

    private func take(_ loaded: LoadedPicture) {
        guard loaded.asset.id == shownAsset?.id else { return }
        let isFirst = self.loaded == nil
        self.loaded = loaded
        controls.isWaiting = false
        switch loaded.picture {
        case .success(let decoded):
            picture.show(decoded.pixels, of: loaded.size ?? decoded.pixels.size)
            controls.show(problem: nil)
            if isFirst { animate(loaded.asset) }
            loadDetailIfWanted()
        case .failure(.cancelled): return
        case .failure(let error):
            picture.clear(nil)
            controls.show(problem: error.sentence)
        }
        showInfo()
        showPick()
    }

    private func animate(_ asset: Asset) {
        guard Display.animates, asset.metadata?.subtypes.contains(.animated) == true else { return }
        animation = PreviewAnimation(asset.path, session.decoder) { [weak self] pixels in
            guard let self else { return }
            picture.show(pixels, of: pixels.size)
        }
    }

    private func viewChanged() {
        isShowingZoom = true
        controls.zoom.isActive = !picture.geometry.isFitting
        isShowingZoom = false
        guard shownAsset != nil else { return }
        let wanted = picture.geometry.devicePixels
        let needsMore =
            loaded?.hasMore == true && (wanted.width > bounds.width || wanted.height > bounds.height)
        if bounds.width == 0 || needsMore { load() }
        loadDetailIfWanted()
    }

    /// More pixels, once the zoom shows them.
    private func loadDetailIfWanted() {
        guard let loaded, loaded.hasMore, picture.needsDetail, let size = loaded.size else { return }
        let wanted = PreviewLoader.detailSize(of: size, zoom: picture.geometry.zoom)
        guard wanted != detailSize else { return }
        controls.isWaiting = wanted.width > detailSize?.width ?? 0
        detailSize = wanted
        loadingDetail?.cancel()
        loadingDetail = Task { [weak self, loader] in
            let pixels = await loader.loadDetail(loaded.asset, size: wanted)
            guard !Task.isCancelled, let self else { return }
            controls.isWaiting = false
            if let pixels { picture.show(detail: pixels) }
        }
    }

    // MARK: What is known

    /// The asset with what its file said.
    private var known: Asset? {
        guard let shown = shownAsset else { return nil }
        guard shown.metadata == nil, let loaded, loaded.asset.id == shown.id else { return shown }
        return loaded.asset
    }

    private func showName() {
        guard let shownAsset else { return }
        controls.show(name: shownAsset.path.displayName, row: place?.row ?? 0, count: place?.count ?? 1)
    }

    private func showInfo() {
        guard let asset = known else { return }
        showName()
        var size = asset.metadata?.size
        var isWhole = true
        if case .success(let decoded)? = loaded?.picture {
            size = size ?? decoded.originalSize
            isWhole = decoded.isComplete
        }
        let info = PreviewInfo(
            date: asset.dateText, size: size, bytes: asset.file.size, camera: asset.metadata?.camera,
            position: asset.metadata?.position)
        let kind = asset.durationText.map {
            tr("{kind} {duration}", ["kind": asset.kind.name, "duration": $0])
        }
        controls.show(
            info: info.text, kind: asset.kind == .photo ? nil : kind ?? asset.kind.name,
            note: isWhole ? nil : tr("The file is damaged; this is the part of it that can be read."))
    }

    /// Number and name of the pick; `announcing` adds the count, which a screen reader speaks.
    private func showPick(announcing: Bool = false) {
        guard let asset = known else { return }
        let number = session.selection.number(of: asset.id)
        controls.showPick(
            number: number, label: session.selection.replaces ? "✓" : number.map(String.init) ?? "",
            reacts: session.selection.reacts(asset.id))
        var description = asset.spokenDescription
        if let number { description += tr(", number {number}", ["number": String(number)]) }
        if case .failure(let error)? = loaded?.picture { description += ". " + error.sentence }
        if announcing, session.configuration.picksSeveral { description += ", " + session.spokenStatus }
        picture.canvas.setAccessibleDescription(description)
    }
}

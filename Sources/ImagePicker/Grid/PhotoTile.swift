import GLibBridge
import GtkBridge
import PictureLibrary

/// One tile: the picture, and over it what is known of it and of its pick. Its parts are made when they
/// are first needed; most tiles never need them.
final class PhotoTile: GridCell {
    let content: any Widget
    private(set) var asset: Asset?

    private let frame = PictureFrame()
    private var badge: Label?
    private var kindMark: Box?
    private var symbol: Icon?
    private var previewButton: Button?
    /// The cell around the frame: the same one through the tile's life.
    private var place: CellPlace?
    private var shownSide = 0
    private var shownReason: String?
    /// What the place is called. Each change is told on the bus.
    private var shownName: String?
    private var shownDescription: String?
    private unowned let tiles: PhotoTiles

    init(_ tiles: PhotoTiles) {
        self.tiles = tiles
        frame.styled("tile").aligned(.start, .start)
        content = frame
    }

    func bind(_ asset: Asset, in place: CellPlace) {
        self.asset = asset
        tiles.bound[asset.id] = self
        if self.place == nil {
            self.place = place
            place.margins(bottom: GridGeometry.lineSpacing, end: GridGeometry.itemSpacing)
        }
        let name = asset.path.displayName
        if name != shownName {
            shownName = name
            place.setAccessibleName(name)
        }
        resize(to: tiles.side)
        showKind(asset)
        showContent(tiles.thumbnails.content(of: asset))
        showPick()
    }

    func unbind() {
        // Another tile may stand for the asset already.
        if let asset, tiles.bound[asset.id] === self { tiles.bound[asset.id] = nil }
        asset = nil
        frame.show(nil)
        previewButton?.isVisible = false
    }

    /// The tile's side in application pixels.
    func resize(to side: Int) {
        guard side != shownSide else { return }
        shownSide = side
        frame.requestSize(width: side, height: side)
    }

    func showContent(_ content: TileContent) {
        switch content {
        case .waiting(let colours):
            frame.show(colours.map { Texture($0.pixels) })
            show(symbol: nil)
        case .placeholder(let pixels), .picture(let pixels):
            frame.show(Texture(pixels))
            show(symbol: nil)
        case .broken(let reason):
            frame.show(nil)
            show(symbol: "image-missing-symbolic", reason: reason)
        case .unavailable(let reason):
            frame.show(nil)
            show(
                symbol: asset?.kind == .video ? "video-x-generic-symbolic" : "image-x-generic-symbolic",
                reason: reason)
        }
    }

    /// Shows whether and as which number the asset is picked, and tells assistive tools.
    func showPick() {
        guard let asset, let place else { return }
        let number = tiles.selection.number(of: asset.id)
        frame.setStyle("picked", number != nil)
        place.setStyle("picked", number != nil)
        frame.setStyle("dimmed", !tiles.selection.reacts(asset.id))
        if let number {
            let badge = badge ?? makeBadge()
            badge.text = tiles.selection.replaces ? "✓" : String(number)
            badge.isVisible = true
        } else {
            badge?.isVisible = false
        }
        var description = asset.spokenDescription
        if let number { description += tr(", number {number}", ["number": String(number)]) }
        if let spoken = tiles.spoken, spoken.asset == asset.id { description += spoken.text }
        guard description != shownDescription else { return }
        shownDescription = description
        place.setAccessibleDescription(description)
    }

    /// Shows the button that opens the preview while the pointer is over the tile.
    func showPreviewButton(_ on: Bool) {
        if on {
            let button = previewButton ?? makePreviewButton()
            button.isVisible = true
        } else {
            previewButton?.isVisible = false
        }
    }

    private func makeBadge() -> Label {
        let badge = Label().styled("badge").aligned(.end, .start).margins(top: 6, end: 6)
        badge.ignorePointer()
        badge.hideFromAssistiveTools()
        frame.add(badge)
        self.badge = badge
        return badge
    }

    private func makePreviewButton() -> Button {
        let button = Button(icon: "zoom-in-symbolic", name: tr("Preview"))
            .styled("osd", "circular", "tile-button").aligned(.end, .end).margins(bottom: 4, end: 4)
        button.setFocusable(false)
        button.onClick { [weak self] in
            guard let self, let asset = self.asset else { return }
            tiles.onPreview(asset)
        }
        frame.add(button)
        previewButton = button
        return button
    }

    private func showKind(_ asset: Asset) {
        guard asset.kind != .photo else {
            kindMark?.isVisible = false
            return
        }
        if let kindMark { frame.remove(kindMark) }
        let sign: any Widget =
            // Translators: a short mark on live photos, as phones have it.
            asset.kind == .video ? Icon("camera-video-symbolic") : Label(trc("mark", "LIVE"))
        let mark = Box(.horizontal, spacing: 4, [sign]).styled("kind").aligned(.fill, .end)
        if let duration = asset.durationText {
            mark.append(Label(duration).textAligned(1).expanding(horizontally: true))
        }
        mark.ignorePointer()
        mark.hideFromAssistiveTools()
        frame.add(mark)
        kindMark = mark
    }

    private func show(symbol name: String?, reason: String? = nil) {
        if reason != shownReason {
            shownReason = reason
            frame.tooltip = reason
        }
        guard let name else {
            symbol?.isVisible = false
            return
        }
        if let symbol {
            symbol.setName(name)
            symbol.isVisible = true
        } else {
            let icon = Icon(name, size: 32).styled("dim-label").aligned(.center, .center)
            icon.ignorePointer()
            frame.add(icon)
            symbol = icon
        }
    }
}

/// What all tiles of a grid share.
final class PhotoTiles {
    let session: PickerSession
    /// The tile that stands for an asset now.
    var bound: [Asset.ID: PhotoTile] = [:]
    /// Application pixels.
    var side = 120
    var onPreview: (Asset) -> Void = { _ in }
    /// What the focused tile's description ends with after a change, which a screen reader then speaks.
    var spoken: (asset: Asset.ID, text: String)?

    init(_ session: PickerSession) { self.session = session }

    var thumbnails: ThumbnailLoader { session.thumbnails }
    var selection: Selection { session.selection }
}

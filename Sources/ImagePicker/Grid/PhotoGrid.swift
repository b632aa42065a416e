import GLibBridge
import GtkBridge
import PictureLibrary

/// The scrolling grid of photos: tiles, their size, and what of them is in sight.
///
/// What the pointer does is in ``GridPointer``, what keys do in ``GridKeys``.
final class PhotoGrid {
    let session: PickerSession
    let view: GridView<PhotoTile>
    let scroller: ScrolledWindow
    /// The scroller with what lies above it: the rubber band and the date bubble.
    let overlay: Overlay
    let tiles: PhotoTiles

    /// Enter on a tile, or a double click where one can be picked.
    var onAccept: () -> Void = {}
    var onPreview: (Asset) -> Void = { _ in }
    /// After each change of the list or of the size.
    var onLayout: () -> Void = {}

    /// Where Shift begins, and the last tile that it reached.
    var anchor: Asset.ID?
    private(set) var lastExtended: Int?

    /// Where the tiles lie, of those that there are now; their size follows before the next frame.
    var geometry: GridGeometry { lines.holding(session.assets.model.elements.count) }
    private var lines = GridGeometry(width: 720, wishedSide: 120, count: 0)
    /// The side that the user likes tiles to have, in application pixels; they grow to fill their lines.
    private(set) var wishedSide: Int
    private var scrolled = 0.0
    private var isLayoutPending = false
    private var keepInSight: Int?
    private var lookAhead = LookAhead()
    /// Looks again when the scrolling may have ended.
    private var slowingDown: Task<Void, Never>?
    private let bubble: DateBubble
    private var pointer: GridPointer?
    private var keys: GridKeys?

    init(_ session: PickerSession) {
        self.session = session
        let tiles = PhotoTiles(session)
        self.tiles = tiles
        wishedSide = session.settings.integer("tile-size", default: 120)
        let rules = SelectionRules(
            isSelected: { [weak session] row in
                guard let session, let asset = session.assets.asset(at: row) else { return false }
                return session.selection.contains(asset.id)
            },
            select: { [weak session] row in session?.assets.asset(at: row).map { session?.pick($0.id) } },
            unselect: { [weak session] row in session?.assets.asset(at: row).map { session?.unpick($0.id) } },
            selectRange: { [weak session] rows in session?.pick(rows: rows) },
            unselectRange: { [weak session] rows in session?.unpick(rows: rows) },
            selectAll: { [weak session] in session?.pickAll() },
            unselectAll: { [weak session] in session?.unpickAll() })
        view = GridView(session.assets.model, rules: rules) { PhotoTile(tiles) }
        view.styled("photos")
        view.setAccessibleName(tr("Photos"))
        scroller = ScrolledWindow(view)
        scroller.allowNarrow()
        scroller.expanding(horizontally: true, vertically: true)
        overlay = Overlay(scroller)
        bubble = DateBubble(session)
        overlay.add(bubble.widget)
        tiles.onPreview = { [weak self] in self?.onPreview($0) }

        scroller.horizontalScroll.onChange { [weak self] in self?.layoutSoon() }
        scroller.verticalScroll.onChange { [weak self] in self?.viewportChanged() }
        view.onScaleFactorChange { [weak self] in self?.layoutSoon() }
        view.onScroll { [weak self] steps, modifiers in
            guard let self, modifiers.contains(.control) else { return false }
            // A touchpad scrolls in fractions of a step.
            scrolled += steps
            let whole = scrolled.rounded(.towardZero)
            scrolled -= whole
            if whole != 0 { zoom(by: -Int(whole)) }
            return true
        }
        session.thumbnails.onChange = { [tiles] id, content in tiles.bound[id]?.showContent(content) }
        session.onSelectionChange { [weak self] ids in self?.showPicks(ids) }
        session.onListChange { [weak self] in self?.layoutSoon() }
        pointer = GridPointer(self)
        keys = GridKeys(self)
    }

    // MARK: Places

    func asset(at position: Int) -> Asset? { session.assets.asset(at: position) }

    /// The tile under a point of the grid's visible part.
    func position(at point: Point) -> Int? {
        geometry.index(x: point.x, y: point.y + scroller.verticalScroll.value)
    }

    /// A point of the visible part as one of the whole content.
    func contentPoint(_ point: Point) -> Point {
        Point(x: point.x, y: point.y + scroller.verticalScroll.value)
    }

    /// The middle of a tile, as a point of the visible part.
    func middle(of position: Int) -> Point {
        let point = geometry.middle(of: position)
        return Point(x: point.x, y: point.y - scroller.verticalScroll.value)
    }

    var visibleRows: Range<Int> {
        geometry.visible(scroll: scroller.verticalScroll.value, height: scroller.verticalScroll.pageSize)
    }

    /// Scrolls to a tile and gives it the keyboard focus, as soon as GTK has made it.
    func focus(_ position: Int) {
        guard position >= 0, position < geometry.count else { return }
        let scroll = scroller.verticalScroll
        let wanted = geometry.scroll(showing: position, from: scroll.value, height: scroll.pageSize)
        if wanted != scroll.value { scroll.value = wanted }
        guard !view.focus(position) else { return }
        view.scroll(to: position)
        var attempts = 0
        view.onEachFrame { [weak self] in
            attempts += 1
            guard let self else { return false }
            return !view.focus(position) && attempts < 10
        }
    }

    /// Keeps the focus on the first photo while the list fills and the user has not begun to use it.
    func focusFirst() {
        guard session.rowsInUse == nil, geometry.count > 0, view.focusedPosition != 0 else { return }
        focus(0)
    }

    /// Lets a screen reader say `text`: GTK 4.8 tells it of nothing but a change of the focused widget.
    func speak(_ text: String) {
        guard let focused = view.focusedPosition, let asset = asset(at: focused) else { return }
        tiles.spoken = (asset.id, ", " + text)
        view.boundCells.first { $0.position == focused }?.cell.showPick()
    }

    /// What was said on the tile that had the focus is no part of its description any more.
    func focusMoved() {
        guard let spoken = tiles.spoken, let focused = view.focusedPosition,
            asset(at: focused)?.id != spoken.asset
        else { return }
        tiles.spoken = nil
        tiles.bound[spoken.asset]?.showPick()
    }

    /// The focused asset, else the first in sight.
    var currentAsset: Asset? { asset(at: view.focusedPosition ?? visibleRows.lowerBound) }

    /// Shift+click and Shift+arrows: picks what lies between the anchor and `position`.
    func extend(to position: Int) {
        let photos = session.assets.model.elements
        guard photos.indices.contains(position) else { return }
        let start = anchor.flatMap { session.assets.index(of: $0) } ?? position
        let path = photos[min(start, position)...max(start, position)].map(\.id)
        session.change(several: { $0.extend(along: start <= position ? path : path.reversed()) })
        anchor = photos[start].id
        lastExtended = position
    }

    /// Enter on a tile accepts it, where nothing is picked.
    func accept() {
        if session.configuration.purpose == .dialog, session.selection.isEmpty,
            let focused = view.focusedPosition.flatMap({ asset(at: $0) })
        {
            session.pick(focused.id)
        }
        onAccept()
    }

    /// Calls off a drag that picks; false if there is none.
    func cancelDrag() -> Bool { pointer?.cancelDrag() ?? false }

    // MARK: Size

    /// Makes tiles a step larger or smaller and remembers it.
    func zoom(by steps: Int) { setTileSize(wishedSide + steps * 20) }

    func setTileSize(_ side: Int, keepingInSight position: Int? = nil) {
        let side = min(400, max(60, side))
        guard side != wishedSide else { return }
        wishedSide = side
        session.settings.set("tile-size", wishedSide)
        keepInSight = position ?? view.focusedPosition ?? visibleRows.lowerBound
        layoutSoon()
    }

    /// Lays out for the size in application pixels that the grid will about have, and shows no more than that of the
    /// list until it has been drawn once.
    func expect(width: Int, height: Int) {
        lines = GridGeometry(width: width, wishedSide: wishedSide, count: 0)
        view.columns = lines.columns
        tiles.side = lines.side
        view.limit = lines.columns * (height / lines.rowHeight + 1)
    }

    /// Lays out before the next frame: the size is known while GTK allocates, when no child may change.
    private func layoutSoon() {
        guard !isLayoutPending else { return }
        isLayoutPending = true
        view.onEachFrame { [weak self] in
            self?.layout()
            return false
        }
    }

    private func layout() {
        isLayoutPending = false
        guard scroller.width > 0 else { return }
        let new = GridGeometry(
            width: scroller.width, wishedSide: wishedSide, count: session.assets.model.elements.count,
            isRightToLeft: view.isRightToLeft)
        let resized = new.side != lines.side || new.columns != lines.columns
        lines = new
        session.thumbnails.tileSide = new.side * view.scaleFactor
        if resized {
            tiles.side = new.side
            view.columns = new.columns
            view.boundCells.forEach { $0.cell.resize(to: new.side) }
            if let keepInSight {
                // Not in the frame that lays the columns out: GTK would draw tiles that have no place yet.
                view.onEachFrame { [weak self] in
                    self?.view.scroll(to: keepInSight)
                    return false
                }
            }
        }
        keepInSight = nil
        if view.limit != nil, geometry.count > 0 {
            // The next one; this frame is still to be drawn.
            view.onEachFrame { [weak self] in
                self?.view.limit = nil
                return false
            }
        }
        viewportChanged()
        onLayout()
    }

    // MARK: What is in sight

    /// The user has begun to use what is on screen; late dates no longer move it.
    func markInUse() {
        guard session.rowsInUse == nil else { return }
        session.rowsInUse = visibleRows
    }

    private func viewportChanged() {
        let visible = visibleRows
        if session.rowsInUse != nil || visible.lowerBound > 0 { session.rowsInUse = visible }
        let elements = session.assets.model.elements
        lookAhead.move(to: visible, of: elements.count, at: MonotonicClock.microseconds)
        fetchThumbnails()
        let shown = elements[lookAhead.visible]
        session.scanner.prioritise(shown.lazy.filter { $0.metadata == nil }.map(\.path))
        bubble.scrolled(to: visible.lowerBound, scroll: scroller.verticalScroll)
    }

    private func fetchThumbnails() {
        slowingDown?.cancel()
        guard lookAhead.isPassing else {
            let elements = session.assets.model.elements
            return session.thumbnails.show(
                visible: Array(elements[lookAhead.visible]), ahead: lookAhead.ahead.map { elements[$0] })
        }
        session.thumbnails.letGo()
        slowingDown = Task { [weak self] in
            try? await Task.sleep(for: .microseconds(LookAhead.rest))
            if !Task.isCancelled { self?.viewportChanged() }
        }
    }

    // MARK: Picks

    private func showPicks(_ ids: [Asset.ID]) {
        if session.configuration.picksSeveral, let focused = view.focusedPosition {
            tiles.spoken = asset(at: focused).map { ($0.id, ", " + session.spokenStatus) }
        }
        for (cell, _) in view.boundCells { cell.showPick() }
        // Looking up many rows costs more than telling GTK about all of them.
        guard ids.count <= 500 else { return view.selectionChanged(0..<geometry.count) }
        let rows = ids.compactMap { session.assets.index(of: $0) }
        if let first = rows.min(), let last = rows.max() { view.selectionChanged(first..<last + 1) }
    }
}

import GLibBridge
import GtkBridge
import PictureLibrary

/// What mouse, pen and finger do on the grid: clicks pick, drags sweep or band, by the rules of the
/// design page.
final class GridPointer {
    private unowned let grid: PhotoGrid
    private var session: PickerSession { grid.session }

    /// What a press began on. The list may change until it is a click: that one is meant, not what moved there.
    private var pressed: Asset.ID?
    /// The last click, and the picks before it, for when it was the first of two.
    private var lastClick: (asset: Asset.ID, time: UInt32, before: Selection)?
    private var drag = Drag.none
    private var dragStart = Point(x: 0, y: 0)
    private var pointerPlace = Point(x: 0, y: 0)
    private var isScrolling = false
    private var hovered: Int?
    private var sideBeforePinch = 0
    private let band = Box(.vertical).styled("rubberband").aligned(.start, .start)

    private enum Drag {
        case none
        /// Across tiles; the first one decided.
        case sweep(first: Int)
        /// From empty space.
        case band
        /// Someone else's: scrolling, dragging files out.
        case other
    }

    init(_ grid: PhotoGrid) {
        self.grid = grid
        band.isVisible = false
        band.ignorePointer()
        band.hideFromAssistiveTools()
        grid.overlay.add(band)
        let view = grid.view
        view.onClick(
            pressed: { [weak self] press in self?.pressed(press) },
            released: { [weak self] press in self?.released(press) })
        view.onLongPress(touchOnly: true) { [weak self] press in
            guard let self, let asset = asset(at: press.point) else { return }
            press.claim()
            undecided = nil
            drag = .other
            grid.onPreview(asset)
        }
        // Fingers are looked at before the scroller has them, which would take sideways ones, too.
        connectDrag(to: grid.overlay, of: [.touch], phase: .capture)
        connectDrag(to: view, of: [.mouse, .pen], phase: .bubble)
        grid.overlay.onPinch(
            began: { [weak self] in
                guard let self else { return }
                _ = cancelDrag()
                undecided = nil
                sideBeforePinch = grid.wishedSide
            },
            scaled: { [weak self] scale, point in
                guard let self else { return }
                grid.setTileSize(
                    Int(Double(sideBeforePinch) * scale), keepingInSight: grid.position(at: point))
            })
        view.onPointerMove(
            moved: { [weak self] point in self?.hover(self?.grid.position(at: point)) },
            left: { [weak self] in self?.hover(nil) })
    }

    private func connectDrag(to widget: any Widget, of pointers: Set<PointerKind>, phase: Phase) {
        widget.onDrag(
            of: pointers, phase: phase,
            began: { [weak self] press in self?.dragBegan(press) },
            moved: { [weak self] press, offset in self?.dragMoved(press, offset) },
            ended: { [weak self] offset in self?.dragEnded(cancelled: offset == nil) })
    }

    /// Escape during a drag: everything is as it was before it. Returns whether there was one.
    func cancelDrag() -> Bool {
        switch drag {
        case .sweep, .band:
            session.update { $0.cancelSweep() }
            drag = .other
            band.isVisible = false
            return true
        default: return false
        }
    }

    // MARK: Clicks

    private func asset(at point: Point) -> Asset? { grid.position(at: point).flatMap { grid.asset(at: $0) } }

    private func pressed(_ press: Press) {
        grid.markInUse()
        let position = grid.position(at: press.point)
        pressed = position.flatMap { grid.asset(at: $0) }?.id
        if let position { grid.view.focus(position) }
    }

    private func released(_ press: Press) {
        guard case .none = drag, let position = pressed.flatMap({ session.assets.index(of: $0) }),
            let asset = grid.asset(at: position)
        else { return }
        press.claim()
        // GTK's own count goes wrong when the pointer went to another tile meanwhile.
        if let last = lastClick, last.asset == asset.id, press.time &- last.time <= Display.doubleClickTime {
            lastClick = nil
            session.restore(last.before)
            doubleClicked(asset)
        } else if press.modifiers.contains(.control) {
            // GTK has asked the selection model already.
            grid.anchor = asset.id
        } else if press.modifiers.contains(.shift) {
            grid.extend(to: position)
        } else {
            lastClick = (asset.id, press.time, session.selection)
            session.toggle(asset.id)
            grid.anchor = asset.id
        }
    }

    private func doubleClicked(_ asset: Asset) {
        if session.selection.replaces, session.configuration.purpose == .dialog {
            session.pick(asset.id)
            grid.onAccept()
        } else {
            grid.onPreview(asset)
        }
    }

    private func hover(_ position: Int?) {
        guard position != hovered else { return }
        hovered = position
        for (cell, place) in grid.view.boundCells { cell.showPreviewButton(place == position) }
    }

    // MARK: Drags

    private func dragBegan(_ press: Press) {
        dragStart = grid.contentPoint(press.point)
        drag = .none
        undecided = press.pointer
    }
    /// What presses, while it is not far enough yet to be a drag.
    private var undecided: PointerKind?
    private var isMouse = true

    private func dragMoved(_ press: Press, _ offset: Point) {
        pointerPlace = Point(x: press.point.x + offset.x, y: press.point.y + offset.y)
        if let kind = undecided { decide(press, offset, kind) }
        follow()
    }

    private func decide(_ press: Press, _ offset: Point, _ kind: PointerKind) {
        let start = geometry.index(x: dragStart.x, y: dragStart.y)
        let first = start.flatMap { grid.asset(at: $0) }
        let purpose = session.configuration.purpose
        switch DragMeaning(of: kind, by: offset, isOnTile: first != nil, in: purpose) {
        case .undecided: return
        case .other: drag = .other
        case .sweep:
            guard let start, let first else { return }
            drag = .sweep(first: start)
            session.update { _ = $0.beginSweep(at: first.id) }
        case .band:
            drag = .band
            session.update { $0.beginSweep(picking: true) }
            band.isVisible = true
        }
        undecided = nil
        isMouse = kind == .mouse
        if case .other = drag { return }
        press.claim()
        scrollAtEdges()
    }

    private var geometry: GridGeometry { grid.geometry }

    /// Covers what lies between the start and the pointer.
    private func follow() {
        let place = grid.contentPoint(pointerPlace)
        switch drag {
        case .sweep(let first):
            guard let last = geometry.index(x: place.x, y: place.y) ?? nearest(place) else { return }
            let positions = first <= last ? Array(first...last) : Array((last...first).reversed())
            cover(positions)
        case .band:
            cover(geometry.indices(from: dragStart, to: place))
            showBand(to: place)
        case .none, .other: break
        }
    }

    private func nearest(_ place: Point) -> Int? {
        let x = min(max(place.x, 0), Double(geometry.width - 1))
        let y = min(max(place.y, 0), Double(max(0, geometry.contentHeight - GridGeometry.lineSpacing - 1)))
        return geometry.indices(from: Point(x: x, y: y), to: Point(x: x, y: y)).first
            ?? (geometry.count > 0 && y > 0 ? geometry.count - 1 : nil)
    }

    /// Says once in a drag that the maximum is reached.
    private func cover(_ positions: [Int]) {
        let ids = positions.compactMap { grid.asset(at: $0)?.id }
        var refused = 0
        session.update { refused = $0.updateSweep(covering: ids).refused }
        if refused > 0, !hasRefused { session.tell(.limitReached(session.selection.maximum)) }
        hasRefused = refused > 0
    }
    private var hasRefused = false

    private func dragEnded(cancelled: Bool) {
        undecided = nil
        switch drag {
        case .sweep, .band:
            session.update { if cancelled { $0.cancelSweep() } else { $0.endSweep() } }
        case .none, .other: break
        }
        band.isVisible = false
        hasRefused = false
        // The click of this press comes after the drag's end; it sees `other` and does nothing.
        let wasDrag = if case .none = drag { false } else { true }
        if wasDrag {
            grid.view.onEachFrame { [weak self] in
                self?.drag = .none
                return false
            }
        }
        if wasDrag { drag = .other }
    }

    private func showBand(to place: Point) {
        let scroll = grid.scroller.verticalScroll.value
        let left = max(0, min(dragStart.x, place.x)),
            right = min(Double(geometry.width), max(dragStart.x, place.x))
        let top = max(0, min(dragStart.y, place.y) - scroll)
        let bottom = min(grid.scroller.verticalScroll.pageSize, max(dragStart.y, place.y) - scroll)
        band.margins(
            top: Int(top), start: Int(geometry.isRightToLeft ? Double(geometry.width) - right : left))
        band.requestSize(width: max(1, Int(right - left)), height: max(1, Int(bottom - top)))
    }

    /// Scrolls on while the pointer rests near the upper or lower edge, faster the farther out.
    private func scrollAtEdges() {
        guard !isScrolling else { return }
        isScrolling = true
        grid.view.onEachFrame { [weak self] in
            guard let self else { return false }
            switch drag {
            case .sweep, .band: break
            case .none, .other:
                isScrolling = false
                return false
            }
            // The tile where the drag began may be gone, and its events with it.
            if isMouse, let mouse = grid.view.mouse {
                guard mouse.isPressed else {
                    isScrolling = false
                    dragEnded(cancelled: false)
                    return false
                }
                if mouse.point != pointerPlace {
                    pointerPlace = mouse.point
                    follow()
                }
            }
            let scroll = grid.scroller.verticalScroll
            let zone = 40.0
            let above = zone - pointerPlace.y, below = pointerPlace.y - (scroll.pageSize - zone)
            let step = above > 0 ? -min(above, 120) / 4 : below > 0 ? min(below, 120) / 4 : 0
            if step != 0 {
                scroll.value = min(max(0, scroll.value + step), max(0, scroll.upper - scroll.pageSize))
                follow()
            }
            return true
        }
    }
}

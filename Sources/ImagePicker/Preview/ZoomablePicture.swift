import GLibBridge
import GtkBridge
import Glibc

/// The picture of the preview: shows it whole or enlarged, and lets pointer and fingers zoom, pan and
/// swipe.
final class ZoomablePicture {
    let canvas = Canvas()
    private(set) var geometry = ZoomGeometry(picture: PixelSize(width: 1, height: 1))

    /// The zoom is another, or the view has another size.
    var onChange: () -> Void = {}
    /// The picture was pushed aside: 1 asks for what lies to the right of it, -1 to the left.
    var onSwipe: (Int) -> Void = { _ in }
    /// Whether there is a picture to the right (1) or to the left (-1).
    var canSwipe: (Int) -> Bool = { _ in false }

    private var base: Texture?
    private var baseIsTransparent = false
    /// The texture is only the square in the middle of the picture.
    private var baseIsSquare = false
    private var detail: PictureTiles?
    private var magnifier: PixelMagnifier?

    private var panned = Point(x: 0, y: 0)
    private var pushed = 0.0
    private var scrolledAcross = 0.0
    private var zoomBeforePinch = 1.0
    private var clicked: (at: Point, time: UInt32)?

    init() {
        canvas.onDraw { [weak self] in self?.draw($0) }
        canvas.expanding(horizontally: true, vertically: true)
        connectPointer()
    }

    // MARK: What is shown

    /// Shows nothing, of a picture whose size may be known already.
    func clear(_ picture: PixelSize?) {
        base = nil
        detail = nil
        magnifier = nil
        pushed = 0
        var new = ZoomGeometry(picture: picture ?? PixelSize(width: 1, height: 1))
        new.resize(width: geometry.width, height: geometry.height, scaleFactor: geometry.scaleFactor)
        geometry = new
        changed()
    }

    /// Shows the square in the middle until the whole is there.
    func show(square pixels: PixelBuffer) {
        base = Texture(pixels)
        baseIsTransparent = pixels.format == .rgba
        baseIsSquare = true
        canvas.redraw()
    }

    /// Shows the whole picture, which has `picture` pixels, from as many or fewer.
    func show(_ pixels: PixelBuffer, of picture: PixelSize) {
        base = Texture(pixels)
        baseIsTransparent = pixels.format == .rgba
        baseIsSquare = false
        if pixels.size == picture {
            detail = nil
            magnifier = PixelMagnifier(pixels)
        }
        if picture != geometry.picture {
            geometry.replace(picture: picture)
            changed()
        }
        canvas.redraw()
    }

    /// Shows the picture from as many pixels as it has where it is enlarged.
    func show(detail pixels: PixelBuffer) {
        detail = PictureTiles(pixels)
        magnifier = PixelMagnifier(pixels)
        canvas.redraw()
    }

    /// Whether the zoom shows more than what was decoded for the whole view.
    var needsDetail: Bool {
        guard let base, !baseIsSquare else { return false }
        return geometry.zoom > resolution(of: base) * 1.02 && resolution(of: base) < 0.99
    }

    private func resolution(of base: Texture) -> Double {
        Double(base.size.width) / Double(geometry.picture.width)
    }

    private func draw(_ drawing: CanvasDrawing) {
        let scaleFactor = Double(canvas.scaleFactor)
        if drawing.width != geometry.width || drawing.height != geometry.height
            || scaleFactor != geometry.scaleFactor
        {
            geometry.resize(width: drawing.width, height: drawing.height, scaleFactor: scaleFactor)
            // No widget may change while GTK draws.
            Task { [weak self] in self?.onChange() }
        }
        guard let base else { return }
        var shown = geometry
        shown.shift(x: pushed)
        let area = shown.area
        if baseIsTransparent || detail?.isTransparent == true { drawing.fill(area, grey: Self.ground) }
        if baseIsSquare {
            let side = min(area.width, area.height)
            drawing.draw(
                base,
                in: Rectangle(
                    x: area.x + (area.width - side) / 2, y: area.y + (area.height - side) / 2, width: side,
                    height: side))
        } else if magnifier?.draw(shown, on: drawing) == true {
            return
        } else if let detail, shown.zoom > resolution(of: base) * 1.02 {
            detail.draw(shown, on: drawing)
        } else {
            drawing.draw(base, in: area)
        }
    }

    /// The neutral ground of transparent pictures, as on tiles.
    private static let ground: Float = 154.0 / 255

    // MARK: Zoom

    func zoom(by factor: Double) { change { $0.zoom(by: factor, around: $0.middle) } }
    func toggleZoom() { change { $0.toggle(around: $0.middle) } }
    func showAll() { change { $0.showAll() } }
    func showPixels() { change { $0.zoom(to: max(1, $0.detail), around: $0.middle) } }

    /// Moves the view by parts of its size; false where the whole picture is shown.
    func move(x: Double, y: Double) -> Bool {
        guard !geometry.isFitting else { return false }
        change { $0.pan(x: -x * $0.width, y: -y * $0.height) }
        return true
    }

    private func change(_ body: (inout ZoomGeometry) -> Void) {
        let before = geometry
        body(&geometry)
        if geometry != before { changed() }
    }

    private func changed() {
        canvas.setCursor(geometry.isFitting ? nil : "grab")
        canvas.redraw()
        onChange()
    }

    // MARK: Pointer and fingers

    private func connectPointer() {
        canvas.onClick { [weak self] press in
            guard let self else { return }
            canvas.grabFocus()
            if isSecond(press) { change { $0.toggle(around: press.point) } }
        }
        canvas.onDrag(
            began: { [weak self] _ in self?.panned = Point(x: 0, y: 0) },
            moved: { [weak self] _, offset in self?.dragged(by: offset) },
            ended: { [weak self] offset in self?.released(at: offset) })
        canvas.onPinch(
            began: { [weak self] in
                guard let self else { return }
                zoomBeforePinch = geometry.zoom
            },
            scaled: { [weak self] scale, point in
                guard let self else { return }
                pushed = 0
                change { $0.zoom(to: self.zoomBeforePinch * scale, around: point) }
            })
        canvas.onScrollBothWays { [weak self] across, down, point, modifiers in
            self?.scrolled(across, down, at: point, modifiers) ?? false
        }
    }

    /// Whether the click follows another at its place; GTK's own count is off after clicks elsewhere.
    private func isSecond(_ press: Press) -> Bool {
        defer { clicked = clicked == nil ? (press.point, press.time) : nil }
        guard let clicked else { return false }
        if press.time &- clicked.time <= Display.doubleClickTime,
            abs(press.point.x - clicked.at.x) < 10, abs(press.point.y - clicked.at.y) < 10
        {
            return true
        }
        self.clicked = nil
        return false
    }

    private func dragged(by offset: Point) {
        if geometry.isFitting {
            let direction = offset.x < 0 ? 1 : -1
            pushed = canSwipe(direction) ? offset.x : offset.x / 4
            canvas.redraw()
        } else {
            change { $0.pan(x: offset.x - panned.x, y: offset.y - panned.y) }
            panned = offset
        }
    }

    private func released(at offset: Point?) {
        defer {
            pushed = 0
            canvas.redraw()
        }
        guard let offset, geometry.isFitting, pushed != 0,
            abs(offset.x) > max(60, 1.5 * abs(offset.y))
        else { return }
        onSwipe(offset.x < 0 ? 1 : -1)
    }

    /// A step of the wheel, in application pixels of panning.
    private static let step = 50.0

    private func scrolled(_ across: Double, _ down: Double, at point: Point, _ modifiers: Modifiers) -> Bool {
        if modifiers.contains(.control) {
            change { $0.zoom(by: pow(1.2, -down), around: point) }
        } else if !geometry.isFitting {
            let (x, y) = modifiers.contains(.shift) ? (across + down, 0) : (across, down)
            change { $0.pan(x: -x * Self.step, y: -y * Self.step) }
        } else if across != 0, abs(across) > abs(down) {
            // Two fingers across a touchpad; a few steps make a swipe.
            scrolledAcross += across
            if abs(scrolledAcross) >= 5 {
                onSwipe(scrolledAcross > 0 ? 1 : -1)
                scrolledAcross = 0
            }
        } else {
            scrolledAcross = 0
            return false
        }
        return true
    }
}

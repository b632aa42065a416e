import GLibBridge
import GtkBridge

/// How a picture lies in its view: whole, or enlarged around a place.
///
/// The view is measured in application pixels, zoom in device pixels of the screen for one pixel of the
/// picture, so that 1 is sharpest whatever the screen.
nonisolated struct ZoomGeometry: Equatable {
    /// The view in application pixels; 0 before it is laid out.
    private(set) var width = 0.0
    private(set) var height = 0.0
    /// Device pixels per application pixel.
    private(set) var scaleFactor = 1.0
    private(set) var picture: PixelSize
    /// Nil shows the whole picture.
    private(set) var wished: Double?
    /// The pixel of the picture in the middle of the view.
    private(set) var centre: Point

    /// One pixel of the picture becomes at most a square of this side.
    static let largest = 16.0

    init(picture: PixelSize) {
        self.picture = PixelSize(width: max(1, picture.width), height: max(1, picture.height))
        centre = Point(x: Double(self.picture.width) / 2, y: Double(self.picture.height) / 2)
    }

    // MARK: What is shown

    /// The zoom that shows the whole picture; small ones are not enlarged.
    var fit: Double { min(1, filling) }

    /// The zoom at which one side of the picture is as long as the view's.
    private var filling: Double {
        guard width > 0, height > 0 else { return 1 }
        return min(width / Double(picture.width), height / Double(picture.height)) * scaleFactor
    }

    var zoom: Double { wished ?? fit }
    var isFitting: Bool { wished == nil }
    /// Zooming in from the whole picture goes to its pixels; what is whole at its pixels already is
    /// enlarged to the window, at least twice.
    var detail: Double { fit < 1 ? 1 : min(Self.largest, max(2, filling)) }

    /// Application pixels for one pixel of the picture.
    private var scale: Double { zoom / scaleFactor }

    /// Where the whole picture lies, in application pixels; its edges are those of device pixels.
    var area: Rectangle { area(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height)) }

    /// Where a part of the picture, given in its pixels, lies in the view.
    func area(x: Double, y: Double, width partWidth: Double, height partHeight: Double) -> Rectangle {
        let left = sharp(width / 2 + (x - centre.x) * scale)
        let top = sharp(height / 2 + (y - centre.y) * scale)
        let right = sharp(width / 2 + (x + partWidth - centre.x) * scale)
        let bottom = sharp(height / 2 + (y + partHeight - centre.y) * scale)
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    private func sharp(_ length: Double) -> Double { (length * scaleFactor).rounded() / scaleFactor }

    /// The pixels of the picture that are in sight.
    var visible: (x: Range<Int>, y: Range<Int>) {
        func range(_ centre: Double, _ length: Double, _ limit: Int) -> Range<Int> {
            let half = length / scale / 2
            let first = max(0, min(limit, Int((centre - half).rounded(.down))))
            return first..<max(first, min(limit, Int((centre + half).rounded(.up))))
        }
        return (range(centre.x, width, picture.width), range(centre.y, height, picture.height))
    }

    /// The device pixels of the view.
    var devicePixels: PixelSize {
        PixelSize(
            width: max(1, Int((width * scaleFactor).rounded(.up))),
            height: max(1, Int((height * scaleFactor).rounded(.up))))
    }

    // MARK: Changes

    /// The view has another size; the middle stays.
    mutating func resize(width: Double, height: Double, scaleFactor: Double) {
        self.width = max(0, width)
        self.height = max(0, height)
        self.scaleFactor = max(1, scaleFactor)
        settle()
    }

    /// The picture turns out to be of another size; what is in sight stays in sight.
    mutating func replace(picture size: PixelSize) {
        let size = PixelSize(width: max(1, size.width), height: max(1, size.height))
        let factor = Double(size.width) / Double(picture.width)
        centre.x *= factor
        centre.y *= Double(size.height) / Double(picture.height)
        picture = size
        wished = wished.map { $0 / factor }
        settle()
    }

    /// Shows the whole picture.
    mutating func showAll() {
        wished = nil
        settle()
    }

    /// Zooms so that what lies at `point` of the view stays there; as small as the whole picture is that.
    mutating func zoom(to wish: Double, around point: Point) {
        let zoom = min(Self.largest, wish)
        guard zoom > fit else { return showAll() }
        let before = scale
        wished = zoom
        let (x, y) = (point.x - width / 2, point.y - height / 2)
        centre.x += x / before - x / scale
        centre.y += y / before - y / scale
        settle()
    }

    mutating func zoom(by factor: Double, around point: Point) { zoom(to: zoom * factor, around: point) }

    /// Between the whole picture and its pixels.
    mutating func toggle(around point: Point) {
        if isFitting { zoom(to: detail, around: point) } else { showAll() }
    }

    /// Moves the picture by application pixels.
    mutating func pan(x: Double, y: Double) {
        guard !isFitting else { return }
        centre.x -= x / scale
        centre.y -= y / scale
        settle()
    }

    /// Shows everything aside by application pixels, whatever the limits of panning.
    mutating func shift(x: Double) { centre.x -= x / scale }

    var middle: Point { Point(x: width / 2, y: height / 2) }

    /// Leaves no empty border beside what is larger than the view, and centres what is smaller.
    private mutating func settle() {
        if let wished, wished <= fit { self.wished = nil }
        func settled(_ centre: Double, _ length: Double, _ side: Int) -> Double {
            let half = length / scale / 2
            guard Double(side) > 2 * half else { return Double(side) / 2 }
            return min(max(centre, half), Double(side) - half)
        }
        centre.x = settled(centre.x, width, picture.width)
        centre.y = settled(centre.y, height, picture.height)
    }
}

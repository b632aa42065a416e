import GLibBridge
import GtkBridge
import PictureLibrary

/// Shows single pixels as squares, where a texture that is stretched would blur them.
final class PixelMagnifier {
    /// From this many device pixels for one of the picture on.
    static let least = 3.0

    private let pixels: PixelBuffer
    private var made: (part: Part, texture: Texture)?

    private struct Part: Equatable {
        var x: Range<Int>
        var y: Range<Int>
        var factor: Int
    }

    init(_ pixels: PixelBuffer) { self.pixels = pixels }

    /// Draws what is in sight; false where the zoom is too low for it, or there is no memory.
    func draw(_ geometry: ZoomGeometry, on drawing: CanvasDrawing) -> Bool {
        guard pixels.size == geometry.picture, geometry.zoom >= Self.least else { return false }
        let visible = geometry.visible
        guard !visible.x.isEmpty, !visible.y.isEmpty else { return true }
        let part = Part(x: visible.x, y: visible.y, factor: Int(geometry.zoom.rounded(.up)))
        guard let texture = texture(of: part) else { return false }
        drawing.draw(
            texture,
            in: geometry.area(
                x: Double(part.x.lowerBound), y: Double(part.y.lowerBound), width: Double(part.x.count),
                height: Double(part.y.count)))
        return true
    }

    private func texture(of part: Part) -> Texture? {
        if let made, made.part == part { return made.texture }
        let size = PixelSize(width: part.x.count, height: part.y.count)
        let shown = pixels.part(x: part.x.lowerBound, y: part.y.lowerBound, size: size)
        guard let enlarged = shown.enlarged(by: part.factor) else { return nil }
        let texture = Texture(enlarged)
        made = (part, texture)
        return texture
    }
}

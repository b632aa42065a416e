import GLibBridge
import GtkBridge

/// A large picture on the screen as squares, of which only those in sight are drawn. They share the
/// picture's memory, and none is larger than the textures of any graphics card.
final class PictureTiles {
    nonisolated static let side = 512

    private let pixels: PixelBuffer
    private var textures: [Int: Texture] = [:]

    init(_ pixels: PixelBuffer) { self.pixels = pixels }

    var isTransparent: Bool { pixels.format == .rgba }

    /// Pixels that are here for one of the whole picture; less than 1 where it was reduced.
    func resolution(of picture: PixelSize) -> Double {
        Double(pixels.size.width) / Double(max(1, picture.width))
    }

    func draw(_ geometry: ZoomGeometry, on drawing: CanvasDrawing) {
        let across = Double(geometry.picture.width) / Double(pixels.size.width)
        let down = Double(geometry.picture.height) / Double(pixels.size.height)
        let visible = geometry.visible
        let columns = Self.tiles(visible.x, across, pixels.size.width)
        let rows = Self.tiles(visible.y, down, pixels.size.height)
        let perRow = (pixels.size.width + Self.side - 1) / Self.side
        var shown: [Int: Texture] = [:]
        for row in rows {
            for column in columns {
                let (x, y) = (column * Self.side, row * Self.side)
                let size = PixelSize(
                    width: min(Self.side, pixels.size.width - x),
                    height: min(Self.side, pixels.size.height - y))
                let key = row * perRow + column
                let texture = textures[key] ?? Texture(pixels.part(x: x, y: y, size: size))
                shown[key] = texture
                drawing.draw(
                    texture,
                    in: geometry.area(
                        x: Double(x) * across, y: Double(y) * down, width: Double(size.width) * across,
                        height: Double(size.height) * down))
            }
        }
        textures = shown
    }

    /// The rows or columns of tiles, over `length` pixels, that cover a range of the whole picture, of
    /// which one pixel here is `ratio`.
    nonisolated static func tiles(_ visible: Range<Int>, _ ratio: Double, _ length: Int) -> Range<Int> {
        let all = (length + side - 1) / side
        let first = Int(Double(visible.lowerBound) / ratio) / side
        let last = Int((Double(visible.upperBound) / ratio).rounded(.up))
        let end = min(all, (last + side - 1) / side)
        return min(first, end)..<end
    }
}

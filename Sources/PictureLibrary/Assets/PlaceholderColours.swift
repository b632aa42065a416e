import GLibBridge

/// What a picture's tile looks like from afar, until its thumbnail is there: 4 x 3 colours in 24 bytes.
public struct PlaceholderColours: Sendable, Equatable {
    private static let size = PixelSize(width: 4, height: 3)

    /// A row's four pixels, the left one in the lowest 16 bits, as RGB565.
    let top: UInt64
    let middle: UInt64
    let bottom: UInt64

    init(top: UInt64, middle: UInt64, bottom: UInt64) {
        self.top = top
        self.middle = middle
        self.bottom = bottom
    }

    /// The colours of an opaque tile; nil where there is no memory to find them.
    init?(of tile: PixelBuffer) {
        guard let small = tile.scaled(to: Self.size), small.format == .rgb else { return nil }
        let samples = small.bytes.withUnsafeBytes { Array($0) }
        func row(_ row: Int) -> UInt64 {
            (0..<Self.size.width).reversed().reduce(0) { word, column in
                let first = row * small.stride + column * 3
                let (red, green, blue) = (samples[first], samples[first + 1], samples[first + 2])
                return word << 16 | UInt64(red >> 3) << 11 | UInt64(green >> 2) << 5 | UInt64(blue >> 3)
            }
        }
        self.init(top: row(0), middle: row(1), bottom: row(2))
    }

    /// Opaque RGB, to be stretched over the tile.
    public var pixels: PixelBuffer {
        let samples = [top, middle, bottom].flatMap { row in
            (0..<Self.size.width).flatMap { column -> [UInt8] in
                let pixel = row >> (16 * UInt64(column))
                let (red, green, blue) = (pixel >> 11 & 31, pixel >> 5 & 63, pixel & 31)
                return [red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2].map { UInt8($0) }
            }
        }
        return PixelBuffer(size: Self.size, format: .rgb, stride: Self.size.width * 3, bytes: Bytes(samples))
    }
}

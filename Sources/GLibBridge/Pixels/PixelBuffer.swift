/// A width and a height in pixels.
public struct PixelSize: Sendable, Hashable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The product; saturates instead of overflowing.
    public var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }
}

/// A picture in memory: rows of 8-bit sRGB samples, top row first.
public struct PixelBuffer: Sendable {
    /// The samples of a pixel, in memory order.
    public enum Format: Sendable {
        /// Red, green, blue.
        case rgb
        /// Red, green, blue, alpha; not premultiplied.
        case rgba

        public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
    }

    public let size: PixelSize
    public let format: Format
    /// Bytes from one row's start to the next one's.
    public let stride: Int
    /// At least `stride * (height - 1) + width * bytesPerPixel` bytes.
    public let bytes: Bytes

    /// - Precondition: `bytes` holds all rows.
    public init(size: PixelSize, format: Format, stride: Int, bytes: Bytes) {
        precondition(size.width > 0 && size.height > 0 && stride >= size.width * format.bytesPerPixel)
        precondition(bytes.count >= stride * (size.height - 1) + size.width * format.bytesPerPixel)
        self.size = size
        self.format = format
        self.stride = stride
        self.bytes = bytes
    }

    /// The memory that the rows take.
    public var byteCount: Int { stride * size.height }
}

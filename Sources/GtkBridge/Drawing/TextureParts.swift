import CGtk
import GLibBridge

extension Texture {
    /// A part of a picture as a texture of its own that shares the picture's memory; nothing is copied.
    ///
    /// Graphics cards have a limit for the side of a texture; parts of a large picture keep within it,
    /// and those out of sight cost nothing.
    ///
    /// - Precondition: the part lies within the picture and is not empty.
    public init(_ buffer: PixelBuffer, x: Int, y: Int, size: PixelSize) {
        let wide = buffer.format.bytesPerPixel
        let start = y * buffer.stride + x * wide
        let length = (size.height - 1) * buffer.stride + size.width * wide
        let part = Bytes(
            transferFull: g_bytes_new_from_bytes(buffer.bytes.pointer, gsize(start), gsize(length))!)
        self.init(PixelBuffer(size: size, format: buffer.format, stride: buffer.stride, bytes: part))
    }
}

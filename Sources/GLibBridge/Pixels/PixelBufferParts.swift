import CGlib

extension PixelBuffer {
    /// A part of the picture that shares its memory; nothing is copied.
    ///
    /// - Precondition: the part lies within the picture and is not empty.
    public func part(x: Int, y: Int, size: PixelSize) -> PixelBuffer {
        let start = y * stride + x * format.bytesPerPixel
        let length = (size.height - 1) * stride + size.width * format.bytesPerPixel
        let shared = withExtendedLifetime(bytes) {
            g_bytes_new_from_bytes(bytes.pointer, gsize(start), gsize(length))!
        }
        return PixelBuffer(size: size, format: format, stride: stride, bytes: Bytes(transferFull: shared))
    }
}

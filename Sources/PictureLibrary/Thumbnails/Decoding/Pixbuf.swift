import CGdkPixbuf
import CGlib
import GLibBridge

/// One strong reference to a GdkPixbuf that only its owner changes.
final class Pixbuf {
    let pointer: OpaquePointer

    init(transferFull pointer: OpaquePointer) { self.pointer = pointer }

    convenience init(transferNone pointer: OpaquePointer) {
        g_object_ref(UnsafeMutableRawPointer(pointer))
        self.init(transferFull: pointer)
    }

    /// Shares the memory of `pixels`.
    convenience init(_ pixels: PixelBuffer) {
        let shared = gdk_pixbuf_new_from_bytes(
            pixels.bytes.pointer, GDK_COLORSPACE_RGB, pixels.format == .rgba ? 1 : 0, 8,
            gint(pixels.size.width), gint(pixels.size.height), gint(pixels.stride))
        self.init(transferFull: shared!)  // Fails only for an empty size, which a PixelBuffer never has.
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    var size: PixelSize {
        PixelSize(width: Int(gdk_pixbuf_get_width(pointer)), height: Int(gdk_pixbuf_get_height(pointer)))
    }

    /// The text that a file carries under `key`, such as `orientation`.
    func option(_ key: String) -> String? { gdk_pixbuf_get_option(pointer, key).map { String(cString: $0) } }

    /// The colour profile that the file carries.
    var profile: [UInt8]? {
        guard let text = gdk_pixbuf_get_option(pointer, "icc-profile") else { return nil }
        var count: gsize = 0
        guard let bytes = g_base64_decode(text, &count) else { return nil }
        defer { g_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// The pixels, without a copy: they keep this pixbuf's memory alive.
    var pixels: PixelBuffer {
        let length = gdk_pixbuf_get_byte_length(pointer)
        g_object_ref(UnsafeMutableRawPointer(pointer))
        let bytes = g_bytes_new_with_free_func(
            gdk_pixbuf_read_pixels(pointer), length, { g_object_unref($0) },
            UnsafeMutableRawPointer(pointer))
        return PixelBuffer(
            size: size, format: gdk_pixbuf_get_has_alpha(pointer) != 0 ? .rgba : .rgb,
            stride: Int(gdk_pixbuf_get_rowstride(pointer)), bytes: Bytes(transferFull: bytes!))
    }

    /// A copy of another size, at least one pixel each way; nil where there is no memory for it.
    func scaled(to size: PixelSize) -> Pixbuf? {
        if size == self.size { return self }
        return gdk_pixbuf_scale_simple(
            pointer, gint(max(1, size.width)), gint(max(1, size.height)), GDK_INTERP_BILINEAR
        ).map { Pixbuf(transferFull: $0) }
    }

    /// A scaled copy on a ground of one colour (0xRRGGBB), without transparency.
    func composited(to size: PixelSize, on ground: UInt32) -> Pixbuf? {
        guard gdk_pixbuf_get_has_alpha(pointer) != 0 else { return scaled(to: size) }
        guard
            let flat = gdk_pixbuf_composite_color_simple(
                pointer, gint(max(1, size.width)), gint(max(1, size.height)), GDK_INTERP_BILINEAR, 255, 64,
                ground, ground)
        else { return nil }
        // The alpha channel stays, with 255 everywhere.
        let whole = Pixbuf(transferFull: flat)
        guard gdk_pixbuf_get_has_alpha(flat) != 0 else { return whole }
        return whole.withoutAlpha()
    }

    /// The middle part of `size`, which is no larger than this.
    func cropped(to size: PixelSize) -> Pixbuf {
        let own = self.size
        if size == own { return self }
        let width = min(max(1, size.width), own.width)
        let height = min(max(1, size.height), own.height)
        let part = gdk_pixbuf_new_subpixbuf(
            pointer, gint((own.width - width) / 2), gint((own.height - height) / 2), gint(width),
            gint(height))
        return part.map { Pixbuf(transferFull: $0) } ?? self
    }

    /// The picture as a person sees it that is stored with `orientation`.
    func turned(_ orientation: Orientation) -> Pixbuf? {
        var rotation: GdkPixbufRotation?
        var mirrors = false
        switch orientation {
        case .upright: return self
        case .mirrored: mirrors = true
        case .upsideDown: rotation = GDK_PIXBUF_ROTATE_UPSIDEDOWN
        case .upsideDownMirrored: (rotation, mirrors) = (GDK_PIXBUF_ROTATE_UPSIDEDOWN, true)
        case .leftMirrored: (rotation, mirrors) = (GDK_PIXBUF_ROTATE_CLOCKWISE, true)
        case .right: rotation = GDK_PIXBUF_ROTATE_CLOCKWISE
        case .rightMirrored: (rotation, mirrors) = (GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, true)
        case .left: rotation = GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE
        }
        var result: Pixbuf? = self
        if let rotation {
            result = gdk_pixbuf_rotate_simple(pointer, rotation).map { Pixbuf(transferFull: $0) }
        }
        guard mirrors, let turned = result else { return result }
        return gdk_pixbuf_flip(turned.pointer, 1).map { Pixbuf(transferFull: $0) }
    }

    /// This picture in the middle of a larger ground of one colour (0xRRGGBB); opaque pictures only.
    func centred(on ground: UInt32, size: PixelSize) -> Pixbuf? {
        guard
            let whole = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, gint(size.width), gint(size.height))
        else { return nil }
        gdk_pixbuf_fill(whole, ground << 8 | 0xFF)
        let own = self.size
        gdk_pixbuf_copy_area(
            pointer, 0, 0, gint(own.width), gint(own.height), whole,
            gint((size.width - own.width) / 2), gint((size.height - own.height) / 2))
        return Pixbuf(transferFull: whole)
    }

    private func withoutAlpha() -> Pixbuf? {
        let size = size
        guard let flat = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, gint(size.width), gint(size.height)),
            let from = gdk_pixbuf_read_pixels(pointer), let to = gdk_pixbuf_get_pixels(flat)
        else { return nil }
        let fromStride = Int(gdk_pixbuf_get_rowstride(pointer))
        let toStride = Int(gdk_pixbuf_get_rowstride(flat))
        for y in 0..<size.height {
            var source = from + y * fromStride
            var target = to + y * toStride
            for _ in 0..<size.width {
                target[0] = source[0]
                target[1] = source[1]
                target[2] = source[2]
                source += 4
                target += 3
            }
        }
        return Pixbuf(transferFull: flat)
    }
}

extension PixelBuffer {
    /// The picture as a person sees it that is stored with `orientation`; nil where there is no memory.
    func turned(_ orientation: Orientation) -> PixelBuffer? {
        orientation == .upright ? self : Pixbuf(self).turned(orientation)?.pixels
    }

    /// A copy of another size; nil where there is no memory for it.
    func scaled(to size: PixelSize) -> PixelBuffer? {
        size == self.size ? self : Pixbuf(self).scaled(to: size)?.pixels
    }
}

extension Orientation {
    /// The orientation that a loader reports as text.
    init?(option: String?) {
        guard let option, let number = Int(option), let known = Orientation(rawValue: number) else {
            return nil
        }
        self = known
    }
}

extension PixelSize {
    /// This size times `factor`, each side at least one pixel.
    func scaled(by factor: Double) -> PixelSize {
        PixelSize(
            width: max(1, Int((Double(width) * factor).rounded())),
            height: max(1, Int((Double(height) * factor).rounded())))
    }

    var shorterSide: Int { min(width, height) }
    var longerSide: Int { max(width, height) }

    /// This size after `orientation` was applied.
    func turned(_ orientation: Orientation) -> PixelSize {
        orientation.swapsSides ? PixelSize(width: height, height: width) : self
    }
}

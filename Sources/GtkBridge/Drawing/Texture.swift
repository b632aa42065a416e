import CGtk
import GLibBridge

/// Pixels that GTK can show (GdkTexture).
public struct Texture {
    let reference: Reference<OpaquePointer>

    /// Shares the buffer's memory; nothing is copied. An RGB buffer makes an opaque texture, which is
    /// cheaper to draw.
    public init(_ buffer: PixelBuffer) {
        let format = buffer.format == .rgb ? GDK_MEMORY_R8G8B8 : GDK_MEMORY_R8G8B8A8
        reference = Reference(
            transferFull: gdk_memory_texture_new(
                gint(buffer.size.width), gint(buffer.size.height), format, buffer.bytes.pointer,
                gsize(buffer.stride))!)
    }

    /// Device pixels.
    public var size: PixelSize {
        PixelSize(
            width: Int(gdk_texture_get_width(reference.pointer)),
            height: Int(gdk_texture_get_height(reference.pointer)))
    }
}

/// A widget that shows a texture, stretched to its own shape (GtkPicture); assistive tools don't see it, what it shows is named by
/// the widget around it.
public struct PictureView: Widget {
    public let handle: WidgetHandle

    public init() {
        handle = WidgetHandle(transferNone: gtk_picture_new()!)
        gtk_picture_set_can_shrink(OpaquePointer(pointer), 1)
        gtk_picture_set_content_fit(OpaquePointer(pointer), GTK_CONTENT_FIT_FILL)
        hideFromAssistiveTools()
    }

    public func show(_ texture: Texture?) {
        gtk_picture_set_paintable(OpaquePointer(pointer), texture?.reference.pointer)
    }
}

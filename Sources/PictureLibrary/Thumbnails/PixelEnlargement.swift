import CGdkPixbuf
import GLibBridge

extension PixelBuffer {
    /// The picture with each of its pixels as a square of `factor` pixels, so that they can be told apart;
    /// nil where there is no memory for it.
    public func enlarged(by factor: Int) -> PixelBuffer? {
        let picture = Pixbuf(self)
        return withExtendedLifetime(picture) {
            gdk_pixbuf_scale_simple(
                picture.pointer, gint(size.width * factor), gint(size.height * factor), GDK_INTERP_NEAREST)
        }.map { Pixbuf(transferFull: $0).pixels }
    }
}

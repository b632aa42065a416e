import CGdkPixbuf
import CGlib
import GLibBridge

/// One run of a GdkPixbufLoader over a file or a part of it.
///
/// The loader chooses its module by the content. It may say yes and deliver nothing, or fail without a
/// GError; both are caught here.
final class PixbufLoading {
    /// What came out.
    struct Result {
        var picture: Pixbuf
        /// The size that the file claims, as the loader sees it.
        var claimed: PixelSize
        /// The module, such as `jpeg`.
        var module: String
        /// Without an error, and with all rows.
        var isComplete: Bool
    }

    private let loader: UnsafeMutablePointer<GdkPixbufLoader>
    private let choose: (PixelSize, _ module: String, _ isScalable: Bool) -> PixelSize?
    private var claimed: PixelSize?
    private var refused: PixelSize?
    private var rows = 0
    private var height = 0

    /// - Parameter choose: is told the size that the file claims and the module, and gives the size that
    ///   the module shall make, or nil to refuse.
    init(choose: @escaping (PixelSize, _ module: String, _ isScalable: Bool) -> PixelSize?) {
        self.choose = choose
        loader = gdk_pixbuf_loader_new()
        let this = Unmanaged.passUnretained(self).toOpaque()
        typealias Sized = @convention(c) (OpaquePointer, gint, gint, UnsafeMutableRawPointer) -> Void
        let sized: Sized = { _, width, height, this in
            Unmanaged<PixbufLoading>.fromOpaque(this).takeUnretainedValue()
                .sizePrepared(PixelSize(width: Int(width), height: Int(height)))
        }
        typealias Prepared = @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Void
        let prepared: Prepared = { _, this in
            Unmanaged<PixbufLoading>.fromOpaque(this).takeUnretainedValue().areaPrepared()
        }
        typealias Updated =
            @convention(c) (
                OpaquePointer, gint, gint, gint, gint, UnsafeMutableRawPointer
            ) -> Void
        let updated: Updated = { _, _, y, _, height, this in
            let loading = Unmanaged<PixbufLoading>.fromOpaque(this).takeUnretainedValue()
            loading.rows = max(loading.rows, Int(y) + Int(height))
        }
        connect("size-prepared", unsafeBitCast(sized, to: GCallback.self), this)
        connect("area-prepared", unsafeBitCast(prepared, to: GCallback.self), this)
        connect("area-updated", unsafeBitCast(updated, to: GCallback.self), this)
    }

    // The handlers die with the loader, which nobody else holds.
    deinit { g_object_unref(loader) }

    private func connect(_ signal: String, _ handler: GCallback, _ data: UnsafeMutableRawPointer) {
        g_signal_connect_data(loader, signal, handler, data, nil, GConnectFlags(0))
    }

    /// Feeds the bytes that `next` gives, until it gives none, and takes the picture.
    ///
    /// - Throws: `.tooLarge` where `choose` refused, `.unsupported` (with an empty type) where no module
    ///   knows the bytes, else `.damaged`.
    func run(_ next: () throws(DecodeError) -> [UInt8]?) throws(DecodeError) -> Result {
        var failure: GLibError?
        do {
            while failure == nil, let piece = try next() {
                var error: UnsafeMutablePointer<GError>?
                if gdk_pixbuf_loader_write(loader, piece, gsize(piece.count), &error) == 0 {
                    failure = GLibError(taking: error, fallback: "")
                }
            }
        } catch {
            gdk_pixbuf_loader_close(loader, nil)
            throw error
        }
        if failure == nil {
            var error: UnsafeMutablePointer<GError>?
            if gdk_pixbuf_loader_close(loader, &error) == 0 {
                failure = GLibError(taking: error, fallback: "")
            }
        } else {
            gdk_pixbuf_loader_close(loader, nil)
        }
        if let refused { throw refused.pixelCount > 0 ? .tooLarge(refused) : .damaged("") }
        // Loaders that hand over everything at once report no rows.
        guard let found = gdk_pixbuf_loader_get_pixbuf(loader), failure == nil || rows > 0 else {
            throw Self.error(failure)
        }
        let picture = Pixbuf(transferNone: found)
        return Result(
            picture: picture, claimed: claimed ?? picture.size, module: module ?? "",
            isComplete: failure == nil && (rows == 0 || rows >= height))
    }

    private static func error(_ failure: GLibError?) -> DecodeError {
        guard let failure, !failure.domain.isEmpty else { return .damaged("") }
        let pixbuf = String(cString: g_quark_to_string(gdk_pixbuf_error_quark()))
        if failure.domain == pixbuf {
            if failure.code == Int32(GDK_PIXBUF_ERROR_UNKNOWN_TYPE.rawValue) {
                return .unsupported(contentType: "", package: nil)
            }
            if failure.code == Int32(GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue) {
                return .failed(failure.message)
            }
        }
        // Some end with a line feed.
        return .damaged(failure.message.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    private var module: String? {
        gdk_pixbuf_loader_get_format(loader).map { format in
            let name = gdk_pixbuf_format_get_name(format)!
            defer { g_free(name) }
            return String(cString: name)
        }
    }

    private func sizePrepared(_ size: PixelSize) {
        claimed = size
        let isScalable = gdk_pixbuf_loader_get_format(loader).map { gdk_pixbuf_format_is_scalable($0) != 0 }
        guard let wanted = choose(size, module ?? "", isScalable ?? false) else {
            refused = size
            // Zero makes the built-in modules give up before they take memory.
            gdk_pixbuf_loader_set_size(loader, 0, 0)
            return
        }
        if wanted != size { gdk_pixbuf_loader_set_size(loader, gint(wanted.width), gint(wanted.height)) }
    }

    private func areaPrepared() {
        guard let picture = gdk_pixbuf_loader_get_pixbuf(loader) else { return }
        if height == 0 { height = Int(gdk_pixbuf_get_height(picture)) }
    }
}

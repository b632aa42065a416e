import CGdkPixbuf
import CGlib
import GLibBridge

/// The frames of an animated picture, each decoded in this process when it is wanted.
///
/// gdk-pixbuf keeps the file's packed bytes and the frame that it made last, whatever the number of
/// frames. All calls block; one is carried out at a time.
final class AnimationPlayer: AnimationFrames, @unchecked Sendable {  // Only used under the lock.
    /// Larger pictures stay still.
    static let largestPicture = 16_000_000
    static let largestFile: Int64 = 64 << 20
    /// Frames without a time, or with one that no screen can show, get the time that browsers give them.
    private static let shortest = 20
    private static let ordinary = 100

    private let lock = Locked(())
    private let loader: UnsafeMutablePointer<GdkPixbufLoader>
    private let iterator: OpaquePointer
    /// Milliseconds of the animation's own time.
    private var clock = 0
    private var isFirst = true

    /// Nil for a file that does not move, that is too large or that can't be read.
    init?(_ file: FileReader, cancellation: Cancellation) {
        guard file.size <= Self.largestFile,
            let header = try? PictureHeader(of: file), let size = header.size,
            (1...Self.largestPicture).contains(size.pixelCount)
        else { return nil }
        let loader = gdk_pixbuf_loader_new()!
        var offset: Int64 = 0
        while !cancellation.isCancelled, let piece = try? file.read(at: offset, count: 1 << 18),
            !piece.isEmpty
        {
            offset += Int64(piece.count)
            // What came before the damage can still be shown.
            guard gdk_pixbuf_loader_write(loader, piece, gsize(piece.count), nil) != 0 else { break }
        }
        gdk_pixbuf_loader_close(loader, nil)
        guard !cancellation.isCancelled, let animation = gdk_pixbuf_loader_get_animation(loader),
            gdk_pixbuf_animation_is_static_image(animation) == 0,
            let iterator = cgdkpixbuf_iterator(animation)
        else {
            g_object_unref(loader)
            return nil
        }
        self.loader = loader
        self.iterator = iterator
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(iterator))
        g_object_unref(loader)
    }

    func next() -> AnimationFrame? {
        lock.withLock { _ -> AnimationFrame? in
            if !isFirst {
                guard let passed = frameTime else { return nil }
                clock += passed
                cgdkpixbuf_advance(iterator, gint64(clock))
            }
            isFirst = false
            // The iterator paints its next frame over this one.
            guard let shared = gdk_pixbuf_animation_iter_get_pixbuf(iterator),
                let frame = gdk_pixbuf_copy(shared)
            else { return nil }
            return AnimationFrame(
                pixels: Pixbuf(transferFull: frame).pixels,
                duration: frameTime.map { Self.visible(milliseconds: $0) })
        }
    }

    /// The time that a frame stays by the file's word, or the time that it gets.
    static func visible(milliseconds: Int) -> Duration {
        .milliseconds(milliseconds < shortest ? ordinary : milliseconds)
    }

    /// Milliseconds that the present frame stays by the file's word, at least one; nil for ever.
    private var frameTime: Int? {
        let time = Int(gdk_pixbuf_animation_iter_get_delay_time(iterator))
        return time < 0 ? nil : max(1, time)
    }
}

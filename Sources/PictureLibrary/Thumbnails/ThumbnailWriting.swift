import CGdkPixbuf
import CGlib
import GLibBridge
import Glibc
import Synchronization

/// What is known of the cache's disk, so that a read-only or full one is not asked again and again.
final class WritingState: Sendable {
    /// Microseconds of the monotonic clock before which nothing is written.
    private let pausedUntil = Atomic<Int64>(0)
    private let lastFailure = Atomic<Int32>(0)

    var isAllowed: Bool { Int64(g_get_monotonic_time()) >= pausedUntil.load(ordering: .relaxed) }

    /// Why the last writing that failed did; nil while none has.
    var failure: FileError? {
        let failure = lastFailure.load(ordering: .relaxed)
        return failure == 0 ? nil : FileError(errno: failure)
    }

    /// Notes an `errno`; always false, for the caller to return.
    func failed(_ error: Int32) -> Bool {
        lastFailure.store(error, ordering: .relaxed)
        switch error {
        case EROFS, EACCES, EPERM, ENOTDIR:
            pausedUntil.store(.max, ordering: .relaxed)
        case ENOSPC, EDQUOT, EIO:
            // Space may come back.
            pausedUntil.store(Int64(g_get_monotonic_time()) + 60_000_000, ordering: .relaxed)
        default: break
        }
        return false
    }
}

extension Pixbuf {
    /// A transparent pixel, which stands for "cannot be decoded".
    static func single() -> Pixbuf? {
        guard let pixel = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, 1, 1) else { return nil }
        gdk_pixbuf_fill(pixel, 0)
        return Pixbuf(transferFull: pixel)
    }

    /// A PNG at the fastest compression, the texts before the pixels.
    func png(texts: [(key: String, value: String)]) -> [UInt8]? {
        // A pixbuf's own options, such as a colour profile, are not written.
        let pairs = [("compression", "1")] + texts.map { ("tEXt::" + $0.key, $0.value) }
        var keys = pairs.map { strdup($0.0) } + [nil]
        var values = pairs.map { strdup($0.1) } + [nil]
        defer { (keys + values).forEach { free($0) } }
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(pointer, &buffer, &count, "png", &keys, &values, nil) != 0 else {
            return nil
        }
        defer { g_free(buffer) }
        return buffer.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(count))) }
    }
}

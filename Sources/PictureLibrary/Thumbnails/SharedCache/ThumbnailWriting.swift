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
            pausedUntil.store(Int64(g_get_monotonic_time()) + 10_000_000, ordering: .relaxed)
        default: break
        }
        return false
    }
}

extension PixelBuffer {
    /// What stands for "cannot be decoded" in the folder `fail`.
    static let transparentPixel = PixelBuffer(
        size: PixelSize(width: 1, height: 1), format: .rgba, stride: 4, bytes: Bytes([0, 0, 0, 0]))
}

import CGlib
import Glibc

/// The memory of malloc.
public enum CHeap {
    /// For programs that keep much for long: call it before there is a second thread.
    ///
    /// Else malloc learns from large pieces that were freed to keep the next ones among the small (mallopt(3)),
    /// and gives up to eight threads a heap each, in which nobody else uses what is free.
    public static func preferLittle() {
        mallopt(M_MMAP_THRESHOLD, 256 << 10)
        mallopt(M_TRIM_THRESHOLD, 1 << 20)
        mallopt(M_ARENA_MAX, 2)
    }

    /// Gives what is free back to the system: decoding leaves holes that it could use.
    public static func giveBack() { malloc_trim(0) }
}

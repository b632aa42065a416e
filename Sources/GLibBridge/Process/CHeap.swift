import CGlib

/// The memory of malloc.
public enum CHeap {
    /// Gives what is free back to the system: decoding leaves holes that it could use.
    public static func giveBack() { malloc_trim(0) }
}

import GLibBridge

/// How long the scanner waits for what, in microseconds.
struct ScanTiming: Sendable {
    /// A folder that does not answer for this long is reported, and the others go on.
    var folderDeadline = 2_000_000
    var fileDeadline = 6_000_000
    /// From the first notice of a change to the look at the disk.
    var debounce = 50_000
    /// From the creation of a file to the first look whether it is still written.
    var firstLook = 700_000
    var longestLook = 5_000_000
    /// A file modified within this time may still be written.
    var freshness = 2_000_000
    /// From the last change of a file to the earliest reading that the index keeps. Times count in steps, of
    /// two seconds on FAT: a change right after the reading may leave them as they are.
    var settling = 3_000_000
    /// The least between two writings of the index, so that a folder in which much happens costs little.
    var saving = 5_000_000
    /// From the last new colours to the writing: a folder's index is not written again and again while somebody
    /// scrolls through it.
    var colouring = 2_000_000
    /// The least between two batches of events.
    var batching = 30_000

    static var now: Int { MonotonicClock.microseconds }
}

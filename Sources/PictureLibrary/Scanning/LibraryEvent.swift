import GLibBridge

/// What a ``LibraryScanner`` tells, in the order in which it became known.
public enum LibraryEvent: Sendable, Equatable {
    /// New items. Kind and type are what the names suggest, unless there is metadata already.
    case found([Asset])
    /// Known items, now with what their bytes say; or whose clip or kind is another now.
    case inspected([Asset])
    /// Deleted, renamed away, no picture after all, or now the clip of a live photo.
    case removed([FilePath])
    /// Known items whose file was written anew: what was made from the old bytes is worth nothing.
    case changed([Asset])
    /// A folder or file that can't be read, with a sentence for people. Of a file that was named the item
    /// is gone; one that was found in a folder stays, without metadata.
    case unreadable(FilePath, reason: String)
    /// Items known, and those of them that were looked at.
    case progress(found: Int, inspected: Int)
    /// All folders that answer have been read; once.
    case listed
    /// Everything known has been looked at; again after each later change.
    case complete
}

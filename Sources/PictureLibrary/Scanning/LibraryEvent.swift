import GLibBridge

/// What a ``LibraryScanner`` tells, in the order in which it became known.
public enum LibraryEvent: Sendable, Equatable {
    /// New items. Kind and type are what the names suggest, unless there is metadata already.
    case found([Asset])
    /// Known items, now with what their bytes say; or whose clip or kind is another now.
    case inspected([Asset])
    /// Known items that were deleted or renamed away.
    case removed([FilePath])
    /// Known items that are none after all: no picture, of a kind that was not asked for, or a file that
    /// was named and can't be read.
    case dismissed([FilePath])
    /// Known items that are the clips of live photos now: the clips, and each one's photo.
    case joined([FilePath: FilePath])
    /// Known items whose file was written anew: what was made from the old bytes is worth nothing.
    case changed([Asset])
    /// A folder that is known by another path too, which its files have; the same path if by none any more.
    case alias(FilePath, of: FilePath)
    /// A folder or file that can't be read, with the bare reason for people. Of a file that was named the item
    /// is gone; one that was found in a folder stays, without metadata.
    case unreadable(FilePath, reason: String)
    /// Items known, and those of them that were looked at.
    case progress(found: Int, inspected: Int)
    /// All folders that answer have been read; again after ``LibraryScanner/add(files:folders:)``, when what
    /// was added has been read.
    case listed
    /// Everything known has been looked at; again after each later change.
    case complete
}

import GLibBridge

extension Catalogue {
    struct Entry {
        let path: FilePath
        /// Its folder's table.
        let table: Int
        var status: FileStatus
        var source: Asset.Source
        /// Named by the user, not found in a folder.
        var named: Bool
        var phase: Phase
        /// By the name, then by the bytes; nil while neither says that this is a picture.
        var asset: Asset?
        /// ``asset`` with its clip.
        var paired: Asset?
        var isClip = false
        /// Whose clip this is.
        var photo: FilePath?
        /// What was told.
        var shown: Asset?
        /// Whether what is known of the bytes can be kept for another time.
        var isSettled = false
        /// Its bytes are other ones than those that were told of.
        var isRewritten = false
        /// A thread has it to read.
        var isBeingRead = false
    }

    enum Phase {
        case waiting, seen, refused
        /// Could not be read.
        case failed
        /// No longer there; forgotten at the next drain.
        case gone
    }

    enum Outcome: Sendable {
        /// What the file is by its bytes.
        case seen(Asset)
        case refused
        /// Nil where the reason was told of the whole folder.
        case failed(String?)
        case vanished
    }

    /// What reading a file gave when it was the same as now.
    enum Known: Sendable {
        case asset(Asset)
        case refused
    }
}

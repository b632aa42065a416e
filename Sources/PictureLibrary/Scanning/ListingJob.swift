import GLibBridge

/// One thing for a listing thread to do.
enum ListingJob: Sendable {
    case folder(LibraryRequest.Root)
    case paths([FilePath], Purpose)
    /// Look which of the fresh files are still being written.
    case fresh

    enum Purpose: Sendable, Equatable {
        /// Files that the user named, in order.
        case named
        /// Files of a folder, or what may be one.
        case files(LibraryRequest.Root)
        /// Symbolic links found in a folder.
        case links(LibraryRequest.Root)
        /// Something happened there.
        case recheck

        /// What the files are shown to come from.
        var source: Asset.Source {
            switch self {
            case .files(let root), .links(let root): root.source
            case .named, .recheck: .library
            }
        }
    }
}

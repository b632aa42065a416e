import GLibBridge

/// What a library offers: folders that are searched, and files that are named one by one.
public struct LibraryRequest: Sendable, Equatable {
    public struct Root: Sendable, Hashable {
        public var path: FilePath
        public var source: Asset.Source
        /// Whether the subfolders are searched too.
        public var recursive: Bool

        public init(path: FilePath, source: Asset.Source = .library, recursive: Bool = true) {
            self.path = path
            self.source = source
            self.recursive = recursive
        }
    }

    /// Searched in parallel. Of roots inside each other the inner one says what becomes of its own.
    public var folders: [Root]
    /// Exactly these files, in this order, before all that the folders hold.
    public var files: [FilePath]
    /// Whether the subfolders of a folder that turns up among ``files`` are searched too.
    public var recursive: Bool
    /// Whether names with a leading dot are offered; a root or file that has one is named, and so offered.
    public var hidden: Bool
    /// The kinds that are offered.
    public var media: Set<MediaKind>

    public init(
        folders: [Root] = [], files: [FilePath] = [], recursive: Bool = true, hidden: Bool = false,
        media: Set<MediaKind> = Set(MediaKind.allCases)
    ) {
        self.folders = folders
        self.files = files
        self.recursive = recursive
        self.hidden = hidden
        self.media = media
    }
}

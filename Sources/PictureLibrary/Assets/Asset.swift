import GLibBridge

/// One item of the grid: a picture, a live photo or a video on disk, known by its path.
public struct Asset: Sendable, Identifiable, Equatable {
    /// Where an asset comes from; the words are those of the `json` output.
    public enum Source: String, Sendable, CaseIterable {
        case camera, library, album
    }

    public let path: FilePath
    public var source: Source
    /// From the bytes once ``metadata`` is there; before that, what the name suggests.
    public var kind: MediaKind
    /// A shared-mime-info name; from the bytes once ``metadata`` is there.
    public var contentType: String
    public var file: FileStatus
    /// Nil until the file has been looked at.
    public var metadata: AssetMetadata?
    /// The moving part of a live photo when it is a file of its own.
    public var clip: FilePath?

    public var id: FilePath { path }

    public init(
        path: FilePath, source: Source, kind: MediaKind, contentType: String, file: FileStatus,
        metadata: AssetMetadata? = nil, clip: FilePath? = nil
    ) {
        self.path = path
        self.source = source
        self.kind = kind
        self.contentType = contentType
        self.file = file
        self.metadata = metadata
        self.clip = clip
    }
}

/// What an asset is; the words are those of `--media` and of the `json` output.
public enum MediaKind: String, Sendable, CaseIterable {
    case photo, live, video
}

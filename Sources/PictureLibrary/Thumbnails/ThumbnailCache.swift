import GLibBridge

/// The thumbnails that programs share: the freedesktop.org thumbnail standard, version 0.9.
public struct ThumbnailCache: Sendable {
    /// The folder `thumbnails`.
    public let root: FilePath

    public init(root: FilePath = UserFolders.cache.appending("thumbnails")) { self.root = root }
}

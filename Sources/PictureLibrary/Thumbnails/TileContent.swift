import GLibBridge

/// What a tile can show of an asset right now.
public enum TileContent: Sendable {
    /// Nothing yet, but its colours if it was seen before; it has been asked for, or will be when the tile is
    /// shown.
    case waiting(PlaceholderColours?)
    /// A rough picture until the sharp one comes: opaque RGB, a square, not always of the tile's side.
    case placeholder(PixelBuffer)
    /// Opaque RGB, a square of exactly ``ThumbnailLoader/tileSide`` pixels.
    case picture(PixelBuffer)
    /// The file is there but damaged, too large or unreadable; the reason is a sentence for the tooltip.
    case broken(reason: String)
    /// Nothing here makes pictures of this kind of file: a video without a thumbnailer, a missing loader.
    case unavailable(reason: String)
}

import GLibBridge

/// Gets pictures for tiles: what is visible first, in memory for a while, from the shared cache, from
/// the EXIF preview, else by decoding. Nothing here blocks the main actor.
@MainActor
public final class ThumbnailLoader {
    /// Called on the main actor whenever ``content(of:)`` of an asset last named in
    /// ``show(visible:nearby:)`` has something new.
    public var onChange: (Asset.ID, TileContent) -> Void = { _, _ in }

    /// The tile's side in device pixels. Changing it makes sharp pictures for what is shown; until they
    /// come, those of the old side serve as placeholders.
    public var tileSide = 120

    /// - Parameters:
    ///   - decoder: what makes pixels from files.
    ///   - cache: the cache shared with other programs, nil for none.
    ///   - inspect: reads the metadata of assets that come without; called on worker threads.
    ///   - memoryBudget: bytes of pixels kept beyond what is visible.
    ///   - workers: threads that decode; by default as many as there are processors.
    public init(
        decoder: any ThumbnailDecoder, cache: ThumbnailCache? = ThumbnailCache(),
        inspect: @escaping @Sendable (FilePath) -> AssetMetadata? = { _ in nil },
        memoryBudget: Int = 64 << 20, workers: Int? = nil
    ) {
        self.decoder = decoder
    }
    private let decoder: any ThumbnailDecoder

    /// Replaces what is wanted: `visible` first and in this order, then `nearby`. All else is cancelled.
    /// Cheap enough for each frame.
    public func show(visible: [Asset], nearby: [Asset]) {}

    /// What is in memory, at once. Asks for nothing.
    public func content(of asset: Asset) -> TileContent { .waiting }

    /// Drops what is known of a file that was rewritten or removed; a result under way is thrown away.
    public func forget(_ id: Asset.ID) {}
}

import GLibBridge

/// Pictures for other programs that want pixels, not files.
public enum PictureExport {
    /// The whole picture, upright, as PNG data; nil where it can't be decoded. Blocks for as long as that
    /// takes.
    public static func png(of asset: Asset, decoder: some ThumbnailDecoder) -> [UInt8]? {
        // Larger than any picture that is decoded at all.
        let whole = PixelSize(width: 1 << 20, height: 1 << 20)
        let metadata = asset.inspected().metadata
        let pixels = try? decoder.decode(asset.path, metadata: metadata, fitting: whole)
        return pixels?.png(texts: [])
    }
}

import GLibBridge

/// What a container's reader found: plain facts and the blocks that other readers understand.
struct Findings {
    var contentType: String
    var kind = MediaKind.photo
    var subtypes: AssetMetadata.Subtypes = []
    /// Pixels as stored, or as the container's own turn leaves them.
    var size: PixelSize?
    /// Of videos: the turn that the track header asks for.
    var turn: Orientation?
    /// HEIF, AVIF and JPEG XL: the decoder delivers upright pictures, EXIF only repeats the turn.
    var turnsItself = false
    /// The TIFF block of the EXIF data.
    var exif: ByteSource?
    var xmp: [ByteSlice] = []
    /// IPTC datasets.
    var iptc: ByteSlice?
    var taken: CaptureDate?
    var position: Position?
    var duration: Double?
    var make: String?
    var model: String?
    var preview: Range<Int64>?
    var embeddedClip: Range<Int64>?
    var contentIdentifier: String?
    /// Where the compressed picture of a JPEG begins: anything appended lies behind.
    var scanStart: Int64?
    /// There is sound, but no picture: `video/mp4` with music in it.
    var hasNoPicture = false

    init(contentType: String) { self.contentType = contentType }
}

extension PixelSize {
    /// Nil unless both sides are at least one pixel.
    init?(positive width: some BinaryInteger, _ height: some BinaryInteger) {
        guard let width = Int32(exactly: width), let height = Int32(exactly: height), width > 0, height > 0
        else { return nil }
        self.init(width: Int(width), height: Int(height))
    }

    var transposed: PixelSize { PixelSize(width: height, height: width) }
}

import GLibBridge

/// Decodes in this process: JPEG and PNG through their libraries, all else with the loaders of gdk-pixbuf;
/// and with installed thumbnailers what none of these knows.
public struct PictureDecoder: ThumbnailDecoder {
    /// The most pixels of a picture that its decoder holds in memory whole.
    static let largestWhole = 100_000_000
    /// The most pixels of a PNG that is made smaller while it is read: some seconds of inflating.
    static let largestRows = 200_000_000
    /// The most pixels of a JPEG that is made smaller while it is read.
    static let largestReduced = 1_000_000_000

    public init() {}

    public func decode(
        _ path: FilePath, metadata: AssetMetadata?, filling side: Int, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        try decode(path, metadata, .filling(side), cancellation)
    }

    public func decode(
        _ path: FilePath, metadata: AssetMetadata?, fitting size: PixelSize, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        try decode(path, metadata, .fitting(size), cancellation)
    }

    private func decode(
        _ path: FilePath, _ metadata: AssetMetadata?, _ target: DecodeTarget, _ cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        try Self.decode(path, metadata, target, cancellation) { (file, metadata) throws(DecodeError) in
            try Self.decode(file, metadata: metadata, target: target, cancellation: cancellation)
        }
    }

    /// Decodes by `inner`, and what that does not know by an installed thumbnailer.
    static func decode(
        _ path: FilePath, _ metadata: AssetMetadata?, _ target: DecodeTarget, _ cancellation: Cancellation,
        by inner: (FileReader, AssetMetadata?) throws(DecodeError) -> DecodedPicture
    ) throws(DecodeError) -> DecodedPicture {
        let file: FileReader
        do { file = try FileReader(path) } catch { throw .unreadable(error) }
        do {
            return try inner(file, metadata ?? (try? MetadataReader.read(path)))
        } catch .unsupported(let type, let package) {
            guard let thumbnailer = ExternalThumbnailers.installed.thumbnailer(for: type) else {
                throw .unsupported(contentType: type, package: package)
            }
            return try thumbnailer.run(path, largest: target.largest, cancellation: cancellation)
        }
    }

    /// Decodes an open file without help from other programs.
    ///
    /// - Throws: `.unsupported` with the type for another program to try.
    static func decode(
        _ file: FileReader, metadata: AssetMetadata?, target: DecodeTarget, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        let header: PictureHeader
        let type: String
        do throws(FileError) {
            header = try PictureHeader(of: file)
            let start = try file.read(at: 0, count: 4096)
            type = metadata?.contentType ?? ContentType.guess(bytes: start)
        } catch {
            throw .unreadable(error)
        }
        let unsupported = DecodeError.unsupported(contentType: type, package: LoaderPackage.name(for: type))
        if type.hasPrefix("video/") { throw unsupported }
        if cancellation.isCancelled { throw .cancelled }
        let orientation = metadata?.orientation ?? .upright
        if let codec = header.codec {
            return try decode(file, codec, header, orientation, target, cancellation)
        }
        if isRaw(type), let range = metadata?.preview,
            let preview = decodePreview(file, range, orientation, target, cancellation)
        {
            return preview
        }
        if cancellation.isCancelled { throw .cancelled }
        do {
            return try PixbufDecoding(file: file, header: header, metadata: metadata, target: target)
                .run(cancellation: cancellation)
        } catch .unsupported {
            throw type.hasPrefix("image/") ? unsupported : .damaged("")
        }
    }

    private static func decode(
        _ file: FileReader, _ codec: ImageCodec, _ header: PictureHeader, _ orientation: Orientation,
        _ target: DecodeTarget, _ cancellation: Cancellation, until end: Int64? = nil
    ) throws(DecodeError) -> DecodedPicture {
        guard let size = header.size else { throw .damaged("") }
        let upright = size.turned(orientation)
        let limit =
            header.isKeptWhole ? largestWhole : codec == .jpeg ? largestReduced : largestRows
        guard size.pixelCount <= limit else { throw .tooLarge(upright) }
        // Coefficients take two bytes, and up to three of them a pixel; samples take up to four bytes.
        let need = header.isKeptWhole ? size.pixelCount * (codec == .jpeg ? 3 : 4) : 0
        let wanted = size.scaled(by: min(1, target.factor(for: upright)))
        let picture = try ByteBudget.decoding.with(need, cancellation: cancellation) {
            () throws(DecodeError) in
            try codec.decode(
                file, from: header.start, to: end, size: wanted, cancellation: cancellation)
        }
        let isComplete =
            picture.isComplete
            && (!picture.hasUnreadScans || EndOfJPEG.isThere(in: file, after: header.scan, before: end))
        let pixels = ColourProfile(of: file, header)?.converted(picture.pixels) ?? picture.pixels
        guard let turned = pixels.turned(orientation) else {
            throw .failed(tr("not enough memory"))
        }
        return DecodedPicture(pixels: turned, originalSize: upright, isComplete: isComplete)
    }

    /// The JPEG that a camera puts into its raw files: what the photo looks like to everyone but its
    /// photographer.
    private static func decodePreview(
        _ file: FileReader, _ range: Range<Int64>, _ orientation: Orientation, _ target: DecodeTarget,
        _ cancellation: Cancellation
    ) -> DecodedPicture? {
        guard let header = try? PictureHeader(of: file, from: range.lowerBound), header.codec == .jpeg else {
            return nil
        }
        return try? decode(
            file, .jpeg, header, orientation, target, cancellation, until: range.upperBound)
    }

    /// Whether this is what a camera's sensor saw, which takes a raw converter to show.
    private static func isRaw(_ type: String) -> Bool {
        type != "image/x-portable-pixmap" && ContentType.isA(type, "image/x-dcraw")
    }
}

/// How large a decoded picture is wanted; smaller ones come as they are.
enum DecodeTarget: Sendable, Equatable {
    /// Covers a square of so many pixels.
    case filling(Int)
    /// Has room in this.
    case fitting(PixelSize)

    /// By how much an upright picture of this size is to be scaled; more than 1 for small ones.
    func factor(for size: PixelSize) -> Double {
        switch self {
        case .filling(let side): Double(max(1, side)) / Double(max(1, size.shorterSide))
        case .fitting(let room):
            min(
                Double(max(1, room.width)) / Double(max(1, size.width)),
                Double(max(1, room.height)) / Double(max(1, size.height)))
        }
    }

    /// The side that a thumbnailer is asked for.
    var largest: Int {
        switch self {
        case .filling(let side): side
        case .fitting(let room): room.longerSide
        }
    }
}

/// The marker that ends a JPEG, which cannot stand inside its picture data.
enum EndOfJPEG {
    /// Looks between `scan`, where the picture data begins, and `end` (nil: the end of the file).
    static func isThere(in file: FileReader, after scan: Int64?, before end: Int64?) -> Bool {
        guard let scan else { return false }
        let end = min(end ?? file.size, file.size)
        // In most files it is the last thing.
        if isThere(in: file, max(scan, end - 4096), end) { return true }
        return isThere(in: file, scan, end)
    }

    private static func isThere(in file: FileReader, _ start: Int64, _ end: Int64) -> Bool {
        var offset = start
        var endsInFF = false
        while offset < end, let piece = try? file.read(at: offset, count: Int(min(1 << 16, end - offset))),
            !piece.isEmpty
        {
            let isFound = piece.withUnsafeBufferPointer { piece in
                if endsInFF, piece[0] == 0xD9 { return true }
                return (1..<max(1, piece.count)).contains { piece[$0] == 0xD9 && piece[$0 - 1] == 0xFF }
            }
            if isFound { return true }
            endsInFF = piece.last == 0xFF
            offset += Int64(piece.count)
        }
        return false
    }
}

/// The Debian packages with loaders for what gdk-pixbuf alone does not know.
enum LoaderPackage {
    static func name(for type: String) -> String? {
        switch type {
        case "image/heif", "image/heic": "heif-gdk-pixbuf"
        case "image/avif": "libavif-gdk-pixbuf"
        case "image/webp": "webp-pixbuf-loader"
        case "image/svg+xml", "image/svg+xml-compressed": "librsvg2-common"
        default: type.hasPrefix("video/") ? "ffmpegthumbnailer" : nil
        }
    }
}

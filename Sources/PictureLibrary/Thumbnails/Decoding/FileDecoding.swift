import GLibBridge

/// One decode of an open file by what this process has: the libraries for JPEG and PNG, the previews that
/// files carry, the loaders of gdk-pixbuf.
struct FileDecoding {
    let file: FileReader
    let part: DecodePart
    let metadata: AssetMetadata?
    let target: DecodeTarget
    let cancellation: Cancellation
    /// Whether a mistake of this process could do no harm, so that our own scanner may read the file.
    let isConfined: Bool

    private var orientation: Orientation { metadata?.orientation ?? .upright }

    /// The most pixels of a preview that serves until the photo comes; raw files have larger ones.
    private static let largestPreview = 1 << 20

    func run() throws(DecodeError) -> DecodedPicture {
        switch part {
        case .photo: return try decodePhoto()
        case .preview:
            guard let preview = try decodePreview(of: Self.largestPreview) else { throw .damaged("") }
            return preview
        }
    }

    private func decodePhoto() throws(DecodeError) -> DecodedPicture {
        let header: PictureHeader
        do { header = try PictureHeader(of: file) } catch { throw .unreadable(error) }
        let type = try PictureDecoder.pictureType(of: file, metadata)
        if cancellation.isCancelled { throw .cancelled }
        if let codec = header.codec { return try decode(codec, header) }
        // The JPEG in a raw file is what the photo looks like to everyone but its photographer.
        if ContentType.isA(type, "image/x-dcraw"), let preview = try decodePreview() { return preview }
        do {
            return try PixbufDecoding(file: file, header: header, metadata: metadata, target: target)
                .run(cancellation: cancellation)
        } catch .unsupported {
            if let preview = try decodePreview() { return preview }
            throw type.hasPrefix("image/") ? LoaderPackage.missing(for: type) : .damaged("")
        }
    }

    private func decode(
        _ codec: ImageCodec, _ header: PictureHeader, until end: Int64? = nil
    ) throws(DecodeError) -> DecodedPicture {
        guard let size = header.size else { throw .damaged("") }
        let upright = size.turned(orientation)
        let wanted = size.scaled(by: min(1, target.factor(for: upright)))
        let eighth = PixelSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
        let isScanned =
            isConfined && codec == .jpeg && wanted.width <= eighth.width && wanted.height <= eighth.height
        // The scanner keeps nothing, and libjpeg in its place has bounds of its own.
        let isKeptWhole = header.isKeptWhole && !isScanned
        let limit =
            isKeptWhole
            ? PictureDecoder.largestWhole
            : codec == .jpeg ? PictureDecoder.largestReduced : PictureDecoder.largestRows
        guard size.pixelCount <= limit else { throw .tooLarge(upright) }
        // Coefficients take two bytes, and up to three of them a pixel; samples take up to four bytes.
        let need = isKeptWhole ? size.pixelCount * (codec == .jpeg ? 3 : 4) : 0
        let picture = try ByteBudget.decoding.with(need, cancellation: cancellation) {
            () throws(DecodeError) in
            try codec.decode(
                file, from: header.start, to: end, size: wanted, usesOwnScanner: isScanned,
                cancellation: cancellation)
        }
        let isComplete =
            picture.isComplete
            && (!picture.hasUnreadScans || EndOfJPEG.isThere(in: file, after: header.scan, before: end))
        let pixels = ColourProfile(of: file, header)?.converted(picture.pixels) ?? picture.pixels
        guard let turned = pixels.turned(orientation) else { throw .failed(tr("not enough memory")) }
        return DecodedPicture(pixels: turned, originalSize: upright, isComplete: isComplete)
    }

    /// The picture that the file carries of itself; nil where there is none that can be decoded.
    private func decodePreview(of largest: Int = .max) throws(DecodeError) -> DecodedPicture? {
        if cancellation.isCancelled { throw .cancelled }
        guard let range = metadata?.preview,
            let header = try? PictureHeader(of: file, from: range.lowerBound), header.codec == .jpeg,
            (header.size?.pixelCount ?? 0) <= largest
        else { return nil }
        var picture = try? decode(.jpeg, header, until: range.upperBound)
        if let whole = metadata?.size { picture?.originalSize = whole }
        return picture
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

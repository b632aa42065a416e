import GLibBridge

/// Decodes with the loaders of gdk-pixbuf, and with installed thumbnailers what these do not know.
public struct PixbufDecoder: ThumbnailDecoder {
    /// The most pixels of a picture that its decoder holds in memory whole.
    static let largestWhole = 100_000_000
    /// The most pixels of a baseline JPEG, which is made smaller while it is read.
    static let largestReduced = 1_000_000_000
    /// The longest side of a drawing without a size of its own.
    private static let longestDrawing = 4096.0

    private let thumbnailers: ExternalThumbnailers

    public init() { thumbnailers = .installed }

    public func decode(
        _ path: FilePath, metadata: AssetMetadata?, filling side: Int, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        try decode(path, metadata: metadata, cancellation: cancellation, largest: side) {
            Double(max(1, side)) / Double(max(1, $0.shorterSide))
        }
    }

    public func decode(
        _ path: FilePath, metadata: AssetMetadata?, fitting size: PixelSize, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        // The turn may swap the sides, so the factor is found for the upright picture.
        try decode(path, metadata: metadata, cancellation: cancellation, largest: size.longerSide) {
            min(
                Double(max(1, size.width)) / Double(max(1, $0.width)),
                Double(max(1, size.height)) / Double(max(1, $0.height)))
        }
    }

    /// `factor` says how much an upright picture of some size is to be scaled.
    private func decode(
        _ path: FilePath, metadata: AssetMetadata?, cancellation: Cancellation, largest: Int,
        factor: (PixelSize) -> Double
    ) throws(DecodeError) -> DecodedPicture {
        let file: FileReader
        let header: PictureHeader
        let type: String
        do throws(FileError) {
            file = try FileReader(path)
            header = try PictureHeader(of: file)
            let start = try file.read(at: 0, count: 4096)
            type = metadata?.contentType ?? ContentType.guess(bytes: start)
        } catch {
            throw .unreadable(error)
        }
        if type.hasPrefix("video/") {
            return try decodeOutside(path, type, largest, cancellation)
        }
        let isReduced = header.format == .jpeg && !header.isProgressive
        if let size = header.size ?? metadata?.size {
            let limit = isReduced ? Self.largestReduced : Self.largestWhole
            guard size.pixelCount <= limit else {
                throw .tooLarge(size.turned(metadata?.orientation ?? .upright))
            }
        }
        // A loader takes up to four bytes a pixel, twice where it makes them from another form.
        let pixels = (header.size ?? metadata?.size)?.pixelCount ?? 0
        let need = isReduced ? pixels / 16 : pixels * 4
        do {
            return try ByteBudget.decoding.with(need, cancellation: cancellation) { () throws(DecodeError) in
                try decode(file, header, metadata, cancellation, factor)
            }
        } catch .unsupported {
            guard type.hasPrefix("image/") else { throw .damaged("") }
            return try decodeOutside(path, type, largest, cancellation)
        }
    }

    private func decodeOutside(
        _ path: FilePath, _ type: String, _ largest: Int, _ cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        guard let thumbnailer = thumbnailers.thumbnailer(for: type) else {
            throw .unsupported(contentType: type, package: LoaderPackage.name(for: type))
        }
        return try thumbnailer.run(path, largest: largest, cancellation: cancellation)
    }

    private func decode(
        _ file: FileReader, _ header: PictureHeader, _ metadata: AssetMetadata?,
        _ cancellation: Cancellation, _ factor: (PixelSize) -> Double
    ) throws(DecodeError) -> DecodedPicture {
        let known = metadata?.orientation ?? .upright
        let result: PixbufLoading.Result
        var lacksRows = false
        do {
            result = try withoutActuallyEscaping(factor) { factor throws(DecodeError) in
                let loading = PixbufLoading { size, module, isScalable in
                    Self.target(of: size, module, isScalable, header, factor(size.turned(known)))
                }
                var offset: Int64 = 0
                return try loading.run { () throws(DecodeError) in
                    if cancellation.isCancelled { throw .cancelled }
                    // What follows the last row, such as the clip of a motion photo, is not needed.
                    if header.format == .jpeg, !header.isProgressive, loading.hasAllRows {
                        return nil
                    }
                    let piece: [UInt8]
                    do throws(FileError) {
                        piece = try file.read(at: offset, count: 1 << 16)
                    } catch {
                        throw .unreadable(error)
                    }
                    offset += Int64(piece.count)
                    guard piece.isEmpty else { return piece }
                    lacksRows = !loading.hasAllRows
                    return nil
                }
            }
        }
        if cancellation.isCancelled { throw .cancelled }
        let orientation = Self.orientation(of: result, metadata)
        var isComplete = result.isComplete
        if header.format == .jpeg, header.isProgressive || lacksRows || !isComplete {
            // Closing the loader makes up missing rows, missing passes leave no gap, and errors after the
            // last row say nothing: the end marker tells.
            isComplete = result.hasAllRows && Self.hasEnd(file, after: header.scan)
        }
        let original = result.claimed.turned(orientation)
        let scale = min(1, factor(result.picture.size.turned(orientation)))
        guard let scaled = result.picture.scaled(to: result.picture.size.scaled(by: scale)),
            let upright = scaled.turned(orientation)
        else { throw .failed(tr("not enough memory")) }
        return DecodedPicture(pixels: upright.pixels, originalSize: original, isComplete: isComplete)
    }

    /// Whether the marker that ends a JPEG comes after its picture data, inside which it cannot stand.
    private static func hasEnd(_ file: FileReader, after scan: Int64?) -> Bool {
        guard var offset = scan else { return false }
        var endsInFF = false
        while let piece = try? file.read(at: offset, count: 1 << 16), !piece.isEmpty {
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

    /// The size that a loader is asked for; nil refuses.
    private static func target(
        of size: PixelSize, _ module: String, _ isScalable: Bool, _ header: PictureHeader, _ factor: Double
    ) -> PixelSize? {
        guard size.width > 0, size.height > 0 else { return nil }
        if isScalable {
            return size.scaled(by: min(factor, longestDrawing / Double(size.longerSide)))
        }
        switch module {
        case "jpeg":
            guard size.pixelCount <= (header.isProgressive ? largestWhole : largestReduced) else {
                return nil
            }
            // The sizes that libjpeg makes by itself, so that gdk-pixbuf has nothing left to scale.
            var divisor = 1
            while divisor < 8, Double(divisor * 2) * factor <= 1 { divisor *= 2 }
            return PixelSize(
                width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
        case "webp":
            guard size.pixelCount <= largestWhole else { return nil }
            return size.scaled(by: min(1, factor))
        default:
            return size.pixelCount <= largestWhole ? size : nil
        }
    }

    /// How the loader's rows lie, which depends on what it turns by itself.
    private static func orientation(
        of result: PixbufLoading.Result, _ metadata: AssetMetadata?
    ) -> Orientation {
        switch result.module {
        case "heif", "heif/avif", "avif", "svg": .upright
        // libtiff mirrors, and leaves the rest in a value of its own.
        case "tiff": Orientation(option: result.picture.option("orientation")) ?? .upright
        default:
            metadata?.orientation ?? Orientation(option: result.picture.option("orientation")) ?? .upright
        }
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

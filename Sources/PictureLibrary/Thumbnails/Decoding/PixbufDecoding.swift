import GLibBridge

/// One decode of a whole file with the loaders of gdk-pixbuf, to about the size that is wanted.
struct PixbufDecoding {
    /// The longest side of a drawing without a size of its own.
    private static let longestDrawing = 4096.0

    let file: FileReader
    let header: PictureHeader
    let metadata: AssetMetadata?
    let target: DecodeTarget

    /// - Throws: `.unsupported` with an empty type where no loader knows the bytes.
    func run(cancellation: Cancellation) throws(DecodeError) -> DecodedPicture {
        let claimed = header.size ?? metadata?.size
        if let claimed, claimed.pixelCount > PictureDecoder.largestWhole {
            throw .tooLarge(claimed.turned(metadata?.orientation ?? .upright))
        }
        // A loader takes up to four bytes a pixel, twice where it makes them from another form.
        let need = (claimed?.pixelCount ?? 0) * 4
        return try ByteBudget.decoding.with(need, cancellation: cancellation) { () throws(DecodeError) in
            try decode(cancellation)
        }
    }

    private func decode(_ cancellation: Cancellation) throws(DecodeError) -> DecodedPicture {
        let result = try header.format == .xpm ? readXPM() : load(cancellation)
        if cancellation.isCancelled { throw .cancelled }
        let orientation = Self.orientation(of: result, metadata)
        let scale = min(1, target.factor(for: result.picture.size.turned(orientation)))
        guard let scaled = result.picture.scaled(to: result.picture.size.scaled(by: scale)),
            let upright = scaled.turned(orientation)
        else { throw .failed(tr("not enough memory")) }
        let profile = result.picture.profile.flatMap { ColourProfile($0) }
        return DecodedPicture(
            pixels: profile?.converted(upright.pixels) ?? upright.pixels,
            originalSize: result.claimed.turned(orientation),
            isComplete: result.isComplete)
    }

    private func readXPM() throws(DecodeError) -> PixbufLoading.Result {
        let source = try XPMPicture(file)
        guard source.size.pixelCount <= PictureDecoder.largestWhole else { throw .tooLarge(source.size) }
        return PixbufLoading.Result(
            picture: try source.pixbuf(), claimed: source.size, module: "xpm", isComplete: true)
    }

    private func load(_ cancellation: Cancellation) throws(DecodeError) -> PixbufLoading.Result {
        let known = metadata?.orientation ?? .upright
        let loading = PixbufLoading { size, module, isScalable in
            Self.size(of: size, module, isScalable, target.factor(for: size.turned(known)))
        }
        var offset: Int64 = 0
        return try loading.run { () throws(DecodeError) in
            if cancellation.isCancelled { throw .cancelled }
            let piece: [UInt8]
            do throws(FileError) {
                piece = try file.read(at: offset, count: 1 << 16)
            } catch {
                throw .unreadable(error)
            }
            offset += Int64(piece.count)
            return piece.isEmpty ? nil : piece
        }
    }

    /// The size that a loader is asked for; nil refuses.
    private static func size(
        of size: PixelSize, _ module: String, _ isScalable: Bool, _ factor: Double
    ) -> PixelSize? {
        guard size.width > 0, size.height > 0 else { return nil }
        if isScalable {
            return size.scaled(by: min(factor, longestDrawing / Double(size.longerSide)))
        }
        guard size.pixelCount <= PictureDecoder.largestWhole else { return nil }
        return module == "webp" ? size.scaled(by: min(1, factor)) : size
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

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
        _ path: FilePath, metadata: AssetMetadata?, target: DecodeTarget, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        try Self.decode(path, metadata, target, cancellation, by: self)
    }

    public func decode(
        _ file: FileReader, _ part: DecodePart, metadata: AssetMetadata?, target: DecodeTarget,
        cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        try FileDecoding(
            file: file, part: part, metadata: metadata, target: target, cancellation: cancellation,
            isConfined: false
        ).run()
    }

    public func animation(of path: FilePath, cancellation: Cancellation) -> (any AnimationFrames)? {
        (try? FileReader(path)).flatMap { AnimationPlayer($0, cancellation: cancellation) }
    }

    /// Decodes by `decoder`, which also reads what an installed thumbnailer makes of a file that it does not
    /// know.
    static func decode(
        _ path: FilePath, _ metadata: AssetMetadata?, _ target: DecodeTarget, _ cancellation: Cancellation,
        by decoder: some ThumbnailDecoder
    ) throws(DecodeError) -> DecodedPicture {
        let file: FileReader
        do { file = try FileReader(path) } catch { throw .unreadable(error) }
        do {
            return try decoder.decode(
                file, .photo, metadata: metadata ?? (try? MetadataReader.read(path)), target: target,
                cancellation: cancellation)
        } catch .unsupported(let type, let package) {
            guard let thumbnailer = ExternalThumbnailers.installed.thumbnailer(for: type) else {
                throw .unsupported(contentType: type, package: package)
            }
            let result = try thumbnailer.run(path, largest: target.largest, cancellation: cancellation)
            return try picture(result, target, cancellation, by: decoder)
        }
    }

    /// What a thumbnailer made.
    private static func picture(
        _ result: FileReader, _ target: DecodeTarget, _ cancellation: Cancellation,
        by decoder: some ThumbnailDecoder
    ) throws(DecodeError) -> DecodedPicture {
        do throws(DecodeError) {
            var picture = try decoder.decode(
                result, .photo, metadata: AssetMetadata(contentType: "image/png", kind: .photo),
                target: target, cancellation: cancellation)
            // Its size is not the file's.
            picture.originalSize = nil
            return picture
        } catch {
            switch error {
            case .failed, .cancelled: throw error
            case .tooLarge, .damaged, .unsupported, .unreadable: throw .damaged("")
            }
        }
    }

    /// The content type of a file, read from its bytes only where its metadata is not known.
    ///
    /// - Throws: `.unsupported` for a video, which no loader shows.
    static func pictureType(
        of file: FileReader, _ metadata: AssetMetadata?
    ) throws(DecodeError) -> String {
        let type: String
        if let metadata {
            type = metadata.contentType
        } else {
            do { type = ContentType.guess(bytes: try file.read(at: 0, count: 4096)) } catch {
                throw .unreadable(error)
            }
        }
        if type.hasPrefix("video/") { throw LoaderPackage.missing(for: type) }
        return type
    }
}

/// How large a decoded picture is wanted; smaller ones come as they are.
public enum DecodeTarget: Sendable, Equatable {
    /// Covers a square of so many pixels on a side.
    case filling(Int)
    /// Has room in this many pixels.
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

/// The Debian packages with loaders for what gdk-pixbuf alone does not know.
enum LoaderPackage {
    /// Nothing here shows files of this type; with the package that would.
    static func missing(for type: String) -> DecodeError {
        .unsupported(contentType: type, package: name(for: type))
    }

    private static func name(for type: String) -> String? {
        switch type {
        case "image/heif", "image/heic": "heif-gdk-pixbuf"
        case "image/avif": "libavif-gdk-pixbuf"
        case "image/webp": "webp-pixbuf-loader"
        case "image/svg+xml", "image/svg+xml-compressed": "librsvg2-common"
        default: type.hasPrefix("video/") ? "ffmpegthumbnailer" : nil
        }
    }
}

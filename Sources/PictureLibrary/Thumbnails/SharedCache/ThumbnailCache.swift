import CGlib
import GLibBridge
import Glibc

/// The thumbnails that programs share: the freedesktop.org thumbnail standard, version 0.9.
///
/// Everything here blocks and may run on any thread. Nothing is ever an error for the user: what cannot
/// be read is a miss, what cannot be written is left out.
public struct ThumbnailCache: Sendable {
    /// The folders of the standard, smallest first.
    public enum Size: Int, Sendable, CaseIterable, Comparable {
        case normal = 128
        case large = 256
        case extraLarge = 512
        case doubleExtraLarge = 1024

        var folder: String {
            switch self {
            case .normal: "normal"
            case .large: "large"
            case .extraLarge: "x-large"
            case .doubleExtraLarge: "xx-large"
            }
        }

        public static func < (left: Size, right: Size) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the cache knows of a file.
    public enum Entry: Sendable {
        /// A valid thumbnail, upright; `fills` says whether it is sharp enough for the side asked for.
        case thumbnail(PixelBuffer, fills: Bool)
        /// A program tried this very file and could not decode it.
        case failure
        case missing
    }

    /// The folder `thumbnails`.
    public let root: FilePath
    /// This program's folder in `fail`.
    let failures: String
    private let writing = WritingState()

    /// `program` is a name and a version, as the standard wants them for the folder in `fail`.
    public init(
        root: FilePath = UserFolders.cache.appending("thumbnails"), program: String = "pickture-0.1.0"
    ) {
        self.root = root
        failures = program
    }

    /// Why something could not be written, if that has happened.
    public var writeFailure: FileError? { writing.failure }

    /// Looks for a thumbnail that fills `side` x `side` pixels, the smallest that does; else the largest.
    /// Only what was made of the file as `status` describes it counts.
    public func entry(
        for path: FilePath, status: FileStatus, filling side: Int, decoder: some ThumbnailDecoder
    ) -> Entry {
        guard accepts(path) else { return .missing }
        let key = Key(path)
        var rough: PixelBuffer?
        for size in Size.allCases {
            guard let found = thumbnail(key, status, size)?.decoded(by: decoder) else { continue }
            if Self.fills(found.size, side: side, in: size) { return .thumbnail(found, fills: true) }
            rough = found
        }
        if let rough { return .thumbnail(rough, fills: false) }
        return hasFailure(key, status) ? .failure : .missing
    }

    /// Whether there is a valid thumbnail of this size or a larger one, or a failure.
    public func isKnown(_ path: FilePath, status: FileStatus, size: Size) -> Bool {
        guard accepts(path) else { return true }
        let key = Key(path)
        return Size.allCases.contains { $0 >= size && thumbnail(key, status, $0)?.isIntact == true }
            || hasFailure(key, status)
    }

    /// Stores a thumbnail unless a valid one is there; false where nothing was written.
    ///
    /// The picture is at least as large as `size` wants it, unless the original is smaller; `status` is what
    /// the file was before it was decoded.
    @discardableResult
    public func store(
        _ picture: DecodedPicture, of path: FilePath, status: FileStatus, contentType: String?, size: Size
    ) -> Bool {
        let key = Key(path)
        guard accepts(path), writing.isAllowed, thumbnail(key, status, size)?.isIntact != true else {
            return false
        }
        let pixels = picture.pixels
        let factor = min(1, Double(size.rawValue) / Double(pixels.size.longerSide))
        guard let scaled = pixels.scaled(to: pixels.size.scaled(by: factor)) else { return false }
        var texts = texts(key, status)
        if let contentType { texts.append(("Thumb::Mimetype", contentType)) }
        if let original = picture.originalSize {
            texts.append(("Thumb::Image::Width", String(original.width)))
            texts.append(("Thumb::Image::Height", String(original.height)))
        }
        guard let png = scaled.png(texts: texts) else { return false }
        return write(png, to: [size.folder], name: key.name)
    }

    /// Notes that the file's contents cannot be decoded. Never for what went wrong on our side.
    @discardableResult
    public func storeFailure(of path: FilePath, status: FileStatus) -> Bool {
        let key = Key(path)
        guard accepts(path), writing.isAllowed, !hasFailure(key, status) else { return false }
        guard let png = PixelBuffer.transparentPixel.png(texts: texts(key, status)) else { return false }
        return write(png, to: ["fail", failures], name: key.name)
    }

    /// The size that a thumbnail of a picture of this shape must have to fill `side` x `side` pixels.
    static func size(filling side: Int, shape: PixelSize?) -> Size {
        let candidates = Size.allCases.filter { $0 >= .large }
        guard let shape, shape.shorterSide > 0 else {
            return candidates.first { $0.rawValue >= side } ?? .doubleExtraLarge
        }
        return candidates.first { size in
            let factor = min(1, Double(size.rawValue) / Double(shape.longerSide))
            return fills(shape.scaled(by: factor), side: side, in: size)
        } ?? .doubleExtraLarge
    }

    /// A thumbnail may be enlarged by this much before a decode is worth more.
    private static let tolerance = 1.15

    private static func fills(_ thumbnail: PixelSize, side: Int, in size: Size) -> Bool {
        // One that does not use its size's room shows the whole of a small original.
        Double(thumbnail.shorterSide) * tolerance >= Double(side)
            || thumbnail.longerSide < size.rawValue * 9 / 10
    }

    /// The standard forbids thumbnails of thumbnails.
    private func accepts(_ path: FilePath) -> Bool {
        !path.bytes.starts(with: root.bytes + [UInt8(ascii: "/")])
    }

    /// The name that the standard gives to a file's thumbnails.
    struct Key {
        let uri: String
        let name: String

        init(_ path: FilePath) {
            uri = path.withCString { path in
                let file = g_file_new_for_path(path)
                defer { g_object_unref(UnsafeMutableRawPointer(file)) }
                let uri = g_file_get_uri(file)!
                defer { g_free(uri) }
                return String(cString: uri)
            }
            let digest = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)!
            defer { g_free(digest) }
            name = String(cString: digest) + ".png"
        }
    }

    // MARK: Reading

    /// Thumbnails are small; a larger file in the cache is not one.
    private static let largestFile = 16 << 20

    /// A file of the cache that says it is a thumbnail of the right picture. Its pixels are a matter for a
    /// decoder: any program may have written it.
    private struct StoredThumbnail {
        let file: FileReader
        let text: PNGText
        private let bytes: [UInt8]

        init?(_ path: FilePath) {
            guard let file = try? FileReader(path), (1...Int64(largestFile)).contains(file.size),
                let bytes = try? file.read(at: 0, count: Int(file.size)), let text = PNGText(bytes)
            else { return nil }
            self.file = file
            self.text = text
            self.bytes = bytes
        }

        /// Whether it is as it was written.
        var isIntact: Bool { PNGText.hasRightChecksums(bytes) }

        func decoded(by decoder: some ThumbnailDecoder) -> PixelBuffer? {
            let picture = try? decoder.decode(
                file, .photo, metadata: AssetMetadata(contentType: "image/png", kind: .photo),
                target: .fitting(PixelSize(width: text.width, height: text.height)),
                cancellation: Cancellation())
            return picture.flatMap { $0.isComplete ? $0.pixels : nil }
        }
    }

    private func thumbnail(_ key: Key, _ status: FileStatus, _ size: Size) -> StoredThumbnail? {
        guard let stored = StoredThumbnail(root.appending(size.folder).appending(key.name)),
            Self.isValid(stored.text, key, status),
            max(stored.text.width, stored.text.height) <= 2 * size.rawValue
        else { return nil }
        return stored
    }

    private func hasFailure(_ key: Key, _ status: FileStatus) -> Bool {
        [failures, "gnome-thumbnail-factory"].contains { program in
            let path = root.appending("fail").appending(program).appending(key.name)
            return StoredThumbnail(path).map { Self.isValid($0.text, key, status) } ?? false
        }
    }

    private static func isValid(_ png: PNGText, _ key: Key, _ status: FileStatus) -> Bool {
        guard png.texts["Thumb::URI"] == key.uri, let time = png.texts["Thumb::MTime"],
            isTime(time, of: status.modified)
        else { return false }
        guard let size = png.texts["Thumb::Size"] else { return true }
        return Int64(size) == status.size
    }

    /// Whether `text` is this time: whole seconds as GNOME and KDE write them, or with the fraction that
    /// tumbler adds.
    static func isTime(_ text: String, of nanoseconds: Int64) -> Bool {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let seconds = Int64(parts[0]) else { return false }
        if parts.count == 1 { return seconds == floorSeconds(nanoseconds) }
        guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
            let fraction = Int64((parts[1] + "000000000").prefix(9))
        else { return false }
        // Written with six digits out of a double, so the last microsecond is uncertain.
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (written, isBeyond) = whole.addingReportingOverflow(fraction)
        let (difference, isFar) = written.subtractingReportingOverflow(nanoseconds)
        return !isTooLong && !isBeyond && !isFar && (-2000...2000).contains(difference)
    }

    private static func floorSeconds(_ nanoseconds: Int64) -> Int64 {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0 ? seconds - 1 : seconds
    }

    // MARK: Writing

    private func texts(_ key: Key, _ status: FileStatus) -> [(String, String)] {
        [
            ("Thumb::URI", key.uri),
            ("Thumb::MTime", String(Self.floorSeconds(status.modified))),
            ("Thumb::Size", String(status.size)),
            ("Software", "Pickture"),
        ]
    }

    /// Folders are made anew where someone deleted them.
    private func write(_ bytes: [UInt8], to folders: [String], name: String) -> Bool {
        let folder = folders.reduce(root) { $0.appending($1) }
        do throws(FileError) {
            try folder.appending(name).replaceContents(with: bytes)
            return true
        } catch {
            return writing.failed(error.errno)
        }
    }
}

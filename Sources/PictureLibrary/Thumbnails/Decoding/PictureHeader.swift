import GLibBridge

/// What the first bytes of a picture claim, read without a decoder: decoders of some formats take the
/// memory for all pixels before anyone can object.
struct PictureHeader {
    enum Format { case jpeg, png, gif, webp, bmp, tiff, heif, xpm, other }

    var format = Format.other
    /// As stored, before any turn; of several pictures in the file the largest.
    var size: PixelSize?
    /// More than one pass over the picture, so that a decoder keeps all of it.
    var isKeptWhole = false
    /// Where in the file the picture begins.
    let start: Int64
    /// Where in the file a JPEG's picture data begins.
    var scan: Int64?

    /// Where in the file the colour profile of a JPEG or PNG lies, in the order of its pieces.
    var profile: [Range<Int64>] = []

    /// The library that decodes it, where that is not left to gdk-pixbuf.
    var codec: ImageCodec? {
        switch format {
        case .jpeg: .jpeg
        case .png: .png
        default: nil
        }
    }

    /// Looks at `file` within bounds, whatever it claims.
    init(of file: FileReader, from start: Int64 = 0) throws(FileError) {
        self.start = start
        let head = try file.read(at: start, count: 64)
        func starts(_ text: String, at offset: Int = 0) -> Bool {
            head.count >= offset + text.utf8.count && head[offset...].starts(with: text.utf8)
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
            try walkSegments(of: file)
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            format = .png
            size = Self.size(head.bigEndian(at: 16, bytes: 4), head.bigEndian(at: 20, bytes: 4))
            isKeptWhole = head.count > 28 && head[28] != 0
            try walkChunks(of: file)
        } else if starts("GIF8") {
            format = .gif
            size = Self.size(head.littleEndian(at: 6, bytes: 2), head.littleEndian(at: 8, bytes: 2))
        } else if starts("RIFF"), starts("WEBP", at: 8) {
            format = .webp
            size = Self.webpSize(head)
        } else if starts("BM") {
            format = .bmp
            let height = head.littleEndian(at: 22, bytes: 4).map { Int(Int32(truncatingIfNeeded: $0)) }
            size = Self.size(head.littleEndian(at: 18, bytes: 4), height.map(abs))
        } else if starts("II*\0") || starts("MM\0*") {
            format = .tiff
            try readDirectory(of: file, head: head)
        } else if starts("/* XPM */") {
            format = .xpm
        } else if starts("ftyp", at: 4) {
            format = .heif
            try readItemSizes(of: file)
        }
    }

    private static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
        guard let width, let height else { return nil }
        return PixelSize(width: width, height: height)
    }

    private static func webpSize(_ head: [UInt8]) -> PixelSize? {
        switch String(decoding: head.dropFirst(12).prefix(4), as: UTF8.self) {
        case "VP8X":
            return size(
                head.littleEndian(at: 24, bytes: 3).map { $0 + 1 },
                head.littleEndian(at: 27, bytes: 3).map { $0 + 1 })
        case "VP8L":
            guard let bits = head.littleEndian(at: 21, bytes: 4) else { return nil }
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        default:
            return size(
                head.littleEndian(at: 26, bytes: 2).map { $0 & 0x3FFF },
                head.littleEndian(at: 28, bytes: 2).map { $0 & 0x3FFF })
        }
    }

    /// Steps over a JPEG's segments up to the picture data.
    private mutating func walkSegments(of file: FileReader) throws(FileError) {
        var offset = start + 2
        var components = 0
        var pieces: [(number: UInt8, range: Range<Int64>)] = []
        for _ in 0..<2000 {
            let segment = try file.read(at: offset, count: 18)
            guard segment.count >= 10 else { return }
            // Anything between segments is filler.
            guard segment[0] == 0xFF, segment[1] != 0xFF else {
                offset += 1
                continue
            }
            let marker = segment[1]
            if marker == 0xDA {
                scan = offset
                // One scan a component.
                if Int(segment[4]) < components { isKeptWhole = true }
                profile = pieces.sorted { $0.number < $1.number }.map(\.range)
                return
            }
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                size = Self.size(segment.bigEndian(at: 7, bytes: 2), segment.bigEndian(at: 5, bytes: 2))
                components = Int(segment[9])
                isKeptWhole = ![0xC0, 0xC1, 0xC9].contains(marker)
            }
            let isBare = marker == 0x01 || (0xD0...0xD8).contains(marker)
            let end = offset + (isBare ? 2 : 2 + Int64(max(2, segment.bigEndian(at: 2, bytes: 2) ?? 2)))
            if marker == 0xE2, segment.dropFirst(4).starts(with: "ICC_PROFILE\0".utf8), segment.count == 18,
                end > offset + 18
            {
                pieces.append((segment[16], offset + 18..<end))
            }
            offset = end
        }
    }

    /// Steps over a PNG's chunks up to the picture data.
    private mutating func walkChunks(of file: FileReader) throws(FileError) {
        var offset = start + 8
        for _ in 0..<64 {
            let chunk = try file.read(at: offset, count: 8)
            guard chunk.count == 8, let length = chunk.bigEndian(at: 0, bytes: 4) else { return }
            let end = offset + 8 + Int64(length)
            if chunk[4...].elementsEqual("iCCP".utf8) { profile = [offset + 8..<end] }
            if chunk[4...].elementsEqual("IDAT".utf8) { return }
            offset = end + 4
        }
    }

    /// The sides in a TIFF's first directory.
    private mutating func readDirectory(of file: FileReader, head: [UInt8]) throws(FileError) {
        let isLittle = head[0] == UInt8(ascii: "I")
        func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
            isLittle
                ? bytes.littleEndian(at: offset, bytes: count) : bytes.bigEndian(at: offset, bytes: count)
        }
        guard let start = number(head, 4, 4) else { return }
        let directory = try file.read(at: Int64(start), count: 2 + 12 * 200)
        guard let count = number(directory, 0, 2) else { return }
        var sides: [Int: Int] = [:]
        for entry in 0..<min(count, 200) {
            let at = 2 + 12 * entry
            guard let tag = number(directory, at, 2), tag == 256 || tag == 257 else { continue }
            let isShort = number(directory, at + 2, 2) == 3
            sides[tag] = number(directory, at + 8, isShort ? 2 : 4)
        }
        size = Self.size(sides[256], sides[257])
    }

    /// The largest `ispe` property in the `meta` box of a HEIF or AVIF file.
    private mutating func readItemSizes(of file: FileReader) throws(FileError) {
        var offset: Int64 = 0
        for _ in 0..<64 {
            let box = try file.read(at: offset, count: 16)
            guard var length = box.bigEndian(at: 0, bytes: 4) else { return }
            if length == 1 { length = box.bigEndian(at: 8, bytes: 8) ?? 0 }
            if box.dropFirst(4).starts(with: "meta".utf8) {
                let meta = try file.read(at: offset, count: min(length > 0 ? length : 1 << 20, 1 << 20))
                for at in 0..<max(0, meta.count - 16) where meta[at] == UInt8(ascii: "i") {
                    guard meta[at...].starts(with: "ispe".utf8),
                        let found = Self.size(
                            meta.bigEndian(at: at + 8, bytes: 4), meta.bigEndian(at: at + 12, bytes: 4))
                    else { continue }
                    if found.pixelCount > size?.pixelCount ?? 0 { size = found }
                }
                return
            }
            guard length >= 8 else { return }
            let (next, overflow) = offset.addingReportingOverflow(Int64(length))
            guard !overflow else { return }
            offset = next
        }
    }
}

extension [UInt8] {
    /// An unsigned number, or nil where the bytes end before it or it does not fit.
    fileprivate func bigEndian(at offset: Int, bytes: Int) -> Int? {
        guard offset + bytes <= count else { return nil }
        return Int(exactly: self[offset..<offset + bytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    fileprivate func littleEndian(at offset: Int, bytes: Int) -> Int? {
        guard offset + bytes <= count else { return nil }
        return Int(
            exactly: self[offset..<offset + bytes].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

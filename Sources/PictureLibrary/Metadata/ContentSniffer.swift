import GLibBridge

/// Tells from a file's first bytes what it is, in shared-mime-info's names.
enum ContentSniffer {
    /// Which reader understands the file.
    enum Container {
        case jpeg, png, gif, bmp, webp, tiff, fujiRaw, canonRaw, photoshop, heif, movie, jpegXL, matroska, svg
        case compressedSVG
        /// A picture or video that none of ours reads.
        case unread
    }

    struct Verdict {
        let contentType: String
        let container: Container
    }

    /// - Throws: `.notAPicture` with what the bytes are instead.
    static func judge(_ source: ByteSource, _ path: FilePath) throws(MetadataError) -> Verdict {
        let head = source.bytes(at: 0, upTo: 4096)
        if let verdict = ownVerdict(head, source, path) { return verdict }
        let guess = head.isEmpty ? "application/x-zerosize" : ContentType.guess(bytes: Array(head.bytes))
        // What carries a picture's name but only text in it can't be shown.
        guard guess.hasPrefix("image/") || guess.hasPrefix("video/"), !guess.hasPrefix("image/svg") else {
            throw .notAPicture(contentType: guess)
        }
        return Verdict(contentType: guess, container: .unread)
    }

    private static func ownVerdict(_ head: ByteSlice, _ source: ByteSource, _ path: FilePath) -> Verdict? {
        func verdict(_ type: String, _ container: Container) -> Verdict {
            Verdict(contentType: type, container: container)
        }
        guard let first = head[0] else { return nil }
        switch first {
        case 0xFF where head[1] == 0xD8 && head[2] == 0xFF: return verdict("image/jpeg", .jpeg)
        case 0xFF where head[1] == 0x0A && head[2] != nil: return verdict("image/jxl", .jpegXL)
        case 0x89 where head.starts(with: "PNG", at: 1): return verdict("image/png", .png)
        case UInt8(ascii: "G") where head.starts(with: "GIF8"): return verdict("image/gif", .gif)
        case UInt8(ascii: "B") where head.starts(with: "BM"):
            let size = head.integer32(14, .little) ?? 0
            return (12...256).contains(size) ? verdict("image/bmp", .bmp) : nil
        case UInt8(ascii: "R") where head.starts(with: "RIFF") && head.starts(with: "WEBP", at: 8):
            return verdict("image/webp", .webp)
        case UInt8(ascii: "I"), UInt8(ascii: "M"):
            return tiffType(head, name: path.name).map { verdict($0, .tiff) }
        case UInt8(ascii: "F") where head.starts(with: "FUJIFILMCCD-RAW"):
            return verdict("image/x-fuji-raf", .fujiRaw)
        case UInt8(ascii: "8") where head.starts(with: "8BPS\0\u{1}"):
            return verdict("image/vnd.adobe.photoshop", .photoshop)
        case 0x1A where head.integer32(0, .big) == 0x1A45_DFA3:
            switch MatroskaFile.documentType(source) {
            case "webm": return verdict("video/webm", .matroska)
            case "matroska", nil: return verdict("video/x-matroska", .matroska)
            default: return nil
            }
        case 0x1F where head[1] == 0x8B:
            let text = source.unpacked(head, .gzip, limit: SVGFile.headLimit)
            return SVGFile.rootElement(text) == nil
                ? nil : verdict("image/svg+xml-compressed", .compressedSVG)
        default: break
        }
        if head.starts(with: "JXL \r\n", at: 4) { return verdict("image/jxl", .jpegXL) }
        if let boxes = boxType(head) { return boxes }
        let text = source.bytes(at: 0, upTo: SVGFile.headLimit)
        return SVGFile.rootElement(text) == nil ? nil : verdict("image/svg+xml", .svg)
    }

    /// Raw formats are TIFF files; where the magic number does not tell which, their names may.
    private static func tiffType(_ head: ByteSlice, name: [UInt8]) -> String? {
        let order: ByteOrder = head.starts(with: "II") ? .little : .big
        guard head.starts(with: "II") || head.starts(with: "MM"), let magic = head.integer16(2, order) else {
            return nil
        }
        switch magic {
        case 0x2A where head.starts(with: "CR\u{2}", at: 8): return "image/x-canon-cr2"
        case 0x2A:
            let named = ContentType.guess(name: name)
            return ContentType.isA(named, "image/tiff") ? named : "image/tiff"
        case 0x2B: return "image/tiff"
        case 0x4F52, 0x5352: return "image/x-olympus-orf"
        case 0x55: return "image/x-panasonic-rw2"
        default: return nil
        }
    }

    private static func boxType(_ head: ByteSlice) -> Verdict? {
        guard let size = head.integer32(0, .big), let name = head.fourCC(4) else { return nil }
        let quickTime = Verdict(contentType: "video/quicktime", container: .movie)
        switch name {
        case "ftyp": break
        // Files from before brands were: what a movie may begin with.
        case "moov", "mdat", "wide", "free", "skip", "pnot": return size == 1 || size >= 8 ? quickTime : nil
        default: return nil
        }
        let end = min(Int(size), head.count)
        let brands = ([8] + Array(stride(from: 16, to: max(16, end - 3), by: 4))).compactMap {
            head.fourCC($0)
        }
        func has(_ names: Set<FourCC>) -> Bool { brands.contains { names.contains($0) } }
        let major = brands.first
        switch major {
        case "qt  ": return quickTime
        case "avif", "avis": return Verdict(contentType: "image/avif", container: .heif)
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs":
            return Verdict(contentType: "image/heif", container: .heif)
        case "mif1", "mif2", "msf1", "miaf":
            let isAVIF = has(["avif", "avis"]) && !has(["heic", "heix", "hevc"])
            return Verdict(contentType: isAVIF ? "image/avif" : "image/heif", container: .heif)
        case "crx ": return Verdict(contentType: "image/x-canon-cr3", container: .canonRaw)
        // Sound and documents in the same boxes.
        case "M4A ", "M4B ", "M4P ", "F4A ", "aax ", "jp2 ", "jpx ", "jpm ", "mjp2": return nil
        case "3gp4", "3gp5", "3gp6", "3gp7", "3ge6", "3gg6", "3gr6", "3gs6":
            return Verdict(contentType: "video/3gpp", container: .movie)
        case "3g2a", "3g2b", "3g2c": return Verdict(contentType: "video/3gpp2", container: .movie)
        default: return Verdict(contentType: "video/mp4", container: .movie)
        }
    }
}

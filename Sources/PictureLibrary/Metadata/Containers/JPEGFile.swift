import GLibBridge

/// JPEG (ITU-T T.81): segments up to the first scan, and the further pictures of a Multi-Picture file.
enum JPEGFile {
    private enum Marker {
        static let endOfImage: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
        static let exifOrXMP: UInt8 = 0xE1
        static let multiPicture: UInt8 = 0xE2
        static let photoshop: UInt8 = 0xED
    }

    static func read(_ source: ByteSource, into findings: inout Findings) {
        var gainMapList: Int64?
        forEachSegment(of: source) { marker, offset, length in
            switch marker {
            case Marker.exifOrXMP:
                readApplication1(source, at: offset, length: length, into: &findings)
            case Marker.multiPicture:
                let head = source.bytes(at: offset, upTo: min(length, 32))
                if head.starts(with: "MPF\0") { gainMapList = offset + 4 }
                if head.starts(with: "urn:iso:std:iso:ts:21496:-1\0") { findings.subtypes.insert(.hdr) }
            case Marker.photoshop:
                guard let block = source.bytes(at: offset, count: length),
                    block.starts(with: "Photoshop 3.0\0"), findings.iptc == nil
                else { break }
                findings.iptc = PhotoshopResources.iptc(in: block.rest(from: 14))
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                guard findings.size == nil, let frame = source.bytes(at: offset, count: 6),
                    let height = frame.integer16(1, .big), let width = frame.integer16(3, .big),
                    let size = PixelSize(positive: width, height)
                else { break }
                let isArithmetic = marker > 0xC8
                findings.size = isArithmetic || isPlausible(size, in: source) ? size : nil
            case Marker.startOfScan: findings.scanStart = offset
            default: break
            }
        }
        if let gainMapList, !findings.subtypes.contains(.hdr) {
            readMultiPicture(source, listAt: gainMapList, into: &findings)
        }
    }

    /// A Huffman-coded block of 8 by 8 pixels takes a bit at least, and samples are shared by at most four
    /// by four pixels: a header that claims more than the file can hold is a lie.
    private static func isPlausible(_ size: PixelSize, in source: ByteSource) -> Bool {
        Int64(size.pixelCount) / (16 * 64 * 8) <= source.count
    }

    /// Calls `body` with each segment's marker and contents until a scan begins or the structure ends.
    private static func forEachSegment(of source: ByteSource, _ body: (UInt8, Int64, Int) -> Void) {
        var offset: Int64 = 2
        for _ in 0..<4096 {
            guard let head = source.bytes(at: offset, count: 2), head[0] == 0xFF, let marker = head[1] else {
                return
            }
            if marker == 0xFF {
                offset += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                offset += 2
                continue
            }
            guard marker != Marker.endOfImage,
                let length = source.bytes(at: offset + 2, count: 2)?.integer16(0, .big), length >= 2
            else { return }
            body(marker, offset + 4, Int(length) - 2)
            if marker == Marker.startOfScan { return }
            offset += 2 + Int64(length)
        }
    }

    private static func readApplication1(
        _ source: ByteSource, at offset: Int64, length: Int, into findings: inout Findings
    ) {
        let head = source.bytes(at: offset, upTo: min(length, 32))
        if head.starts(with: "Exif\0"), findings.exif == nil, length > 6 {
            // A segment that the file's end cuts off may still hold what is needed.
            findings.exif = source.part(at: offset + 6, upTo: Int64(length) - 6)
        } else if head.starts(with: "http://ns.adobe.com/xap/1.0/\0"),
            let packet = source.bytes(at: offset + 29, count: length - 29)
        {
            findings.xmp.append(packet)
        }
    }

    /// CIPA DC-007: what the pictures behind the first one are for.
    private static func readMultiPicture(
        _ source: ByteSource, listAt base: Int64, into findings: inout Findings
    ) {
        guard let list = source.part(at: base, count: source.count - base),
            let file = TIFFFile(list), let directory = file.directory(at: file.firstDirectory),
            let entries = directory[0xB002]?.data
        else { return }
        for index in 1..<max(2, min(entries.count / 16, 8)) {
            guard let offset = entries.integer32(index * 16 + 8, file.order), offset > 0,
                let picture = source.part(
                    at: base + Int64(offset), count: source.count - base - Int64(offset)),
                isJPEG(picture)
            else { continue }
            forEachSegment(of: picture) { marker, offset, length in
                guard marker == Marker.exifOrXMP, let block = picture.bytes(at: offset, count: length),
                    block.starts(with: "http://ns.adobe.com/xap/1.0/\0")
                else { return }
                if block.index(of: "hdrgainmap") != nil || block.index(of: "hdrgm:") != nil {
                    findings.subtypes.insert(.hdr)
                }
                if block.index(of: "disparity") != nil || block.index(of: "aux:depth") != nil {
                    findings.subtypes.insert(.depth)
                }
            }
        }
    }

    /// Whether a JPEG begins here.
    static func isJPEG(_ source: ByteSource, at offset: Int64 = 0) -> Bool {
        guard let head = source.bytes(at: offset, count: 2) else { return false }
        return head[0] == 0xFF && head[1] == 0xD8
    }

    /// Size and coding of the JPEG at the start of `source`, if an ordinary decoder understands it.
    static func isDecodable(_ source: ByteSource) -> Bool {
        var isDecodable = false
        guard isJPEG(source) else { return false }
        forEachSegment(of: source) { marker, _, _ in
            if marker == 0xC0 || marker == 0xC1 || marker == 0xC2 { isDecodable = true }
        }
        return isDecodable
    }
}

/// The image resource blocks that Photoshop puts into APP13 and TIFF.
enum PhotoshopResources {
    static func iptc(in block: ByteSlice) -> ByteSlice? {
        var offset = 0
        for _ in 0..<256 {
            guard block.starts(with: "8BIM", at: offset), let identifier = block.integer16(offset + 4, .big),
                let nameLength = block[offset + 6]
            else { return nil }
            let sizePlace = offset + 6 + (Int(nameLength) + 2) / 2 * 2
            guard let size = block.integer32(sizePlace, .big) else { return nil }
            if identifier == 0x0404 { return block.part(sizePlace + 4, Int(size)) }
            offset = sizePlace + 4 + (Int(size) + 1) / 2 * 2
        }
        return nil
    }
}

import GLibBridge

/// PNG (third edition) and APNG: chunks up to the picture data, and a few behind it.
enum PNGFile {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        guard isPNG(source) else { return }
        var offset: Int64 = 8
        // Encoders may put EXIF behind the picture, but not every chunk of a large one is worth a look.
        var chunksLeftAfterData = 64
        var hasSeenData = false
        for _ in 0..<1024 {
            guard let head = source.bytes(at: offset, count: 8), let length = head.integer32(0, .big),
                length <= Int32.max, let name = head.fourCC(4)
            else { return }
            let data = offset + 8
            switch name {
            case "IHDR": readHeader(source.bytes(at: data, upTo: 13), source, into: &findings)
            case "acTL": if !hasSeenData { findings.subtypes.insert(.animated) }
            case "eXIf" where findings.exif == nil:
                findings.exif = source.part(at: data, upTo: Int64(length))
            case "iTXt" where length <= 1 << 20:
                if let text = source.bytes(at: data, count: Int(length)), let packet = xmp(text, source) {
                    findings.xmp.append(packet)
                }
            case "tEXt", "zTXt":
                guard findings.exif == nil, length <= 1 << 20,
                    let text = source.bytes(at: data, count: Int(length))
                else { break }
                findings.exif = rawProfile(text, source, isCompressed: name == "zTXt")
                    .map { ByteSource($0) }
            case "IDAT": hasSeenData = true
            case "IEND": return
            default: break
            }
            if hasSeenData {
                chunksLeftAfterData -= 1
                if chunksLeftAfterData == 0 { return }
            }
            offset = data + Int64(length) + 4
        }
    }

    private static func isPNG(_ source: ByteSource) -> Bool {
        source.bytes(at: 0, upTo: 8).bytes.elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    }

    private static func readHeader(_ header: ByteSlice, _ source: ByteSource, into findings: inout Findings) {
        guard let width = header.integer32(0, .big), let height = header.integer32(4, .big),
            let depth = header[8], let size = PixelSize(positive: width, height)
        else { return }
        // Deflate packs 1032 to 1 at most: a header that claims more than the file can hold is a lie.
        let (bits, overflow) = size.pixelCount.multipliedReportingOverflow(by: max(1, Int(depth)))
        if !overflow, Int64(bits) / 8 / 1032 <= source.count { findings.size = size }
    }

    /// The XMP packet of an `iTXt` chunk, if that is what it holds.
    private static func xmp(_ text: ByteSlice, _ source: ByteSource) -> ByteSlice? {
        guard text.starts(with: "XML:com.adobe.xmp\0"), let isCompressed = text[18] else { return nil }
        var place = 20
        for _ in 0..<2 {  // Language and translated keyword.
            guard let end = text.rest(from: place).index(of: "\0") else { return nil }
            place += end + 1
        }
        let packet = text.rest(from: place)
        if isCompressed == 0 { return packet }
        return source.unpacked(packet, .zlib, limit: 1 << 20)
    }

    /// ImageMagick's way from before `eXIf`: the block in hexadecimal under a name of its own.
    private static func rawProfile(
        _ text: ByteSlice, _ source: ByteSource, isCompressed: Bool
    ) -> ByteSlice? {
        guard text.starts(with: "Raw profile type exif\0") || text.starts(with: "Raw profile type APP1\0")
        else { return nil }
        let packed = text.rest(from: isCompressed ? 23 : 22)
        let plain = isCompressed ? source.unpacked(packed, .zlib, limit: 512 << 10) : packed
        // A line feed, the name, a line feed, the length, a line feed, then the digits.
        let lines = plain.bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
        guard lines.count > 2 else { return nil }
        let digits = lines[2...].joined().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        let block = ByteSlice(
            stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
        return block.starts(with: "Exif\0\0") ? block.rest(from: 6) : block
    }
}

import GLibBridge

/// JPEG XL (ISO/IEC 18181): the head of the codestream, bare or in its container.
enum JPEGXLFile {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        findings.turnsItself = true
        if source.bytes(at: 0, count: 1)?[0] == 0xFF {
            readCodestream(source.bytes(at: 0, upTo: 64), into: &findings)
            return
        }
        for box in ISOBox.boxes(in: source) {
            switch box.name {
            case "jxlc" where findings.size == nil:
                readCodestream(box.content.bytes(at: 0, upTo: 64), into: &findings)
            case "jxlp" where findings.size == nil:
                readCodestream(box.content.bytes(at: 4, upTo: 64), into: &findings)
            case "Exif":
                guard let skip = box.content.bytes(at: 0, count: 4)?.integer32(0, .big) else { break }
                findings.exif = box.content.part(at: 4 + Int64(skip), upTo: .max)
            case "xml ": if let packet = box.bytes() { findings.xmp.append(packet) }
            default: break
            }
        }
    }

    private static func readCodestream(_ bytes: ByteSlice, into findings: inout Findings) {
        guard bytes[0] == 0xFF, bytes[1] == 0x0A else { return }
        var bits = BitReader(bytes: bytes, place: 16)
        guard var size = sizeHeader(&bits), let allDefault = bits.next(1) else { return }
        if allDefault == 0, bits.next(1) == 1 {
            guard let orientation = bits.next(3) else { return }
            if orientation >= 4 { size = size.transposed }
            if bits.next(1) == 1 { _ = sizeHeader(&bits) }
            if bits.next(1) == 1 { skipPreviewHeader(&bits) }
            if bits.next(1) == 1 { findings.subtypes.insert(.animated) }
        }
        findings.size = size
    }

    private static func sizeHeader(_ bits: inout BitReader) -> PixelSize? {
        guard let isSmall = bits.next(1) else { return nil }
        func side(_ bits: inout BitReader) -> UInt64? {
            isSmall == 1 ? bits.next(5).map { ($0 + 1) * 8 } : bits.choice([9, 13, 18, 30]).map { $0 + 1 }
        }
        guard let height = side(&bits), let ratio = bits.next(3) else { return nil }
        let ratios: [(UInt64, UInt64)] = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        if ratio == 0 { return side(&bits).flatMap { PixelSize(positive: $0, height) } }
        let (across, down) = ratios[Int(ratio) - 1]
        return PixelSize(positive: height * across / down, height)
    }

    private static func skipPreviewHeader(_ bits: inout BitReader) {
        guard let isDivided = bits.next(1) else { return }
        func skipSide(_ bits: inout BitReader) {
            if isDivided == 1 {
                guard let choice = bits.next(2), choice >= 2 else { return }
                _ = bits.next(choice == 2 ? 5 : 9)
            } else {
                _ = bits.choice([6, 8, 10, 12])
            }
        }
        skipSide(&bits)
        if bits.next(3) == 0 { skipSide(&bits) }
    }

    /// Reads bits from the lowest of each byte up.
    private struct BitReader {
        let bytes: ByteSlice
        var place: Int

        mutating func next(_ count: Int) -> UInt64? {
            var value: UInt64 = 0
            for index in 0..<count {
                guard let byte = bytes[place / 8] else { return nil }
                value |= UInt64(byte >> UInt8(place % 8) & 1) << UInt64(index)
                place += 1
            }
            return value
        }

        /// A number whose width is chosen by two bits.
        mutating func choice(_ widths: [Int]) -> UInt64? {
            next(2).flatMap { next(widths[Int($0)]) }
        }
    }
}

import GLibBridge

/// GIF 87a and 89a: the screen's size, and whether there is a second frame.
enum GIFFile {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        guard let screen = source.bytes(at: 0, count: 13), let width = screen.integer16(6, .little),
            let height = screen.integer16(8, .little), let flags = screen[10]
        else { return }
        var walk = Walk(source: source, offset: 13 + colourTable(flags))
        guard let frame = walk.nextFrame() else { return }
        // LZW packs 4096 pixels into a code of 9 bits or more: a claim beyond that can't be shown.
        let most = source.count.multipliedReportingOverflow(by: 4096).partialValue
        if let size = PixelSize(positive: width, height), size.pixelCount <= most, frame.pixelCount <= most {
            findings.size = size
        }
        if walk.skipFrame(), walk.nextFrame() != nil || walk.isLong && walk.repeats {
            findings.subtypes.insert(.animated)
        }
    }

    private static func colourTable(_ flags: UInt8) -> Int64 {
        flags & 0x80 == 0 ? 0 : 3 << Int64(flags & 7 + 1)
    }

    private struct Walk {
        let source: ByteSource
        var offset: Int64
        var repeats = false
        /// The first frame went on beyond what is looked at.
        var isLong = false

        /// Skips extensions up to a frame, and says its size; stays at its data.
        mutating func nextFrame() -> PixelSize? {
            for _ in 0..<256 {
                guard let kind = source.bytes(at: offset, count: 1)?[0] else { return nil }
                if kind == 0x2C {
                    guard let frame = source.bytes(at: offset, count: 11), let flags = frame[9],
                        let width = frame.integer16(5, .little), let height = frame.integer16(7, .little)
                    else { return nil }
                    offset += 11 + GIFFile.colourTable(flags)
                    return PixelSize(width: Int(width), height: Int(height))
                }
                guard kind == 0x21 else { return nil }
                let name = source.bytes(at: offset + 3, upTo: 11)
                if name.starts(with: "NETSCAPE2.0") { repeats = true }
                offset += 2
                guard skipBlocks(4096) else { return nil }
            }
            return nil
        }

        mutating func skipFrame() -> Bool { skipBlocks(16_384) }

        private mutating func skipBlocks(_ limit: Int) -> Bool {
            for _ in 0..<limit {
                guard let length = source.bytes(at: offset, count: 1)?[0] else { return false }
                offset += 1 + Int64(length)
                if length == 0 { return true }
            }
            isLong = true
            return repeats
        }
    }
}

/// Windows bitmaps: the size in the header, as far as the file can hold it.
enum BMPFile {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        guard let head = source.bytes(at: 14, count: 12), let headerSize = head.integer32(0, .little) else {
            return
        }
        let size: PixelSize?
        var bitsPerPixel = 1
        var packs = false
        if headerSize == 12 {
            guard let width = head.integer16(4, .little), let height = head.integer16(6, .little) else {
                return
            }
            size = PixelSize(positive: width, height)
            bitsPerPixel = Int(head.integer16(10, .little) ?? 1)
        } else {
            guard let rest = source.bytes(at: 14, count: 20), let width = rest.integer32(4, .little),
                let height = rest.integer32(8, .little)
            else { return }
            // A negative height means that the top row comes first.
            size = PixelSize(positive: Int32(bitPattern: width), Int32(bitPattern: height).magnitude)
            bitsPerPixel = Int(rest.integer16(14, .little) ?? 1)
            packs = ![0, 3, 6].contains(rest.integer32(16, .little))
        }
        guard let size else { return }
        let bits = Int64(size.pixelCount).multipliedReportingOverflow(by: Int64(max(1, bitsPerPixel)))
        if packs || !bits.overflow && bits.partialValue / 8 <= source.count { findings.size = size }
    }
}

/// WebP: the chunks of the RIFF file.
enum WebPFile {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        var canvas: PixelSize?
        var offset: Int64 = 12
        for _ in 0..<256 {
            guard let head = source.bytes(at: offset, count: 8), let name = head.fourCC(0),
                let length = head.integer32(4, .little)
            else { return }
            let data = offset + 8
            switch name {
            case "VP8X":
                guard let header = source.bytes(at: data, count: 10), let flags = header[0],
                    let width = header.integer(4, 3, .little), let height = header.integer(7, 3, .little)
                else { return }
                canvas = PixelSize(positive: width + 1, height + 1)
                if flags & 0x02 != 0 { findings.subtypes.insert(.animated) }
            case "VP8 ":
                let frame = source.bytes(at: data, upTo: 10)
                guard let width = frame.integer16(6, .little), let height = frame.integer16(8, .little) else {
                    return
                }
                findings.size = canvas ?? PixelSize(positive: width & 0x3FFF, height & 0x3FFF)
                if canvas == nil { return }
            case "VP8L":
                guard let bits = source.bytes(at: data, upTo: 5).integer32(1, .little) else { return }
                findings.size = canvas ?? PixelSize(positive: bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
                if canvas == nil { return }
            case "ANMF": findings.size = canvas
            case "EXIF" where findings.exif == nil:
                // Some encoders keep the six bytes that precede the block in a JPEG.
                let prefix: Int64 = source.bytes(at: data, upTo: 6).starts(with: "Exif\0\0") ? 6 : 0
                findings.exif = source.part(at: data + prefix, upTo: Int64(length) - prefix)
            case "XMP " where length <= 1 << 20:
                if let packet = source.bytes(at: data, count: Int(length)) { findings.xmp.append(packet) }
            default: break
            }
            offset = data + Int64(length) + Int64(length & 1)
        }
    }
}

import GLibBridge

/// TIFF and the raw formats built on it: size, previews, and the metadata tags as an EXIF block.
enum TIFFPicture {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        guard let file = TIFFFile(source), let first = file.directory(at: file.firstDirectory) else { return }
        if first[TIFFTag.dngVersion] != nil { findings.contentType = "image/x-adobe-dng" }
        // No picture has thousands of samples a pixel; headers that say so are made to break decoders.
        if (1...64).contains(first.integer(TIFFTag.samplesPerPixel) ?? 1),
            let width = first.integer(TIFFTag.width), let height = first.integer(TIFFTag.height)
        {
            findings.size = PixelSize(positive: width, height)
        }
        findings.exif = compactBlock(file, first)
        if let packet = first[TIFFTag.xmp]?.data { findings.xmp.append(packet) }
        findings.iptc = first[TIFFTag.iptc]?.data
        if findings.contentType != "image/tiff" { findings.preview = largestPreview(in: file) }
    }

    /// A block that holds only what libexif is asked for, since a TIFF file's own directories may lie
    /// anywhere in many megabytes.
    private static func compactBlock(_ file: TIFFFile, _ first: TIFFDirectory) -> ByteSlice {
        var block = EXIFBlockWriter(order: file.order)
        var main = [TIFFTag.make, TIFFTag.model, TIFFTag.orientation].compactMap { tag in
            first[tag].map { (tag, $0) }
        }
        func addDirectory(_ pointer: UInt16, _ tags: [UInt16]) {
            guard let offset = first.integer(pointer), let directory = file.directory(at: offset) else {
                return
            }
            let fields = tags.compactMap { tag in directory[tag].map { (tag, $0) } }
            guard !fields.isEmpty else { return }
            main.append((pointer, block.pointer(to: block.append(fields))))
        }
        addDirectory(TIFFTag.exifDirectory, EXIFTags.wantedInExif)
        addDirectory(TIFFTag.gpsDirectory, EXIFTags.wantedInGPS)
        return block.finish(main)
    }

    /// The JPEG in a raw file that has the most bytes and that an ordinary decoder understands.
    private static func largestPreview(in file: TIFFFile) -> Range<Int64>? {
        var candidates: [(offset: Int64, length: Int64)] = []
        for directory in file.allDirectories() {
            if let offset = directory.integer(TIFFTag.jpegOffset),
                let length = directory.integer(TIFFTag.jpegLength)
            {
                candidates.append((offset, length))
            }
            let holdsJPEG = [6, 7].contains(directory.integer(TIFFTag.compression))
            if holdsJPEG, let offsets = directory[TIFFTag.stripOffsets]?.integers, offsets.count == 1,
                let length = directory.integer(TIFFTag.stripByteCounts)
            {
                candidates.append((offsets[0], length))
            }
        }
        let found = candidates.sorted { $0.length > $1.length }.first { candidate in
            guard let part = file.source.part(at: candidate.offset, count: candidate.length) else {
                return false
            }
            return JPEGFile.isDecodable(part)
        }
        return found.flatMap { file.source.fileRange($0.offset, $0.length) }
    }
}

/// Writes a small TIFF structure of fields copied from a larger one.
private struct EXIFBlockWriter {
    private let order: ByteOrder
    private var bytes: [UInt8]

    init(order: ByteOrder) {
        self.order = order
        bytes = order == .little ? [0x49, 0x49, 0x2A, 0, 0, 0, 0, 0] : [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 0]
    }

    /// Appends a directory and says where it begins.
    mutating func append(_ fields: [(tag: UInt16, field: TIFFField)]) -> UInt32 {
        var entries: [UInt8] = number(UInt64(fields.count), 2)
        for (tag, field) in fields {
            entries += number(UInt64(tag), 2) + number(UInt64(field.type), 2)
            entries += number(UInt64(field.count), 4)
            if field.data.count <= 4 {
                entries += Array(field.data.bytes) + Array(repeating: 0, count: 4 - field.data.count)
            } else {
                entries += number(UInt64(bytes.count), 4)
                bytes += field.data.bytes
                if bytes.count % 2 == 1 { bytes.append(0) }
            }
        }
        let start = UInt32(bytes.count)
        bytes += entries + [0, 0, 0, 0]
        return start
    }

    func pointer(to offset: UInt32) -> TIFFField {
        TIFFField(
            type: TIFFField.long, count: 1, data: ByteSlice(number(UInt64(offset), 4)), order: order)
    }

    mutating func finish(_ fields: [(tag: UInt16, field: TIFFField)]) -> ByteSlice {
        let start = append(fields)
        bytes.replaceSubrange(4..<8, with: number(UInt64(start), 4))
        return ByteSlice(bytes)
    }

    private func number(_ value: UInt64, _ length: Int) -> [UInt8] {
        let little = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return order == .little ? little : little.reversed()
    }
}

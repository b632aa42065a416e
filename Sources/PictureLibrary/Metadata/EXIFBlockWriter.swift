/// Writes a small TIFF structure of fields copied from a larger one.
///
/// libexif wants a block in one piece, gives up at the first broken field and interprets the notes of every
/// maker; the block in a TIFF file may be spread over many megabytes. So it is given what it is asked for.
struct EXIFBlockWriter {
    private let order: ByteOrder
    private var bytes: [UInt8]

    /// The block that holds the ``EXIFTags/wanted`` fields of `file`; nil if it has no directory.
    static func block(of file: TIFFFile) -> ByteSlice? {
        guard let first = file.directory(at: file.firstDirectory) else { return nil }
        var block = EXIFBlockWriter(order: file.order)
        func fields(_ directory: TIFFDirectory, _ tags: [UInt16]) -> [(tag: UInt16, field: TIFFField)] {
            tags.compactMap { tag in directory[tag].map { (tag, $0) } }
        }
        var main = fields(first, EXIFTags.wantedInMain)
        for (pointer, tags) in [
            (TIFFTag.exifDirectory, EXIFTags.wantedInExif), (TIFFTag.gpsDirectory, EXIFTags.wantedInGPS),
        ] {
            guard let offset = first.integer(pointer), let directory = file.directory(at: offset) else {
                continue
            }
            let found = fields(directory, tags)
            if !found.isEmpty { main.append((pointer, block.pointer(to: block.append(found)))) }
        }
        return block.finish(main)
    }

    private init(order: ByteOrder) {
        self.order = order
        bytes = order == .little ? [0x49, 0x49, 0x2A, 0, 0, 0, 0, 0] : [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 0]
    }

    /// Appends a directory and says where it begins.
    private mutating func append(_ fields: [(tag: UInt16, field: TIFFField)]) -> UInt32 {
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

    private func pointer(to offset: UInt32) -> TIFFField {
        TIFFField(
            type: TIFFField.long, count: 1, data: ByteSlice(number(UInt64(offset), 4)), order: order)
    }

    private mutating func finish(_ fields: [(tag: UInt16, field: TIFFField)]) -> ByteSlice {
        let start = append(fields)
        bytes.replaceSubrange(4..<8, with: number(UInt64(start), 4))
        return ByteSlice(bytes)
    }

    private func number(_ value: UInt64, _ length: Int) -> [UInt8] {
        let little = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return order == .little ? little : little.reversed()
    }
}

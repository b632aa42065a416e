/// Writes a small TIFF structure of fields copied from a larger one.
///
/// libexif wants a block in one piece, gives up at the first broken field and interprets the notes of every
/// maker; the block in a TIFF file may be spread over many megabytes. So it is given what it is asked for.
struct EXIFBlockWriter {
    private let order: ByteOrder
    private var bytes: [UInt8]

    /// The block that holds the fields of `file` that ``EXIFTags`` looks at; nil if it has no directory.
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
    private mutating func append(_ fields: [(tag: UInt16, field: TIFFField)]) -> Int {
        var places: [Int] = []
        for (_, field) in fields {
            places.append(bytes.count)
            guard field.data.count > 4 else { continue }
            bytes += field.data.bytes
            if bytes.count % 2 == 1 { bytes.append(0) }
        }
        let start = bytes.count
        append(fields.count, 2)
        for ((tag, field), place) in zip(fields, places) {
            append(Int(tag), 2)
            append(Int(field.type), 2)
            append(field.count, 4)
            if field.data.count > 4 {
                append(place, 4)
            } else {
                bytes += field.data.bytes
                for _ in field.data.count..<4 { bytes.append(0) }
            }
        }
        append(0, 4)
        return start
    }

    private func pointer(to offset: Int) -> TIFFField {
        var number = EXIFBlockWriter(order: order)
        number.bytes = []
        number.append(offset, 4)
        return TIFFField(type: TIFFField.long, count: 1, data: ByteSlice(number.bytes), order: order)
    }

    private mutating func finish(_ fields: [(tag: UInt16, field: TIFFField)]) -> ByteSlice {
        let start = append(fields)
        for index in 0..<4 { bytes[4 + index] = byte(start, index, of: 4) }
        return ByteSlice(bytes)
    }

    private mutating func append(_ value: Int, _ length: Int) {
        for index in 0..<length { bytes.append(byte(value, index, of: length)) }
    }

    private func byte(_ value: Int, _ index: Int, of length: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value >> (8 * (order == .little ? index : length - 1 - index)))
    }
}

/// A TIFF structure: byte order, directories and their fields, read from anywhere in a file.
///
/// TIFF 6.0; the raw formats of Canon, Nikon, Sony, Pentax and Adobe (DNG) are TIFF with more tags, those
/// of Panasonic and Olympus with another magic number.
struct TIFFFile {
    let source: ByteSource
    let order: ByteOrder
    let firstDirectory: Int64

    /// Nil if no TIFF header is there.
    init?(_ source: ByteSource) {
        guard let head = source.bytes(at: 0, count: 8) else { return nil }
        if head.starts(with: "II") {
            order = .little
        } else if head.starts(with: "MM") {
            order = .big
        } else {
            return nil
        }
        let magic = head.integer16(2, order)
        // 42; Olympus writes RO or RS, Panasonic U.
        guard [0x2A, 0x4F52, 0x5352, 0x55].contains(magic), let first = head.integer32(4, order), first >= 8
        else { return nil }
        self.source = source
        firstDirectory = Int64(first)
    }

    /// A structure without a header, such as a maker's note.
    init(_ source: ByteSource, order: ByteOrder, firstDirectory: Int64) {
        self.source = source
        self.order = order
        self.firstDirectory = firstDirectory
    }

    /// The directory at `offset`; of one that is cut off, the fields that are there.
    func directory(at offset: Int64) -> TIFFDirectory? {
        guard offset >= 8, let count = source.bytes(at: offset, count: 2)?.integer16(0, order) else {
            return nil
        }
        let length = Int(count) * 12
        let entries = source.bytes(at: offset + 2, upTo: length + 4)
        guard entries.count >= min(length, 12) else { return nil }
        let next = entries.integer32(length, order).map(Int64.init)
        return TIFFDirectory(file: self, entries: entries, count: Int(count), next: next == 0 ? nil : next)
    }

    /// The directories of the main chain and those below them, each once, at most 32.
    func allDirectories() -> [TIFFDirectory] {
        var waiting = [firstDirectory]
        var seen: Set<Int64> = []
        var result: [TIFFDirectory] = []
        while let offset = waiting.popLast(), result.count < 32 {
            guard seen.insert(offset).inserted, let directory = directory(at: offset) else { continue }
            result.append(directory)
            waiting += (directory[TIFFTag.subDirectories]?.integers ?? []).prefix(16).reversed()
            if let next = directory.next { waiting.insert(next, at: 0) }
        }
        return result
    }
}

/// One directory of a ``TIFFFile``.
struct TIFFDirectory {
    fileprivate let file: TIFFFile
    fileprivate let entries: ByteSlice
    private let count: Int
    /// Where the next directory of the chain lies.
    let next: Int64?

    fileprivate init(file: TIFFFile, entries: ByteSlice, count: Int, next: Int64?) {
        self.file = file
        self.entries = entries
        self.count = count
        self.next = next
    }

    /// The first field with this tag whose value lies in the file, up to 256 KiB of it.
    subscript(_ tag: UInt16) -> TIFFField? { entry(tag).flatMap(field) }

    /// Where the value of the first field with this tag lies, unread; nil for one that fits into the entry.
    func stretch(_ tag: UInt16) -> ByteSource? {
        guard let entry = entry(tag), let type = entry.integer16(2, file.order),
            let size = TIFFField.size(of: type), let count = entry.integer32(4, file.order),
            let offset = entry.integer32(8, file.order), Int64(count) * Int64(size) > 4
        else { return nil }
        return file.source.part(at: Int64(offset), count: Int64(count) * Int64(size))
    }

    private func entry(_ tag: UInt16) -> ByteSlice? {
        for index in 0..<count {
            guard let found = entries.integer16(index * 12, file.order) else { return nil }
            if found == tag { return entries.part(index * 12, 12) }
        }
        return nil
    }

    private func field(_ entry: ByteSlice) -> TIFFField? {
        guard let type = entry.integer16(2, file.order), let size = TIFFField.size(of: type),
            let count = entry.integer32(4, file.order), count > 0, Int(count) <= 256 << 10
        else { return nil }
        let length = Int(count) * size
        let data: ByteSlice?
        if length <= 4 {
            data = entry.part(8, length)
        } else {
            guard length <= 256 << 10, let offset = entry.integer32(8, file.order) else { return nil }
            data = file.source.bytes(at: Int64(offset), count: length)
        }
        return data.map { TIFFField(type: type, count: Int(count), data: $0, order: file.order) }
    }

    /// The field's first value as a number.
    func integer(_ tag: UInt16) -> Int64? { self[tag]?.integers.first }
}

/// The value of a TIFF or EXIF field.
struct TIFFField {
    let type: UInt16
    let count: Int
    let data: ByteSlice
    let order: ByteOrder

    static let short: UInt16 = 3
    static let long: UInt16 = 4

    /// Bytes of one value of a field type; nil for types that TIFF 6.0 does not know.
    static func size(of type: UInt16) -> Int? {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12: 8
        default: nil
        }
    }

    /// The values of an integer type; empty for others.
    var integers: [Int64] {
        guard let size = Self.size(of: type), [1, 3, 4, 6, 8, 9, 13].contains(type) else { return [] }
        return (0..<min(count, data.count / size)).compactMap { index in
            guard let value = data.integer(index * size, size, order) else { return nil }
            switch type {
            case 6: return Int64(Int8(truncatingIfNeeded: value))
            case 8: return Int64(Int16(truncatingIfNeeded: value))
            case 9: return Int64(Int32(truncatingIfNeeded: value))
            default: return Int64(value)
            }
        }
    }

    /// The values of a rational type; nil where one has no denominator.
    var rationals: [Double]? {
        guard type == 5 || type == 10 else { return nil }
        var result: [Double] = []
        for index in 0..<min(count, data.count / 8) {
            guard let numerator = data.integer32(index * 8, order),
                let denominator = data.integer32(index * 8 + 4, order), denominator != 0
            else { return nil }
            result.append(
                type == 5
                    ? Double(numerator) / Double(denominator)
                    : Double(Int32(bitPattern: numerator)) / Double(Int32(bitPattern: denominator)))
        }
        return result
    }

    var text: String? { data.text }
}

/// The tags that are looked at, by their numbers in TIFF 6.0, EXIF 2.32 and DNG 1.7.
enum TIFFTag {
    static let width: UInt16 = 0x100
    static let height: UInt16 = 0x101
    static let compression: UInt16 = 0x103
    static let make: UInt16 = 0x10F
    static let model: UInt16 = 0x110
    static let stripOffsets: UInt16 = 0x111
    static let orientation: UInt16 = 0x112
    static let samplesPerPixel: UInt16 = 0x115
    static let stripByteCounts: UInt16 = 0x117
    static let subDirectories: UInt16 = 0x14A
    static let jpegOffset: UInt16 = 0x201
    static let jpegLength: UInt16 = 0x202
    static let xmp: UInt16 = 0x2BC
    static let iptc: UInt16 = 0x83BB
    static let exifDirectory: UInt16 = 0x8769
    static let gpsDirectory: UInt16 = 0x8825
    static let dngVersion: UInt16 = 0xC612
}

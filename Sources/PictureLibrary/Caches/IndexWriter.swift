import GLibBridge

/// Makes the index file of a folder: header, records, a hash table of them by name, texts.
struct IndexWriter {
    private var records: [UInt64] = []
    private var texts: [UInt8] = []
    private var known: [String: UInt64] = [:]
    private var hashes: [UInt64] = []

    /// The file for `records`, whose names differ; nil where one of them does not fit.
    static func bytes(of records: [IndexRecord], in folder: FilePath) -> [UInt8]? {
        var writer = IndexWriter()
        writer.records.reserveCapacity(records.count * IndexLayout.recordWords)
        for record in records { guard writer.add(record) else { return nil } }
        return writer.finish(folder)
    }

    private mutating func add(_ record: IndexRecord) -> Bool {
        guard let name = add(text: record.name) else { return false }
        let start = records.count
        hashes.append(IndexLayout.hash(record.name))
        records += repeatElement(0, count: IndexLayout.recordWords)
        func set(_ word: Int, _ value: UInt64) { records[start + word] = value }
        func set(_ word: Int, _ value: Int64) { set(word, UInt64(bitPattern: value)) }
        func set(_ word: Int, _ range: Range<Int64>) {
            set(word, range.lowerBound)
            set(word + 1, range.upperBound)
        }
        set(IndexLayout.Word.key, record.key.inode)
        set(IndexLayout.Word.key + 1, record.key.size)
        set(IndexLayout.Word.key + 2, record.key.modified)
        set(IndexLayout.Word.key + 3, record.key.changed)
        set(IndexLayout.Word.name, name)
        guard let metadata = record.metadata else { return true }

        var flags: IndexLayout.Flags = .isPicture
        var low: UInt64 = 0
        if let date = metadata.taken {
            flags.insert(.hasDate)
            set(IndexLayout.Word.taken, date.wallClock)
            if let offset = date.offset {
                guard let offset = Int32(exactly: offset) else { return false }
                flags.insert(.hasOffset)
                low = UInt64(UInt32(bitPattern: offset))
            }
        }
        if let position = metadata.position {
            flags.insert(.hasPosition)
            set(IndexLayout.Word.position, position.latitude.bitPattern)
            set(IndexLayout.Word.position + 1, position.longitude.bitPattern)
            if let altitude = position.altitude {
                flags.insert(.hasAltitude)
                set(IndexLayout.Word.position + 2, altitude.bitPattern)
            }
        }
        if let duration = metadata.duration {
            flags.insert(.hasDuration)
            set(IndexLayout.Word.duration, duration.bitPattern)
        }
        if let size = metadata.size {
            guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height) else {
                return false
            }
            flags.insert(.hasSize)
            set(IndexLayout.Word.pixelSize, UInt64(width) | UInt64(height) << 32)
        }
        if let preview = metadata.preview {
            flags.insert(.hasPreview)
            set(IndexLayout.Word.preview, preview)
        }
        if let clip = metadata.embeddedClip {
            flags.insert(.hasClip)
            set(IndexLayout.Word.clip, clip)
        }
        guard let type = add(shared: metadata.contentType) else { return false }
        set(IndexLayout.Word.contentType, type)
        if let camera = metadata.camera {
            guard let text = add(shared: camera) else { return false }
            flags.insert(.hasCamera)
            set(IndexLayout.Word.camera, text)
        }
        if let identifier = metadata.contentIdentifier {
            guard let text = add(text: Array(identifier.utf8)) else { return false }
            flags.insert(.hasIdentifier)
            set(IndexLayout.Word.identifier, text)
        }
        if let colours = metadata.colours {
            flags.insert(.hasColours)
            set(IndexLayout.Word.colours, colours.top)
            set(IndexLayout.Word.colours + 1, colours.middle)
            set(IndexLayout.Word.colours + 2, colours.bottom)
        }
        guard let subtypes = UInt16(exactly: metadata.subtypes.rawValue) else { return false }
        set(IndexLayout.Word.name, name | UInt64(subtypes) << IndexLayout.subtypesShift)
        let kind = UInt64(MediaKind.allCases.firstIndex(of: metadata.kind) ?? 0)
        let orientation = UInt64(metadata.orientation.rawValue)
        set(
            IndexLayout.Word.flags,
            low | flags.rawValue | kind << IndexLayout.Flags.kindShift
                | orientation << IndexLayout.Flags.orientationShift)
        return true
    }

    /// Offset and length of a text of its own.
    private mutating func add(text: [UInt8]) -> UInt64? {
        guard let length = UInt16(exactly: text.count), let offset = UInt32(exactly: texts.count) else {
            return nil
        }
        texts += text
        return UInt64(offset) | UInt64(length) << 32
    }

    /// The same for one that many records have.
    private mutating func add(shared text: String) -> UInt64? {
        if let place = known[text] { return place }
        let place = add(text: Array(text.utf8))
        known[text] = place
        return place
    }

    private mutating func finish(_ folder: FilePath) -> [UInt8]? {
        guard let path = add(text: folder.bytes), let count = UInt32(exactly: hashes.count) else {
            return nil
        }
        // At least half of them are free, so that a search soon ends.
        var slots = 2
        while slots < 2 * hashes.count { slots *= 2 }
        var table = [UInt64](repeating: 0, count: slots / 2)
        for (record, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (slots - 1)
            while table[slot / 2] >> (32 * UInt64(slot % 2)) & 0xFFFF_FFFF != 0 {
                slot = (slot + 1) & (slots - 1)
            }
            table[slot / 2] |= UInt64(record + 1) << (32 * UInt64(slot % 2))
        }
        let textLength = texts.count
        while texts.count % 8 != 0 { texts.append(0) }

        var words: [UInt64] = [
            IndexLayout.magic, IndexLayout.version | UInt64(count) << 32,
            UInt64(slots) | UInt64(textLength) << 32, 0, path,
        ]
        words.reserveCapacity(words.count + records.count + table.count)
        words += records
        words += table
        var bytes = words.littleEndianBytes
        bytes += texts
        let sum = IndexReader.checksum(of: bytes)
        for index in 0..<8 {
            bytes[IndexLayout.checksumWord * 8 + index] = UInt8(
                truncatingIfNeeded: sum >> (8 * UInt64(index)))
        }
        return bytes
    }
}

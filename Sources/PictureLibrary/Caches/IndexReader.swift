import GLibBridge

/// The index file of one folder. Looking a file up makes no objects, for it or for the others.
final class IndexReader: Sendable {
    private let bytes: [UInt8]
    private let count: Int
    private let slots: Int
    private let firstSlot: Int
    private let texts: ArraySlice<UInt8>

    /// What is known of a file.
    enum Finding: Equatable {
        case picture(AssetMetadata)
        case notAPicture
    }

    /// Nil unless `bytes` are, to the last one, what was written for `folder`.
    init?(_ bytes: [UInt8], of folder: FilePath) {
        self.bytes = bytes
        let header = IndexLayout.headerWords
        guard bytes.count % 8 == 0, bytes.count >= header * 8,
            IndexLayout.word(bytes, 0) == IndexLayout.magic,
            IndexLayout.word(bytes, 1) & 0xFFFF_FFFF == IndexLayout.version
        else { return nil }
        count = Int(IndexLayout.word(bytes, 1) >> 32)
        slots = Int(IndexLayout.word(bytes, 2) & 0xFFFF_FFFF)
        firstSlot = header + count * IndexLayout.recordWords
        let textLength = Int(IndexLayout.word(bytes, 2) >> 32)
        let textStart = (firstSlot + slots / 2) * 8
        guard slots >= 2, slots & (slots - 1) == 0, slots >= 2 * count,
            bytes.count == textStart + (textLength + 7) / 8 * 8,
            IndexLayout.word(bytes, IndexLayout.checksumWord) == Self.checksum(of: bytes)
        else { return nil }
        texts = bytes[textStart..<(textStart + textLength)]
        guard let path = text(at: IndexLayout.word(bytes, 4)), path.elementsEqual(folder.bytes) else {
            return nil
        }
    }

    /// The number of the record of the file of this name, if it is the one that `key` describes.
    ///
    /// It is looked for at `next` first, which is set to the number behind it: folders mostly give their
    /// files in the same order as when they were written.
    func number(of name: ArraySlice<UInt8>, _ key: IndexRecord.Key, near next: inout Int) -> Int? {
        guard let number = isName(of: next, name) ? next : search(name) else { return nil }
        next = number + 1
        return self.key(record(number)) == key ? number : nil
    }

    /// What was found in the file of this name when it was the one that `key` describes.
    func find(_ name: ArraySlice<UInt8>, _ key: IndexRecord.Key) -> Finding? {
        var next = 0
        return number(of: name, key, near: &next).flatMap(finding)
    }

    /// Everything that is known.
    func records() -> [IndexRecord] {
        (0..<count).compactMap { number in
            guard let name = text(at: word(record(number) + IndexLayout.Word.name)),
                let finding = finding(number)
            else { return nil }
            var result = IndexRecord(name: Array(name), key: key(record(number)))
            if case .picture(let metadata) = finding { result.metadata = metadata }
            return result
        }
    }

    private func record(_ number: Int) -> Int { IndexLayout.headerWords + number * IndexLayout.recordWords }

    private func isName(of number: Int, _ name: ArraySlice<UInt8>) -> Bool {
        number < count && text(at: word(record(number) + IndexLayout.Word.name)) == name
    }

    private func search(_ name: ArraySlice<UInt8>) -> Int? {
        var slot = Int(truncatingIfNeeded: IndexLayout.hash(name)) & (slots - 1)
        for _ in 0..<slots {
            let number = Int(word(firstSlot + slot / 2) >> (32 * UInt64(slot % 2)) & 0xFFFF_FFFF)
            guard number > 0, number <= count else { return nil }
            if isName(of: number - 1, name) { return number - 1 }
            slot = (slot + 1) & (slots - 1)
        }
        return nil
    }

    private func key(_ record: Int) -> IndexRecord.Key {
        let start = record + IndexLayout.Word.key
        return IndexRecord.Key(
            inode: word(start), size: signed(start + 1), modified: signed(start + 2),
            changed: signed(start + 3))
    }

    /// What kind of picture a record is of; nil where it is of none.
    func kind(_ number: Int) -> MediaKind? {
        let flags = word(record(number) + IndexLayout.Word.flags)
        let kind = Int(flags >> IndexLayout.Flags.kindShift & 0xFF)
        guard IndexLayout.Flags(rawValue: flags).contains(.isPicture), kind < MediaKind.allCases.count else {
            return nil
        }
        return MediaKind.allCases[kind]
    }

    func contentType(_ number: Int) -> String? { string(record(number) + IndexLayout.Word.contentType) }

    func taken(_ number: Int) -> CaptureDate? {
        let low = word(record(number) + IndexLayout.Word.flags)
        let flags = IndexLayout.Flags(rawValue: low)
        guard flags.contains(.hasDate) else { return nil }
        return CaptureDate(
            wallClock: signed(record(number) + IndexLayout.Word.taken),
            offset: flags.contains(.hasOffset) ? Int(Int32(truncatingIfNeeded: low)) : nil)
    }

    /// What a record says; nil where the numbers are none that a picture can have.
    func finding(_ number: Int) -> Finding? {
        let record = record(number)
        let low = word(record + IndexLayout.Word.flags)
        let flags = IndexLayout.Flags(rawValue: low)
        guard flags.contains(.isPicture) else { return .notAPicture }
        guard let kind = kind(number),
            let orientation = Orientation(rawValue: Int(low >> IndexLayout.Flags.orientationShift)),
            let type = contentType(number)
        else { return nil }
        var metadata = AssetMetadata(contentType: type, kind: kind)
        metadata.orientation = orientation
        metadata.subtypes = .init(
            rawValue: Int(word(record + IndexLayout.Word.name) >> IndexLayout.subtypesShift))
        metadata.taken = taken(number)
        if flags.contains(.hasPosition) {
            let place = record + IndexLayout.Word.position
            guard
                let position = Position(
                    latitude: double(place), longitude: double(place + 1),
                    altitude: flags.contains(.hasAltitude) ? double(place + 2) : nil)
            else { return nil }
            metadata.position = position
        }
        if flags.contains(.hasDuration) { metadata.duration = double(record + IndexLayout.Word.duration) }
        if flags.contains(.hasSize) {
            let sides = word(record + IndexLayout.Word.pixelSize)
            guard let size = PixelSize(positive: sides & 0xFFFF_FFFF, sides >> 32) else { return nil }
            metadata.size = size
        }
        if flags.contains(.hasPreview) {
            guard let range = range(record + IndexLayout.Word.preview) else { return nil }
            metadata.preview = range
        }
        if flags.contains(.hasClip) {
            guard let range = range(record + IndexLayout.Word.clip) else { return nil }
            metadata.embeddedClip = range
        }
        if flags.contains(.hasCamera) { metadata.camera = string(record + IndexLayout.Word.camera) }
        if flags.contains(.hasIdentifier) {
            metadata.contentIdentifier = string(record + IndexLayout.Word.identifier)
        }
        if flags.contains(.hasColours) {
            let first = record + IndexLayout.Word.colours
            metadata.colours = PlaceholderColours(
                top: word(first), middle: word(first + 1), bottom: word(first + 2))
        }
        return .picture(metadata)
    }

    // MARK: Words

    private func word(_ index: Int) -> UInt64 { IndexLayout.word(bytes, index) }
    private func signed(_ index: Int) -> Int64 { Int64(bitPattern: word(index)) }
    private func double(_ index: Int) -> Double { Double(bitPattern: word(index)) }

    private func range(_ index: Int) -> Range<Int64>? {
        let (start, end) = (signed(index), signed(index + 1))
        return start >= 0 && start <= end ? start..<end : nil
    }

    private func text(at place: UInt64) -> ArraySlice<UInt8>? {
        let offset = Int(place & 0xFFFF_FFFF)
        let length = Int(place >> 32 & 0xFFFF)
        guard offset + length <= texts.count else { return nil }
        return texts[(texts.startIndex + offset)..<(texts.startIndex + offset + length)]
    }

    private func string(_ index: Int) -> String? {
        text(at: word(index)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Of all words but the one that holds it.
    static func checksum(of bytes: [UInt8]) -> UInt64 {
        var sum: UInt64 = 0
        for index in 0..<(bytes.count / 8) where index != IndexLayout.checksumWord {
            sum = IndexLayout.mix(sum, IndexLayout.word(bytes, index))
        }
        return sum
    }
}

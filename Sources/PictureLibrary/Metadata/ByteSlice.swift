/// A run of bytes from a file, read with checked offsets: what lies outside is nil.
struct ByteSlice {
    private let storage: [UInt8]
    private let start: Int
    let count: Int

    init(_ bytes: [UInt8]) { self.init(storage: bytes, start: 0, count: bytes.count) }

    private init(storage: [UInt8], start: Int, count: Int) {
        self.storage = storage
        self.start = start
        self.count = count
    }

    static let empty = ByteSlice([])

    var bytes: ArraySlice<UInt8> { storage[start..<(start + count)] }
    var isEmpty: Bool { count == 0 }

    subscript(_ index: Int) -> UInt8? {
        index >= 0 && index < count ? storage[start + index] : nil
    }

    /// Exactly these bytes, or nil where the slice is shorter.
    func part(_ offset: Int, _ length: Int) -> ByteSlice? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return ByteSlice(storage: storage, start: start + offset, count: length)
    }

    /// What lies from `offset` on; empty past the end.
    func rest(from offset: Int) -> ByteSlice {
        part(offset, max(0, count - offset)) ?? .empty
    }

    func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard let part = part(offset, length) else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(part.bytes) }
    }

    /// The first place of `text` from `offset` on.
    func index(of text: StaticString, from offset: Int = 0) -> Int? {
        let length = text.utf8CodeUnitCount
        guard length > 0, offset >= 0, count >= length else { return nil }
        return text.withUTF8Buffer { text in
            var place = offset
            while place <= count - length {
                if storage[start + place] == text[0],
                    text.elementsEqual(storage[(start + place)..<(start + place + length)])
                {
                    return place
                }
                place += 1
            }
            return nil
        }
    }

    func integer16(_ offset: Int, _ order: ByteOrder) -> UInt16? {
        // Directories are searched by these, so not as any number of bytes.
        guard offset >= 0, offset <= count - 2 else { return nil }
        let (first, second) = (UInt16(storage[start + offset]), UInt16(storage[start + offset + 1]))
        return order == .big ? first << 8 | second : second << 8 | first
    }

    func integer32(_ offset: Int, _ order: ByteOrder) -> UInt32? {
        integer(offset, 4, order).map { UInt32(truncatingIfNeeded: $0) }
    }

    func integer64(_ offset: Int, _ order: ByteOrder) -> UInt64? { integer(offset, 8, order) }

    /// An unsigned number of up to eight bytes.
    func integer(_ offset: Int, _ length: Int, _ order: ByteOrder) -> UInt64? {
        guard length <= 8, length >= 0, offset >= 0, offset <= count, length <= count - offset else {
            return nil
        }
        var value: UInt64 = 0
        for index in 0..<length {
            let byte = UInt64(storage[start + offset + index])
            value = order == .big ? value << 8 | byte : value | byte << (8 * UInt64(index))
        }
        return value
    }

    /// The bytes up to a NUL as text without blanks around it; nil where nothing is left.
    var text: String? { textBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of ``text``.
    var textBytes: ArraySlice<UInt8>? {
        let visible = bytes.prefix { $0 != 0 }
        let blanks: ClosedRange<UInt8> = 0...0x20
        guard let first = visible.firstIndex(where: { !blanks.contains($0) }),
            let last = visible.lastIndex(where: { !blanks.contains($0) })
        else { return nil }
        return visible[first...last]
    }

    /// Four letters that name a box or a chunk, as a big-endian number.
    func fourCC(_ offset: Int) -> FourCC? { integer32(offset, .big).map(FourCC.init) }
}

enum ByteOrder {
    case big, little
}

/// The name of a box, chunk or brand.
struct FourCC: Hashable, ExpressibleByStringLiteral {
    let value: UInt32

    init(_ value: UInt32) { self.value = value }

    init(stringLiteral text: StaticString) {
        value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// A name with letters beyond ASCII, such as QuickTime's `©xyz`.
    init(copyright rest: StaticString) {
        value = rest.withUTF8Buffer { $0.reduce(0xA9) { $0 << 8 | UInt32($1) } }
    }
}

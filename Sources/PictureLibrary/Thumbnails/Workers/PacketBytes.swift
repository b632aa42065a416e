import GLibBridge

/// Puts values into a packet, one after another, numbers in little-endian order.
struct PacketWriter {
    /// Longer texts are cut: they are sentences and names of types.
    static let longestText = 1000

    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }
    mutating func flag(_ value: Bool) { byte(value ? 1 : 0) }

    mutating func number(_ value: some FixedWidthInteger) {
        for place in stride(from: 0, to: value.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> place))
        }
    }

    mutating func size(_ value: PixelSize) {
        number(value.width)
        number(value.height)
    }

    mutating func text(_ value: String) {
        let cut = value.utf8.prefix(Self.longestText)
        number(UInt16(cut.count))
        bytes += cut
    }

    mutating func optional<Value>(_ value: Value?, _ write: (inout PacketWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }
}

/// Takes the values out again. Whoever sent the packet may have written anything: each call gives nil where
/// the bytes end or are no such value.
struct PacketReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func flag() -> Bool? {
        switch byte() {
        case 0: false
        case 1: true
        default: nil
        }
    }

    mutating func number<Number: FixedWidthInteger>() -> Number? {
        let count = Number.bitWidth / 8
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(Number(0)) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// A value or none; nil where it is neither.
    mutating func optional<Value>(_ read: (inout PacketReader) -> Value?) -> Value?? {
        guard let isThere = flag() else { return nil }
        guard isThere else { return .some(nil) }
        return read(&self).map { .some($0) }
    }

    /// Sides of zero or less are none.
    mutating func size() -> PixelSize? {
        guard let width: Int = number(), let height: Int = number(), width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Text for people: what is not UTF-8 is replaced, and what is no sign on a line is left out.
    mutating func text() -> String? {
        guard let count: UInt16 = number(), count <= PacketWriter.longestText, rest.count >= count else {
            return nil
        }
        defer { rest = rest.dropFirst(Int(count)) }
        let text = String(decoding: rest.prefix(Int(count)), as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isControl }))
    }
}

extension Unicode.Scalar {
    /// Control characters, and those that turn the direction of the text after them.
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

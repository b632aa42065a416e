/// A file name pattern of bytes: `*`, `?` and `[…]`, matched without regard to case.
public struct NamePattern: Sendable, Hashable {
    public let bytes: [UInt8]
    private let parts: [Part]

    private enum Part: Hashable {
        case any
        case one
        case symbol(UInt32)
        case set([ClosedRange<UInt32>], negated: Bool)
    }

    public init(bytes: [UInt8]) {
        self.bytes = bytes
        parts = Self.parts(of: bytes)
    }

    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// Whether the whole of `name` matches. `?` and sets take one character where the name is UTF-8, else
    /// one byte.
    public func matches(_ name: [UInt8]) -> Bool {
        let name = Self.symbols(of: name)
        var part = 0
        var position = 0
        // Where to go on when the last `*` has to take one symbol more.
        var retry: (part: Int, position: Int)?
        while position < name.count {
            if part < parts.count, parts[part] == .any {
                part += 1
                retry = (part, position)
            } else if part < parts.count, Self.matches(parts[part], name[position]) {
                part += 1
                position += 1
            } else if let (start, taken) = retry {
                part = start
                position = taken + 1
                retry = (start, position)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .any }
    }

    private static func matches(_ part: Part, _ symbol: UInt32) -> Bool {
        switch part {
        case .any, .one: true
        case .symbol(let wanted): wanted == symbol
        case .set(let ranges, let negated): ranges.contains { $0.contains(symbol) } != negated
        }
    }

    private static func parts(of bytes: [UInt8]) -> [Part] {
        let symbols = symbols(of: bytes)
        var parts: [Part] = []
        var index = 0
        while index < symbols.count {
            defer { index += 1 }
            switch symbols[index] {
            case "*": if parts.last != .any { parts.append(.any) }
            case "?": parts.append(.one)
            case "[":
                if let (set, end) = set(in: symbols, from: index + 1) {
                    parts.append(set)
                    index = end
                } else {
                    parts.append(.symbol(symbols[index]))
                }
            case "\\" where index + 1 < symbols.count:
                index += 1
                parts.append(.symbol(symbols[index]))
            default: parts.append(.symbol(symbols[index]))
            }
        }
        return parts
    }

    /// The set whose `[` is before `start`, and where its `]` is; nil if there is none.
    private static func set(in symbols: [UInt32], from start: Int) -> (Part, Int)? {
        var index = start
        var negated = false
        if index < symbols.count, "!" ~= symbols[index] || "^" ~= symbols[index] {
            negated = true
            index += 1
        }
        let first = index
        var ranges: [ClosedRange<UInt32>] = []
        while index < symbols.count {
            // A `]` that comes first is one of the set.
            if "]" ~= symbols[index], index > first { return (.set(ranges, negated: negated), index) }
            if index + 2 < symbols.count, "-" ~= symbols[index + 1], !("]" ~= symbols[index + 2]) {
                if symbols[index] <= symbols[index + 2] { ranges.append(symbols[index]...symbols[index + 2]) }
                index += 3
            } else {
                ranges.append(symbols[index]...symbols[index])
                index += 1
            }
        }
        return nil
    }

    /// Scalars in lower case; where the bytes are not UTF-8, the bytes, beyond all scalars.
    private static func symbols(of bytes: [UInt8]) -> [UInt32] {
        if let text = String(validating: bytes, as: UTF8.self) {
            return text.lowercased().unicodeScalars.map(\.value)
        }
        return bytes.map {
            0x41...0x5A ~= $0 ? UInt32($0 | 0x20) : $0 < 0x80 ? UInt32($0) : 0x110000 + UInt32($0)
        }
    }
}

private func ~= (pattern: Unicode.Scalar, symbol: UInt32) -> Bool { pattern.value == symbol }

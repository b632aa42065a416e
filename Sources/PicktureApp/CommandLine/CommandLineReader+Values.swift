import GLibBridge
import PictureLibrary

/// What the values of options mean.
nonisolated extension CommandLineReader {
    static func number(
        _ name: String, _ value: [UInt8], from least: Int = 0
    ) throws(UsageError) -> Int {
        guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(String(decoding: value, as: UTF8.self)), number >= least
        else {
            throw .value(
                name, value, expected: tr("a whole number from {least} on", ["least": String(least)]))
        }
        return number
    }

    func word<Word: RawRepresentable<String>>(
        _ name: String, _ value: [UInt8], _ known: [Word]
    ) throws(UsageError) -> Word {
        if let word = known.first(where: { Array($0.rawValue.utf8) == value }) { return word }
        let list = known.map(\.rawValue).joined(separator: ", ")
        throw .value(name, value, expected: tr("one of {list}", ["list": list]))
    }

    func words<Word: RawRepresentable<String>>(
        _ name: String, _ value: [UInt8], _ known: [Word]
    ) throws(UsageError) -> [Word] {
        var result: [Word] = []
        for part in Self.commaList(value) { result.append(try word(name, part, known)) }
        return result
    }

    /// The parts of a comma list, without blanks around them; an empty list is one empty part.
    private static func commaList(_ value: [UInt8]) -> [[UInt8]] {
        value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(trimmed)
    }

    private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        return Array(bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// `NAME | *.png *.jpg`, or patterns alone, which then are the name too.
    static func nameFilter(_ value: [UInt8]) throws(UsageError) -> Invocation.NameFilter {
        let bar = value.firstIndex(of: UInt8(ascii: "|"))
        let list = bar.map { value[($0 + 1)...] } ?? value[...]
        let patterns = list.split { $0 == 0x20 || $0 == 0x09 }.map { NamePattern(bytes: Array($0)) }
        guard !patterns.isEmpty else {
            throw .value("filter", value, expected: tr("of the form 'NAME | *.png *.jpg'"))
        }
        guard let bar else {
            return .init(name: FilePath(bytes: trimmed(value)).displayPath, patterns: patterns)
        }
        guard let name = String(validating: trimmed(value[..<bar]), as: UTF8.self) else {
            throw .value("filter", value, expected: tr("UTF-8 text"))
        }
        return .init(name: name, patterns: patterns)
    }

    static func contentTypes(_ value: [UInt8]) throws(UsageError) -> [String] {
        var result: [String] = []
        for part in commaList(value) {
            let sides = part.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            guard sides.count == 2, sides.allSatisfy({ !$0.isEmpty }), part.allSatisfy({ $0 > 0x20 }),
                let type = String(validating: part, as: UTF8.self)
            else {
                throw .value("mime", part, expected: tr("a content type such as image/png or image/*"))
            }
            result.append(type.lowercased())
        }
        return result
    }

    static func parent(_ value: [UInt8]) throws(UsageError) -> Invocation.Parent? {
        // The portal's word for a dialog without a parent.
        if value.isEmpty { return nil }
        let text = String(decoding: value, as: UTF8.self)
        if text.hasPrefix("wayland:"), text.utf8.count > 8 { return .wayland(String(text.dropFirst(8))) }
        if text.hasPrefix("x11:") {
            let digits = text.dropFirst(4)
            let bare = digits.lowercased().hasPrefix("0x") ? digits.dropFirst(2) : digits
            if bare.first != "+", let window = UInt64(bare, radix: 16) { return .x11(window) }
        }
        throw .value("parent", value, expected: tr("x11:XID or wayland:HANDLE"))
    }
}

/// Attributes of a start tag, for text that is looked at without an XML parser.
enum MarkupAttributes {
    /// The attributes of `tag`, which stands without its brackets; names as written.
    static func attributes(of tag: ByteSlice) -> [String: String] {
        var result: [String: String] = [:]
        forEachAttribute(of: tag.bytes) { name, value in
            guard result.count < 256 else { return }
            result[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
        }
        return result
    }

    static func forEachAttribute(
        of tag: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Void
    ) {
        var place = tag.startIndex
        func skip(while condition: (UInt8) -> Bool) {
            while place < tag.endIndex, condition(tag[place]) { place += 1 }
        }
        while place < tag.endIndex {
            skip { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
            let nameStart = place
            skip { $0 > 0x20 && $0 != UInt8(ascii: "=") }
            let name = tag[nameStart..<place]
            skip { $0 <= 0x20 }
            guard place < tag.endIndex, tag[place] == UInt8(ascii: "=") else { continue }
            place += 1
            skip { $0 <= 0x20 }
            guard place < tag.endIndex else { return }
            let quote = tag[place]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            place += 1
            let valueStart = place
            skip { $0 != quote }
            body(name, tag[valueStart..<place])
            place += place < tag.endIndex ? 1 : 0
        }
    }
}

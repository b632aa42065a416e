/// The head of a PNG and its plain text chunks, read without inflating anything.
struct PNGText {
    var width = 0
    var height = 0
    /// The values of `tEXt` chunks by their keys, Latin-1 as the standard has it.
    var texts: [String: String] = [:]
    /// The types of all chunks, in order.
    var chunks: [String] = []

    /// Nil for bytes that are no whole PNG.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        var at = 8
        while at + 12 <= bytes.count {
            let length = number(at)
            guard at + 12 + length <= bytes.count else { return nil }
            let type = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
            let data = bytes[at + 8..<at + 8 + length]
            chunks.append(type)
            if chunks.count == 1 {
                guard type == "IHDR", length == 13 else { return nil }
                (width, height) = (number(at + 8), number(at + 12))
            } else if type == "tEXt", let end = data.firstIndex(of: 0) {
                texts[Self.latin1(data[..<end])] = Self.latin1(data[(end + 1)...])
            } else if type == "IEND" {
                return
            }
            at += 12 + length
        }
        return nil
    }

    private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }
}

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

    /// Whether the chunks of a whole PNG are as they were written.
    static func hasRightChecksums(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            func number(_ at: Int) -> UInt32 { bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
            var at = 8
            while at + 12 <= bytes.count {
                let end = at + 8 + Int(number(at))
                guard end + 4 <= bytes.count else { return false }
                let sum = bytes[at + 4..<end].reduce(UInt32.max) { sum, byte in
                    checksums[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
                }
                guard ~sum == number(end) else { return false }
                at = end + 4
            }
            return at > 8
        }
    }

    /// The CRC of each byte (ISO 3309), as the PNG standard has it.
    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }

    private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }
}

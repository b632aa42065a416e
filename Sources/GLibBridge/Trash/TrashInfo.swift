/// The `.trashinfo` file of something in the trash (freedesktop.org Trash specification 1.0).
public struct TrashInfo: Sendable, Equatable {
    /// Where it was: absolute, or relative to the folder that holds the trash.
    public var path: [UInt8]
    /// When it was thrown away, local time as `2026-11-30T09:30:00`, which sorts as text; may be empty.
    public var deletionDate: String

    /// Nil for bytes that name no place to go back to.
    public init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard lines.first.map(Array.init) == Array("[Trash Info]".utf8) else { return nil }
        // The first of several equal keys counts; other keys are allowed and mean nothing.
        func value(_ key: String) -> [UInt8]? {
            let start = Array(key.utf8) + [UInt8(ascii: "=")]
            return lines.first { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
        }
        guard let encoded = value("Path"), let path = Self.unescape(encoded), !path.isEmpty else {
            return nil
        }
        self.path = path
        deletionDate = value("DeletionDate").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The absolute place, for a trash in `top`.
    public func original(in top: FilePath) -> FilePath { FilePath(argument: path, relativeTo: top) }

    /// Takes percent escapes out; nil where one is broken, or for a NUL, which no path has.
    private static func unescape(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            result.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return result.contains(0) ? nil : result
    }
}

import CGdkPixbuf
import GLibBridge

/// A picture that is the source of a C array: X PixMap 3.
///
/// gdk-pixbuf's loader copies it to a temporary file first, which a confined process has none of; from
/// memory it takes the array's strings only.
struct XPMPicture {
    private static let largestFile: Int64 = 64 << 20

    private let strings: [[UInt8]]
    /// What the first string claims.
    let size: PixelSize
    private let rowLength: Int
    private let firstRow: Int

    /// - Throws: `.damaged` for what is no such picture.
    init(_ file: FileReader) throws(DecodeError) {
        let bytes: [UInt8]
        do { bytes = try file.read(at: 0, count: Int(min(file.size, Self.largestFile))) } catch {
            throw .unreadable(error)
        }
        strings = Self.strings(bytes)
        // Width, height, number of colours, letters a pixel.
        let numbers = (strings.first ?? []).split(separator: UInt8(ascii: " ")).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? 0
        }
        guard numbers.count >= 4, numbers[..<4].allSatisfy({ (1...1 << 30).contains($0) }) else {
            throw .damaged("")
        }
        size = PixelSize(width: numbers[0], height: numbers[1])
        rowLength = numbers[0] * numbers[3]
        firstRow = 1 + numbers[2]
    }

    /// What stands in quotes within the array's braces, as far as it goes.
    private static func strings(_ source: [UInt8]) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        var rest = source[...]
        var isInArray = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"):
                while let inside = rest.popFirst() {
                    if inside == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") {
                        rest.removeFirst()
                        break
                    }
                }
            case UInt8(ascii: "{"): isInArray = true
            case UInt8(ascii: "\"") where isInArray:
                guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return strings }
                strings.append(Array(rest[..<end]))
                rest = rest[(end + 1)...]
            default: break
            }
        }
        return strings
    }

    func pixbuf() throws(DecodeError) -> Pixbuf {
        // gdk-pixbuf warns the programmer of what is the file's fault.
        guard strings.count >= firstRow + size.height,
            strings[firstRow..<firstRow + size.height].allSatisfy({ $0.count >= rowLength })
        else { throw .damaged("") }
        // One NUL-terminated string behind the other, and where each begins.
        let text = Array(strings.joined(separator: [0])) + [0]
        let picture = text.withUnsafeBytes { text -> OpaquePointer? in
            var lines: [UnsafePointer<CChar>?] = []
            var offset = 0
            for string in strings {
                lines.append(text.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) })
                offset += string.count + 1
            }
            lines.append(nil)
            return gdk_pixbuf_new_from_xpm_data(&lines)
        }
        guard let picture else { throw .damaged("") }
        return Pixbuf(transferFull: picture)
    }
}

/// The properties of an XMP packet (ISO 16684-1) that say something about how a picture is shown.
///
/// Found by their customary prefixes in one pass over the text; attributes and elements are alike.
struct XMPPacket {
    private struct Property {
        let name: String
        let value: String
        /// Counts the members of lists, so that what belongs to one member is known.
        let member: Int
    }

    private var properties: [Property] = []

    /// Bytes of all packets together that are looked at; what is wanted of them takes some kilobytes.
    private static let longest = 2 << 20

    init(_ packets: [ByteSlice]) {
        var left = Self.longest
        for packet in packets {
            read(packet.bytes.prefix(left))
            left = max(0, left - packet.count)
        }
    }

    /// One of the files that a picture is made of, by Google's container directory.
    struct ContainerItem {
        var semantic = ""
        var length: Int64 = 0
        var padding: Int64 = 0
    }

    var isEmpty: Bool { properties.isEmpty }

    /// The first value that one of these properties has.
    subscript(_ names: String...) -> String? {
        for name in names {
            if let found = properties.first(where: { $0.name == name }) { return found.value }
        }
        return nil
    }

    func hasPrefix(_ prefix: String) -> Bool { properties.contains { $0.name.hasPrefix(prefix) } }

    /// The container directory, in the order of the files.
    var containerItems: [ContainerItem] {
        var result: [ContainerItem] = []
        var member = -1
        for property in properties {
            let name = property.name.split(separator: ":").last ?? ""
            guard ["Semantic", "Length", "Padding"].contains(name) else { continue }
            if property.member != member { result.append(ContainerItem()) }
            member = property.member
            switch name {
            case "Semantic": result[result.count - 1].semantic = property.value
            case "Length": result[result.count - 1].length = Self.length(property.value) ?? 0
            default: result[result.count - 1].padding = Self.length(property.value) ?? 0
            }
        }
        return result
    }

    /// A number of bytes that a file can have.
    static func length(_ text: String) -> Int64? {
        Int64(text).flatMap { (0..<(1 << 60)).contains($0) ? $0 : nil }
    }

    private mutating func read(_ text: ArraySlice<UInt8>) {
        let open = UInt8(ascii: "<")
        let close = UInt8(ascii: ">")
        var member = 0
        var place = text.startIndex
        while properties.count < 512, let start = text[place...].firstIndex(of: open),
            let end = text[start...].firstIndex(of: close)
        {
            place = end + 1
            let tag = text[(start + 1)..<end]
            guard let first = tag.first, ![UInt8(ascii: "?"), UInt8(ascii: "!")].contains(first) else {
                continue
            }
            let name = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
            if name.elementsEqual("rdf:li".utf8) { member += 1 }
            if first == UInt8(ascii: "/") { continue }
            if name.endIndex < tag.endIndex {
                MarkupAttributes.forEachAttribute(of: tag[name.endIndex...]) { name, value in
                    add(name, value, member)
                }
            } else if Self.isWanted(name), let next = text[place...].firstIndex(of: open) {
                add(name, text[place..<next], member)
            }
        }
    }

    private mutating func add(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ member: Int) {
        guard Self.isWanted(name), value.count <= 256 || name.starts(with: "GDepth:".utf8) else { return }
        let value = ByteSlice(Array(value.prefix(256))).text ?? ""
        properties.append(
            Property(name: String(decoding: name, as: UTF8.self), value: value, member: member))
    }

    private static let wantedPrefixes = ["GDepth:", "GPano:", "hdrgm:", "GCamera:", "Camera:", "Item:"]
    private static let wantedNames = [
        "exif:DateTimeOriginal", "exif:DateTimeDigitized", "photoshop:DateCreated", "tiff:Orientation",
    ]

    private static func isWanted(_ name: ArraySlice<UInt8>) -> Bool {
        wantedPrefixes.contains { name.starts(with: $0.utf8) }
            || wantedNames.contains { $0.utf8.count == name.count && name.elementsEqual($0.utf8) }
    }
}

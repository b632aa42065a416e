import GLibBridge
@testable import PictureLibrary

/// What the reader finds in `bytes`, as if they stood in a file of this name.
func metadata(
    of bytes: [UInt8], named path: String = "/pictures/card"
) throws(MetadataError) -> AssetMetadata {
    try MetadataReader.read(ByteSource(ByteSlice(bytes), standsForFile: true), path: FilePath(path))
}

func big(_ value: some BinaryInteger, _ length: Int) -> [UInt8] {
    (0..<length).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

func little(_ value: some BinaryInteger, _ length: Int) -> [UInt8] { big(value, length).reversed() }

/// A field of a ``TIFFBuilder``, big-endian.
struct TestField {
    let tag: UInt16
    let type: UInt16
    let count: Int
    let data: [UInt8]

    static func short(_ tag: UInt16, _ value: Int) -> TestField {
        TestField(tag: tag, type: 3, count: 1, data: big(value, 2))
    }
    static func long(_ tag: UInt16, _ value: Int) -> TestField {
        TestField(tag: tag, type: 4, count: 1, data: big(value, 4))
    }
    static func text(_ tag: UInt16, _ text: String) -> TestField {
        TestField(tag: tag, type: 2, count: text.utf8.count + 1, data: Array(text.utf8) + [0])
    }
    static func rationals(_ tag: UInt16, _ values: [(Int, Int)]) -> TestField {
        TestField(
            tag: tag, type: 5, count: values.count, data: values.flatMap { big($0.0, 4) + big($0.1, 4) })
    }
    static func bytes(_ tag: UInt16, _ bytes: [UInt8]) -> TestField {
        TestField(tag: tag, type: 7, count: bytes.count, data: bytes)
    }

    static func gps(
        _ latitude: [(Int, Int)], _ north: String?, _ longitude: [(Int, Int)], _ east: String?
    ) -> [TestField] {
        [rationals(2, latitude), rationals(4, longitude)]
            + (north.map { [text(1, $0)] } ?? []) + (east.map { [text(3, $0)] } ?? [])
    }
}

/// A TIFF structure with the directories of EXIF.
func tiff(
    _ main: [TestField] = [], exif: [TestField] = [], gps: [TestField] = [], thumbnail: [UInt8]? = nil
) -> [UInt8] {
    var bytes: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 0]
    func append(_ fields: [TestField], next: Int = 0) -> Int {
        var entries = big(fields.count, 2)
        for field in fields {
            entries += big(field.tag, 2) + big(field.type, 2) + big(field.count, 4)
            if field.data.count <= 4 {
                entries += field.data + Array(repeating: 0, count: 4 - field.data.count)
            } else {
                entries += big(bytes.count, 4)
                bytes += field.data + Array(repeating: 0, count: field.data.count % 2)
            }
        }
        let start = bytes.count
        bytes += entries + big(next, 4)
        return start
    }
    var main = main
    if !exif.isEmpty { main.append(.long(0x8769, append(exif))) }
    if !gps.isEmpty { main.append(.long(0x8825, append(gps))) }
    var next = 0
    if let thumbnail {
        let place = bytes.count
        bytes += thumbnail + Array(repeating: 0, count: thumbnail.count % 2)
        next = append([.long(0x201, place), .long(0x202, thumbnail.count)])
    }
    let first = append(main, next: next)
    bytes.replaceSubrange(4..<8, with: big(first, 4))
    return bytes
}

/// A JPEG's segments, without a picture that could be decoded.
func jpeg(
    width: Int = 64, height: Int = 48, exif: [UInt8]? = nil, xmp: String? = nil, segments: [UInt8] = [],
    trailer: [UInt8] = []
) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    if let exif { bytes += segment(0xE1, Array("Exif\0\0".utf8) + exif) }
    if let xmp { bytes += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)) }
    bytes += segments
    bytes += segment(0xC0, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
    bytes += segment(0xDA, [1, 1, 0, 0, 63, 0]) + Array(repeating: 0x55, count: 64) + [0xFF, 0xD9]
    return bytes + trailer
}

func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] { [0xFF, marker] + big(data.count + 2, 2) + data }

/// An XMP packet whose only description has these attributes and children.
func xmp(_ attributes: String, _ children: String = "") -> String {
    """
    <?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description rdf:about=""
     \(attributes)>\(children)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
}

func pngChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    big(data.count, 4) + Array(name.utf8) + data + [0, 0, 0, 0]
}

func png(
    width: Int = 64, height: Int = 48, before: [UInt8] = [], after: [UInt8] = []
) -> [UInt8] {
    [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
        + pngChunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0])
        + before + pngChunk("IDAT", Array(repeating: 7, count: 100)) + after + pngChunk("IEND", [])
}

func box(_ name: String, _ content: [UInt8]...) -> [UInt8] {
    let content = content.flatMap { $0 }
    return big(content.count + 8, 4) + name.unicodeScalars.map { UInt8($0.value) } + content
}

/// The zeros that begin a box with a version and flags.
let versionZero: [UInt8] = [0, 0, 0, 0]

/// A movie's header box with one track.
func movie(
    handler: String = "vide", created: Int = 0, scale: Int = 1000, ticks: Int = 2500,
    matrix: [Int] = [1, 0, 0, 1], width: Int = 320, height: Int = 180, more: [UInt8] = []
) -> [UInt8] {
    let header = versionZero + big(created, 4) + big(created, 4) + big(scale, 4) + big(ticks, 4)
    let fixed = matrix.map { big($0 << 16, 4) }
    let trackHeader: [UInt8] =
        versionZero + Array(repeating: 0, count: 36) + fixed[0] + fixed[1] + [0, 0, 0, 0] + fixed[2]
        + fixed[3]
        + Array(repeating: 0, count: 16) + big(width << 16, 4) + big(height << 16, 4)
    let track = box(
        "trak", box("tkhd", trackHeader),
        box("mdia", box("hdlr", versionZero + [0, 0, 0, 0] + Array(handler.utf8) + [0, 0, 0, 0])))
    return box("moov", box("mvhd", header), track, more)
}

func fileType(_ major: String, _ others: String...) -> [UInt8] {
    box("ftyp", Array(major.utf8) + [0, 0, 0, 0] + others.flatMap { Array($0.utf8) })
}

/// A clip as phones append it.
let clip = fileType("mp42", "isom") + movie(ticks: 1500) + box("mdat", [1, 2, 3, 4])

import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// Cut and damaged files: whatever is read of them, nothing crashes and nothing goes on for long.
struct MetadataFuzzTests {
    static let folder = FilePath(
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fixtures/metadata")

    static let names = [
        "20200808_080808.jpg", "IMG_0002.HEIC", "PXL_20220202_020202020.MP.jpg", "android_gps.mp4",
        "anim.avif",
        "anim_traffic_light.gif", "anim_traffic_light.jxl", "avif_irot1.avif", "claims_3158064x48.bmp",
        "gps_south_west.jpg", "ifd_loop.jpg", "iphone_gps_portrait.mov", "jpeg_in_container.jxl",
        "multipage.tif", "orient_6_gps.png", "orient_8_gps.webp", "quadrants.svg", "raw.cr2",
        "vp9_vertical.webm",
    ]

    private static func bytes(_ name: String) throws -> [UInt8] {
        let reader = try FileReader(folder.appending(name))
        return try reader.read(at: 0, count: 1 << 20)
    }

    /// What was found is in itself possible.
    private func check(_ bytes: [UInt8]) {
        guard let found = try? metadata(of: bytes, named: "/p/IMG_1.CR2") else { return }
        for range in [found.preview, found.embeddedClip] {
            guard let range else { continue }
            #expect(range.lowerBound > 0)
            #expect(range.upperBound <= Int64(bytes.count))
        }
        if let size = found.size { #expect(size.width > 0 && size.height > 0) }
        if let position = found.position {
            #expect(abs(position.latitude) <= 90 && abs(position.longitude) <= 180)
        }
        if let duration = found.duration { #expect(duration.isFinite && duration > 0) }
    }

    @Test(arguments: names)
    func wholeFilesAreRead(_ name: String) throws {
        let path = Self.folder.appending(name)
        #expect(try MetadataReader.read(path) == metadata(of: Self.bytes(name)))
    }

    @Test(arguments: names)
    func cutFiles(_ name: String) throws {
        let bytes = try Self.bytes(name)
        let step = max(1, bytes.count / 300)
        for length in Array(0..<min(64, bytes.count)) + Array(stride(from: 64, to: bytes.count, by: step)) {
            check(Array(bytes[..<length]))
        }
    }

    @Test(arguments: names)
    func damagedFiles(_ name: String) throws {
        let bytes = try Self.bytes(name)
        var generator = SeededGenerator(seed: 20_241_130)
        // Most of what steers a reader stands in the first two KiB.
        let head = min(bytes.count, 2048)
        for round in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let reach = round % 4 == 0 ? bytes.count : head
                let place = Int.random(in: 0..<reach, using: &generator)
                let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
                let value = values.randomElement(using: &generator) ?? 0
                // Runs of equal bytes make the extreme numbers.
                let run = [1, 1, 2, 4, 8].randomElement(using: &generator) ?? 1
                for index in place..<min(place + run, bytes.count) { damaged[index] = value }
            }
            check(damaged)
        }
    }
}

/// Files that claim much, and what reading them may cost.
struct BoundedReadingTests {
    @Test func allBoxesOfEightBytes() throws {
        let boxes = Array(repeating: box("free"), count: 200_000).flatMap { $0 }
        #expect(try metadata(of: fileType("isom") + boxes).kind == .video)
    }

    @Test func nestedBoxesDoNotRecurse() throws {
        var inner: [UInt8] = []
        for _ in 0..<3000 { inner = box("moov", inner) }
        #expect(try metadata(of: fileType("isom") + inner).size == nil)
    }

    @Test func hugeCounts() throws {
        let locations = box("iloc", [2, 0, 0, 0, 0, 0], big(UInt32.max, 4))
        let names = box("iinf", [1, 0, 0, 0], big(UInt32.max, 4))
        let associations = box("iprp", box("ipco"), box("ipma", versionZero, big(UInt32.max, 4)))
        let item = box("meta", versionZero, box("pitm", versionZero, [0, 1]), names, locations, associations)
        #expect(try metadata(of: fileType("heic") + item).size == nil)
    }

    /// In 60 kilobytes, what would take gigabytes.
    @Test func extentsThatTakeNoPlace() throws {
        let items = (0..<10_000).flatMap { (id) -> [UInt8] in big(id, 2) + [0, 0] + big(UInt16.max, 2) }
        let locations = box("iloc", versionZero, [0, 0], big(10_000, 2), items)
        let item = box("meta", versionZero, box("pitm", versionZero, [0, 1]), locations)
        #expect(try metadata(of: fileType("heic") + item).size == nil)
    }

    /// Many packets, each of which may unpack to a megabyte.
    @Test func packetsThatUnpackToMuch() throws {
        // A stored block each: what counts is what comes out.
        let text = Array(repeating: UInt8(ascii: " "), count: 60_000)
        let packed: [UInt8] =
            [0x78, 0x01, 0x01] + little(text.count, 2) + little(~text.count & 0xFFFF, 2) + text
        let chunk = pngChunk("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 1, 0, 0, 0] + packed)
        let file = png(before: Array(repeating: chunk, count: 200).flatMap { $0 })
        let source = ByteSource(ByteSlice(file), standsForFile: true)
        let found = try MetadataReader.findings(source, path: FilePath("/p/1.png"))
        let count = found.xmp.reduce(0) { $0 + $1.count }
        #expect(count > 60_000 && count <= 1 << 20)
    }

    /// Some megabytes of text are looked at, of which a camera's file has some kilobytes.
    @Test func packetsThatNeverEnd() {
        let filling = ByteSlice(Array(String(repeating: "<a>", count: 400_000).utf8))
        let last = ByteSlice(Array(#"<x GPano:ProjectionType="equirectangular">"#.utf8))
        #expect(XMPPacket([filling, last])["GPano:ProjectionType"] != nil)
        #expect(XMPPacket([filling, filling, last])["GPano:ProjectionType"] == nil)
    }

    @Test func segmentsWithoutEnd() throws {
        let segments = Array(repeating: segment(0xFE, []), count: 100_000).flatMap { $0 }
        #expect(try metadata(of: jpeg(segments: segments)).contentType == "image/jpeg")
    }

    @Test func searchForClipsThatNeverCome() throws {
        let packet = xmp(#"GCamera:MotionPhoto="1""#)
        let name: [UInt8] = [0, 0, 0, 20] + Array("ftypmp42".utf8)
        let names = Array(repeating: name, count: 50_000).flatMap { $0 }
        #expect(try metadata(of: jpeg(xmp: packet, trailer: names)).kind == .photo)
    }
}

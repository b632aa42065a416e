import GLibBridge
import PictureLibrary
import Testing

/// Size, turn and EXIF of the formats that are not JPEG.
struct PictureContainerTests {
    private let turned = tiff([.short(0x112, 6)], exif: [.text(0x9003, "2020:01:01 00:00:00")])

    private func expectTurned(_ file: [UInt8]) throws {
        let found = try metadata(of: file)
        #expect(found.orientation == .right)
        #expect(found.size == PixelSize(width: 48, height: 64))
        #expect(found.taken != nil)
    }

    @Test func pngChunks() throws {
        try expectTurned(png(before: pngChunk("eXIf", turned)))
        try expectTurned(png(after: pngChunk("eXIf", turned)))
        let control = pngChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
        #expect(try metadata(of: png(before: control)).subtypes == .animated)
        #expect(try metadata(of: png(after: control)).subtypes == [])
        let text = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0]
        let packet = Array(xmp(#"exif:DateTimeOriginal="2010-07-11""#).utf8)
        #expect(
            try metadata(of: png(before: pngChunk("iTXt", text + packet))).taken?.words
                == "2010-07-11T00:00:00")
    }

    @Test func pngRawProfile() throws {
        let digits = "0123456789abcdef".map { $0 }
        let block = Array("Exif\0\0".utf8) + turned
        let text = block.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
        let profile = "Raw profile type exif\0\nexif\n     \(block.count)\n\(text)\n"
        try expectTurned(png(before: pngChunk("tEXt", Array(profile.utf8))))
    }

    @Test func pngThatClaimsTooMuch() throws {
        #expect(try metadata(of: png(width: 30_000, height: 30_000)).size == nil)
        #expect(try metadata(of: png(width: Int(Int32.max), height: Int(Int32.max))).size == nil)
        #expect(try metadata(of: png(width: 0, height: 10)).size == nil)
    }

    private func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        var body = Array("WEBP".utf8)
        for (name, data) in chunks {
            body += Array(name.utf8)
            body += little(data.count, 4)
            body += data
            if data.count % 2 == 1 { body.append(0) }
        }
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    @Test func webpChunks() throws {
        let lossy: [UInt8] = [0, 0, 0, 0x9D, 1, 0x2A] + little(64 | 0x4000, 2) + little(48, 2)
        let canvas: [UInt8] = [0x08, 0, 0, 0] + little(63, 3) + little(47, 3)
        #expect(try metadata(of: webp([("VP8 ", lossy)])).size == PixelSize(width: 64, height: 48))
        let lossless: [UInt8] = [0x2F] + little(63 | 47 << 14, 4)
        #expect(try metadata(of: webp([("VP8L", lossless)])).size == PixelSize(width: 64, height: 48))
        for prefix in ["", "Exif\0\0"] {
            try expectTurned(
                webp([("VP8X", canvas), ("VP8 ", lossy), ("EXIF", Array(prefix.utf8) + turned)]))
        }
        let moving: [UInt8] = [0x02, 0, 0, 0] + canvas[4...]
        let found = try metadata(
            of: webp([("VP8X", moving), ("ANIM", [0, 0, 0, 0, 0, 0]), ("ANMF", lossy)]))
        #expect(found.subtypes == .animated)
        #expect(found.size == PixelSize(width: 64, height: 48))
    }

    private func gif(frames: Int, width: Int = 4, height: Int = 3) -> [UInt8] {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 2, 0x44, 1, 0]
        return Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x80, 0, 0]
            + Array(repeating: 0, count: 6) + [0x21, 0xFE, 1, 65, 0]
            + Array(repeating: frame, count: frames).flatMap { $0 } + [0x3B]
    }

    @Test func gifFrames() throws {
        #expect(try metadata(of: gif(frames: 1)).subtypes == [])
        #expect(try metadata(of: gif(frames: 1)).size == PixelSize(width: 4, height: 3))
        #expect(try metadata(of: gif(frames: 2)).subtypes == .animated)
        #expect(try metadata(of: gif(frames: 1, width: 65_535, height: 65_535)).size == nil)
        #expect(try metadata(of: gif(frames: 1, width: 0)).size == nil)
    }

    @Test func bitmaps() throws {
        func bitmap(_ width: Int, _ height: Int, packing: Int = 0) -> [UInt8] {
            Array("BM".utf8) + Array(repeating: 0, count: 12) + little(40, 4) + little(width, 4)
                + little(height, 4) + little(1, 2) + little(24, 2) + little(packing, 4)
                + Array(repeating: 0, count: 200)
        }
        #expect(try metadata(of: bitmap(8, 8)).size == PixelSize(width: 8, height: 8))
        #expect(try metadata(of: bitmap(8, -8)).size == PixelSize(width: 8, height: 8))
        #expect(try metadata(of: bitmap(8, Int(Int32.min))).size == nil)
        #expect(try metadata(of: bitmap(3000, 2000)).size == nil)
    }

    /// A HEIF of one item and its EXIF, which stands in so many pieces.
    private func heif(
        brand: String = "heic", properties: [[UInt8]] = [], exif: [UInt8] = [], pieces: Int = 1,
        describes: Int = 1, shift: Int = 0
    ) -> [UInt8] {
        let size = box("ispe", versionZero, big(64, 4), big(48, 4))
        let all = [size] + properties
        func entry(_ id: Int, _ type: String) -> [UInt8] {
            box("infe", [2, 0, 0, 0], big(id, 2), [0, 0], Array(type.utf8), [0])
        }
        let item = [0, 0, 0, 0] + exif
        func locations(dataAt start: Int) -> [UInt8] {
            var bytes = versionZero + [0x44, 0x00] + big(2, 2)
            bytes += big(1, 2) + [0, 0] + big(1, 2) + big(start, 4) + big(1, 4)
            bytes += big(2, 2) + [0, 0] + big(pieces, 2)
            let step = item.count / pieces
            for index in 0..<pieces {
                let length = index == pieces - 1 ? item.count - index * step : step
                bytes += big(start + shift + index * step, 4)
                bytes += big(length, 4)
            }
            return box("iloc", bytes)
        }
        func metadataBox(dataAt start: Int) -> [UInt8] {
            var links = versionZero + big(1, 4) + big(1, 2) + [UInt8(all.count)]
            links += (1...all.count).map { UInt8($0) }
            return box(
                "meta", versionZero, box("hdlr", versionZero, [0, 0, 0, 0], Array("pict".utf8)),
                box("pitm", versionZero, big(1, 2)),
                box("iinf", versionZero, big(2, 2), entry(1, "hvc1"), entry(2, "Exif")),
                box("iref", versionZero, box("cdsc", big(2, 2), big(1, 2), big(describes, 2))),
                locations(dataAt: start),
                box("iprp", box("ipco", all.flatMap { $0 }), box("ipma", links)))
        }
        let head = fileType(brand, "mif1")
        let start = head.count + metadataBox(dataAt: 0).count + 8
        return head + metadataBox(dataAt: start) + box("mdat", item)
    }

    @Test func heifTurnsByItsOwnBoxes() throws {
        let found = try metadata(of: heif(properties: [box("irot", [1])], exif: turned))
        #expect(found.contentType == "image/heif")
        #expect(found.size == PixelSize(width: 48, height: 64))
        #expect(found.taken != nil)
        // EXIF repeats the turn and must not be applied again, nor alone.
        #expect(try metadata(of: heif(exif: turned)).size == PixelSize(width: 64, height: 48))
        #expect(try metadata(of: heif(properties: [box("irot", [2]), box("imir", [0])])).size?.width == 64)
    }

    @Test func heifCrop() throws {
        let crop = box("clap", [32, 1, 20, 1, 0, 1, 0, 1].flatMap { big($0, 4) })
        #expect(try metadata(of: heif(properties: [crop])).size == PixelSize(width: 32, height: 20))
        #expect(
            try metadata(of: heif(properties: [crop, box("irot", [3])])).size
                == PixelSize(width: 20, height: 32))
    }

    @Test func heifItems() throws {
        #expect(try metadata(of: heif(exif: turned, pieces: 3)).taken != nil)
        #expect(try metadata(of: heif(exif: turned, describes: 9)).taken == nil)
        // What lies outside the file is not there.
        let outside = try metadata(of: heif(exif: turned, shift: 100_000))
        #expect(outside.taken == nil)
        #expect(outside.size == nil)
    }

    @Test func heifAuxiliaries() throws {
        func auxiliary(_ name: String) -> [UInt8] { box("auxC", versionZero, Array(name.utf8), [0]) }
        let gainMap = auxiliary("urn:com:apple:photo:2020:aux:hdrgainmap")
        #expect(try metadata(of: heif(properties: [gainMap])).subtypes == .hdr)
        let depth = auxiliary("urn:mpeg:hevc:2015:auxid:2")
        #expect(try metadata(of: heif(properties: [depth])).subtypes == .depth)
        #expect(try metadata(of: heif(properties: [auxiliary("urn:mpeg:hevc:2015:auxid:1")])).subtypes == [])
    }

    @Test func previewInAHEIF() throws {
        let block = tiff([.short(0x112, 1)], thumbnail: [0xFF, 0xD8, 0xFF, 0xD9, 8, 9])
        let file = heif(exif: block)
        let preview = try #require(try metadata(of: file).preview)
        #expect(file[Int(preview.lowerBound)] == 0xFF)
        #expect(file[Int(preview.upperBound) - 1] == 9)
        // In pieces it has no place of its own in the file.
        #expect(try metadata(of: heif(exif: block, pieces: 2)).preview == nil)
    }

    @Test func jpegXLContainer() throws {
        // 8 rows, square, all defaults: bits 1, 00000, 100, 1.
        let stream: [UInt8] = [0xFF, 0x0A, 0b0100_0001, 0b0000_0010]
        #expect(try metadata(of: stream).size == PixelSize(width: 8, height: 8))
        let signature = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
        let found = try metadata(
            of: signature + box("jxlc", stream) + box("Exif", [0, 0, 0, 0], turned))
        #expect(found.contentType == "image/jxl")
        #expect(found.size == PixelSize(width: 8, height: 8))
        #expect(found.taken != nil)
    }

    @Test(arguments: [
        (#"<svg width="2in" height="96pt"/>"#, 192, 128), (#"<svg viewBox="0 0 30 20"/>"#, 30, 20),
        (#"<svg width="60" viewBox="0,0,30,20"/>"#, 60, 40),
        (#"<svg width="100%" height="100%" viewBox="0 0 30 20"/>"#, 30, 20),
        (#"<!-- <svg width="1"> --><!DOCTYPE svg [<!ENTITY a ">">]><svg width='9' height='8'/>"#, 9, 8),
    ])
    func svgSizes(_ text: String, _ width: Int, _ height: Int) throws {
        let found = try metadata(of: Array(("<?xml version='1.0'?>\n" + text).utf8))
        #expect(found.contentType == "image/svg+xml")
        #expect(found.size == PixelSize(width: width, height: height))
    }

    @Test func rawPreviewIsTheLargestThatDecodes() throws {
        let small = jpeg()
        let large = jpeg(trailer: Array(repeating: 0, count: 500))
        var lossless = jpeg(trailer: Array(repeating: 0, count: 900))
        let marker = try #require(lossless.firstIndex(of: 0xC0))
        lossless[marker] = 0xC3
        var file = tiff([.bytes(0xC612, [1, 4, 0, 0]), .short(0x103, 7)], thumbnail: small)
        let start = file.count
        file += large + lossless
        // A directory of its own for each, behind the pictures.
        func directory(_ offset: Int, _ length: Int) -> [UInt8] {
            big(3, 2) + big(0x103, 2) + big(3, 2) + big(1, 4) + big(7, 2) + [0, 0]
                + big(0x111, 2) + big(4, 2) + big(1, 4) + big(offset, 4)
                + big(0x117, 2) + big(4, 2) + big(1, 4) + big(length, 4)
        }
        let first = file.count
        file += directory(start, large.count) + big(first + 42, 4)
        file += directory(start + large.count, lossless.count) + big(0, 4)
        // The thumbnail's directory is the second; chain the others behind it.
        let second = Int(big: file, at: 4) + 2 + 2 * 12
        let thumbnailDirectory = Int(big: file, at: second)
        file.replaceSubrange(thumbnailDirectory + 26..<thumbnailDirectory + 30, with: big(first, 4))
        let found = try metadata(of: file)
        #expect(found.contentType == "image/x-adobe-dng")
        #expect(found.preview == Int64(start)..<Int64(start + large.count))
    }

    @Test func tiffWithMetadataFarAway() throws {
        var file = tiff([.short(0x112, 6), .long(0x100, 64), .long(0x101, 48)])
        let block = tiff(exif: [.text(0x9003, "2020:01:01 00:00:00")])
        #expect(try metadata(of: file).size == PixelSize(width: 48, height: 64))
        // The same directory behind a megabyte of picture.
        let directory = Array(file[Int(big: file, at: 4)...])
        file = Array(file[..<8]) + Array(repeating: 0, count: 1 << 20) + directory
        file.replaceSubrange(4..<8, with: big(8 + (1 << 20), 4))
        #expect(try metadata(of: file).orientation == .right)
        #expect(try metadata(of: block).taken != nil)
    }

    @Test func fujiRaw() throws {
        var file: [UInt8] = Array("FUJIFILMCCD-RAW ".utf8) + Array(repeating: 0, count: 84)
        let picture = jpeg(exif: turned)
        file.replaceSubrange(84..<92, with: big(100, 4) + big(picture.count, 4))
        file += picture
        try expectTurned(file)
        #expect(try metadata(of: file).preview == 100..<Int64(100 + picture.count))
    }
}

extension Int {
    init(big bytes: [UInt8], at place: Int) {
        self = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}

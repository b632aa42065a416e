import GLibBridge
import Testing

@testable import PictureLibrary

/// JPEG and PNG at the size that is wanted, and back.
@Suite struct ImageCodecTests {
    private func decode(
        _ codec: ImageCodec, _ bytes: [UInt8], _ width: Int = .max, _ height: Int = .max
    ) throws(DecodeError) -> ImageCodec.Picture {
        let size = PixelSize(width: width, height: height)
        return try withoutActuallyEscaping({ (bytes: UnsafeRawBufferPointer) throws(DecodeError) in
            try codec.decode(bytes, size: size)
        }) { body throws(DecodeError) in
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(DecodeError) in try body(bytes) }
            }
            return try result.get()
        }
    }

    private func rows(_ width: Int, _ channels: Int, _ bytes: [UInt8]) -> PixelBuffer {
        PixelBuffer(
            size: PixelSize(width: width, height: bytes.count / channels / width),
            format: channels == 4 ? .rgba : .rgb, stride: width * channels, bytes: Bytes(bytes))
    }

    @Test(arguments: [
        "progressive.jpg", "cmyk_adobe.jpg", "cmyk_plain.jpg", "ycck.jpg", "rgba_16bit_interlaced.png",
        "thumb_stale.jpg",
    ])
    func showsTheCard(_ name: String) throws {
        let codec: ImageCodec = name.hasSuffix("png") ? .png : .jpeg
        let bytes = read(fixture(name))
        for side in [8, 17, 30, 48] {
            let picture = try decode(codec, bytes, side, side)
            #expect(picture.isComplete && picture.pixels.size == PixelSize(width: side, height: side))
            if name != "thumb_stale.jpg" { expectTestCard(picture.pixels, "\(name) at \(side)") }
        }
    }

    @Test func readsEachFormOfPNG() throws {
        let grey = try decode(.png, read(fixture("grey_1bit.png")))
        #expect(grey.pixels.format == .rgb && grey.isComplete)
        #expect(grey.pixels.colour(2, 2) == [255, 255, 255] && grey.pixels.colour(60, 2) == [0, 0, 0])
        let clear = try decode(.png, read(fixture("palette_transparent.png")))
        #expect(clear.pixels.format == .rgba && clear.isComplete)
        #expect(clear.pixels.colour(2, 2)[3] == 0)
        #expect(clear.pixels.colour(60, 2) == [0, 255, 0, 255])
    }

    @Test func averagesWholeAndPartsOfPixels() throws {
        let picture = rows(3, 3, [0, 60, 120, 180, 240, 30].flatMap { [$0, $0, $0] })
        let png = try #require(picture.png(texts: []))
        #expect(try decode(.png, png).pixels.colour(1, 1) == [240, 240, 240])
        let row = try decode(.png, png, 3, 1).pixels
        #expect((0..<3).map { row.colour($0, 0)[0] } == [90, 150, 75])
        // A pixel and a half each.
        let pair = try decode(.png, png, 2, 1).pixels
        #expect((0..<2).map { pair.colour($0, 0)[0] } == [110, 100])
        #expect(try decode(.png, png, 1, 1).pixels.colour(0, 0) == [105, 105, 105])
    }

    /// What cannot be seen has no part in the colour.
    @Test func averagesColoursByTheirOpacity() throws {
        let picture = rows(2, 4, [200, 100, 50, 255, 0, 0, 0, 0])
        let png = try #require(picture.png(texts: []))
        #expect(try decode(.png, png, 1, 1).pixels.colour(0, 0) == [200, 100, 50, 128])
        let clear = try #require(rows(2, 4, [9, 9, 9, 0, 8, 8, 8, 0]).png(texts: []))
        #expect(try decode(.png, clear, 1, 1).pixels.colour(0, 0) == [0, 0, 0, 0])
    }

    /// Thousands of columns into one, without an overflow on the way.
    @Test func averagesTheLongestRows() throws {
        let wide = rows(50000, 4, Array(repeating: 255, count: 200_000))
        let png = try #require(wide.png(texts: []))
        #expect(try decode(.png, png, 1, 1).pixels.colour(0, 0) == [255, 255, 255, 255])
        let high = rows(1, 3, Array(repeating: 255, count: 150_000))
        let other = try #require(high.png(texts: []))
        #expect(try decode(.png, other, 1, 1).pixels.colour(0, 0) == [255, 255, 255])
    }

    @Test func writesTextsBeforeThePixels() throws {
        let texts = [("Thumb::URI", "file:///a%20b"), ("Thumb::MTime", "12")]
        let png = try #require(picture(20, 10).pixels.png(texts: texts.map { ($0.0, $0.1) }))
        let text = try #require(PNGText(png))
        #expect(text.chunks == ["IHDR", "tEXt", "tEXt", "IDAT", "IEND"])
        #expect(text.texts == Dictionary(uniqueKeysWithValues: texts))
        #expect((text.width, text.height) == (20, 10))
        expectTestCard(try decode(.png, png).pixels, "PNG and back")
    }

    @Test func writesRowsWithGapsAndTransparency() throws {
        let gap = PixelBuffer(
            size: PixelSize(width: 1, height: 2), format: .rgba, stride: 7,
            bytes: Bytes([1, 2, 3, 4, 0, 0, 0, 5, 6, 7, 8]))
        let pixels = try decode(.png, #require(gap.png(texts: []))).pixels
        #expect(pixels.colour(0, 0) == [1, 2, 3, 4] && pixels.colour(0, 1) == [5, 6, 7, 8])
        let jpeg = try #require(picture(64, 48).pixels.jpeg())
        #expect(jpeg.count < 2000)
        expectTestCard(try decode(.jpeg, jpeg).pixels, "JPEG and back")
        let opaque = try #require(rows(1, 4, [250, 250, 250, 0]).jpeg())
        #expect(try decode(.jpeg, opaque).pixels.colour(0, 0)[0] > 245)
    }

    /// Of a progressive picture at an eighth only the first scans are read, and what follows is not known.
    @Test func stopsAfterTheFirstScans() throws {
        let bytes = read(fixture("progressive.jpg"))
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        try #require(scans.count > 2)
        let small = try decode(.jpeg, bytes, 40, 30)
        #expect(small.hasUnreadScans)
        #expect(try !decode(.jpeg, bytes, 41, 30).hasUnreadScans)
        let start = Array(bytes[..<scans[2]])
        let same = try decode(.jpeg, start, 40, 30)
        #expect(same.pixels.colour(3, 3) == small.pixels.colour(3, 3))
        expectTestCard(same.pixels, "the first scans alone")
        #expect(try !decode(.jpeg, start, 320, 240).isComplete)

        let folder = TemporaryFolder()
        let path = folder.path.appending("cut.jpg")
        for (bytes, isComplete) in [(start, false), (bytes, true), (bytes + [1, 2, 3], true)] {
            write(bytes, to: path)
            let picture = try PictureDecoder().decode(
                path, metadata: nil, target: .filling(30), cancellation: Cancellation())
            #expect(picture.isComplete == isComplete)
        }
    }

    /// A header that claims what nobody can hold is refused before anything is taken.
    @Test func keepsToItsMemory() throws {
        var bytes = read(fixture("progressive.jpg"))
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC2 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: big(20000, 2) + big(20000, 2))
        let before = peakMemory
        #expect(throws: DecodeError.tooLarge(PixelSize(width: 20000, height: 20000))) {
            try decode(.jpeg, bytes, 40, 30)
        }
        #expect(peakMemory - before < 40 << 10)
    }

    /// Every beginning of a file, and every byte changed: a picture or an error, and the ground in the rest.
    @Test(arguments: [
        "progressive.jpg", "ycck.jpg", "palette_transparent.png", "rgba_16bit_interlaced.png",
        "grey_1bit.png",
    ])
    func survivesDamage(_ name: String) throws {
        let codec: ImageCodec = name.hasSuffix("png") ? .png : .jpeg
        let bytes = read(fixture(name))
        var partial = 0
        for count in stride(from: 0, to: bytes.count - 2, by: 3) {
            guard let picture = try? decode(codec, Array(bytes.prefix(count)), 16, 12) else { continue }
            if !picture.isComplete { partial += 1 }
        }
        #expect(partial > 0)
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0xFF
            guard let picture = try? decode(codec, damaged, 16, 12) else { continue }
            #expect(picture.pixels.size.pixelCount > 0)
        }
    }
}

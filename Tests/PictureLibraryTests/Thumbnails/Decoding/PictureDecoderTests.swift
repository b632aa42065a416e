import GLibBridge
import Testing

@testable import PictureLibrary

/// The decoder on the files that the repository carries, and the making of tiles.
@Suite(.serialized)
struct PictureDecoderTests {
    func decode(
        _ path: FilePath, _ metadata: AssetMetadata? = nil, filling side: Int = 64
    ) throws(DecodeError) -> DecodedPicture {
        try PictureDecoder().decode(
            path, metadata: metadata, target: .filling(side), cancellation: Cancellation())
    }

    @Test func turnsByTheMetadata() throws {
        let picture = try decode(fixture("thumb_stale.jpg"))
        #expect(picture.originalSize == PixelSize(width: 480, height: 640))
        #expect(picture.pixels.size == PixelSize(width: 64, height: 85))
        expectTestCard(picture.pixels, "by the file's own orientation")
    }

    /// T15: the good part of a file that breaks off is shown, and known to be a part.
    @Test func showsTheGoodPart() throws {
        let picture = try decode(fixture("truncated_half.jpg"))
        #expect(!picture.isComplete)
        let size = picture.pixels.size
        #expect(Set(picture.pixels.colour(size.width / 2, size.height - 2)).count == 1)
        #expect(picture.pixels.colour(6, 6)[0] > 128)
    }

    /// T03: 900 megapixels in 150 KB cost a sentence.
    @Test func refusesABombBeforeItTakesMemory() {
        let before = peakMemory
        #expect(throws: DecodeError.tooLarge(PixelSize(width: 30000, height: 30000))) {
            try decode(fixture("bomb_30000x30000.png"))
        }
        #expect(peakMemory - before < 40 << 10)
    }

    /// T02: the header alone claims 1.6 gigapixels.
    @Test func refusesAClaimWithoutData() {
        let folder = TemporaryFolder()
        let path = folder.path.appending("claim.png")
        var bytes = read(fixture("bomb_30000x30000.png")).prefix(33)
        bytes.replaceSubrange(16..<24, with: big(40000, 4) + big(40000, 4))
        write(Array(bytes), to: path)
        #expect(throws: DecodeError.tooLarge(PixelSize(width: 40000, height: 40000))) { try decode(path) }
    }

    /// T04: a progressive picture is held whole unless an eighth serves, and 144 megapixels are refused.
    @Test func looksAtTheWholeSizeOfAProgressivePicture() throws {
        let folder = TemporaryFolder()
        let path = folder.path.appending("claim.jpg")
        var bytes = read(fixture("progressive.jpg"))
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC2 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: big(12000, 2) + big(12000, 2))
        write(bytes, to: path)
        let before = peakMemory
        #expect(throws: DecodeError.tooLarge(PixelSize(width: 12000, height: 12000))) { try decode(path) }
        // A confined process may scan it, in next to no memory; here its data ends at once.
        let file = try FileReader(path)
        #expect(throws: DecodeError.tooLarge(PixelSize(width: 12000, height: 12000))) {
            try FileDecoding(
                file: file, part: .photo, metadata: nil, target: .filling(64), cancellation: Cancellation(),
                isConfined: true
            ).run()
        }
        #expect(peakMemory - before < 40 << 10)
    }

    /// T18: an animation that breaks off in its second frame still shows the first one.
    @Test func showsTheFirstFrameOfABrokenAnimation() throws {
        let folder = TemporaryFolder()
        let path = folder.path.appending("cut.gif")
        let whole = read(fixture("../metadata/anim_traffic_light.gif"))
        // The second frame lies from byte 810 to byte 874.
        write(Array(whole.prefix(840)), to: path)
        let picture = try decode(path)
        let same = try decode(fixture("../metadata/anim_traffic_light.gif"))
        #expect(picture.pixels.size == same.pixels.size)
        #expect(
            picture.pixels.bytes.withUnsafeBytes { Array($0) }
                == same.pixels.bytes.withUnsafeBytes { Array($0) })
    }

    @Test func fitsAPreview() throws {
        let pixels = try PictureDecoder().decode(
            fixture("thumb_stale.jpg"), metadata: nil, fitting: PixelSize(width: 100, height: 100))
        #expect(pixels.size == PixelSize(width: 75, height: 100))
        let whole = try PictureDecoder().decode(
            fixture("thumb_stale.jpg"), metadata: nil, fitting: PixelSize(width: 5000, height: 5000))
        #expect(whole.size == PixelSize(width: 480, height: 640))
    }

    @Test func saysWhyNot() {
        let folder = TemporaryFolder()
        let text = folder.path.appending("text.jpg")
        write(Array("not a picture at all".utf8), to: text)
        #expect(throws: DecodeError.damaged("")) { try decode(text) }
        write([], to: text)
        #expect(throws: DecodeError.damaged("")) { try decode(text) }
        write(
            Array("GIF89a".utf8) + [0, 0, 32, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 0, 0, 32, 0, 0, 2, 0], to: text)
        #expect(throws: DecodeError.damaged("")) { try decode(text) }
        #expect(throws: DecodeError.unreadable(.notRegular)) { try decode(folder.path) }
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: DecodeError.cancelled) {
            try PictureDecoder().decode(
                fixture("thumb_stale.jpg"), metadata: nil, target: .filling(64), cancellation: cancellation)
        }
    }

    @Test func makesSquareOpaqueTiles() throws {
        let wide = try #require(TilePicture.square(picture(320, 200), side: 40))
        #expect(wide.size == PixelSize(width: 40, height: 40) && wide.format == .rgb)
        expectTestCard(wide, "cropped to the middle")
        // Enlarged to twice its size at most, in the middle of the ground.
        let tiny = try #require(TilePicture.square(picture(8, 8), side: 40))
        #expect(tiny.size == PixelSize(width: 40, height: 40))
        #expect(tiny.colour(2, 2) == [0x9A, 0x9A, 0x9A])
        #expect(tiny.colour(14, 14) == [255, 0, 0])
        let thin = try #require(TilePicture.square(picture(2, 900), side: 40))
        #expect(thin.size == PixelSize(width: 40, height: 40))
        #expect(thin.colour(0, 20) == [0x9A, 0x9A, 0x9A])
    }

    @Test func laysTransparentPicturesOnTheGround() throws {
        let clear = Pixbuf(PixelBuffer.transparentPixel)
        let tile = try #require(TilePicture.square(clear, side: 4, enlarging: .infinity))
        #expect(tile.format == .rgb)
        #expect(tile.colour(1, 1).allSatisfy { (0x99...0x9A).contains($0) })
    }

    /// T35: a 4:3 preview of a 3:2 photo has black bars, which go.
    @Test func cutsTheBarsOffAPreview() throws {
        var rows = [UInt8](repeating: 0, count: 160 * 120 * 3)
        for y in 7..<113 {
            for x in 0..<160 { rows[(y * 160 + x) * 3] = 255 }
        }
        let stored = Pixbuf(
            PixelBuffer(
                size: PixelSize(width: 160, height: 120), format: .rgb, stride: 480, bytes: Bytes(rows)))
        let preview = try #require(stored.turned(.right))
        let tile = try #require(
            TilePicture.square(preview: preview, photo: PixelSize(width: 2000, height: 3000), side: 60))
        for at in [(0, 0), (59, 0), (0, 59), (59, 59), (30, 0)] {
            #expect(tile.colour(at.0, at.1)[0] > 240, "a bar at \(at)")
        }
    }

    @Test(arguments: Orientation.allCases)
    func turnsEachWay(_ orientation: Orientation) throws {
        // What a camera stores is the upright card, put through the inverse turn.
        let inverse: Orientation =
            switch orientation {
            case .right: .left
            case .left: .right
            default: orientation
            }
        let stored = try #require(picture(40, 20).turned(inverse))
        let upright = try #require(stored.turned(orientation))
        #expect(upright.size == PixelSize(width: 40, height: 20))
        expectTestCard(upright.pixels, "\(orientation)")
    }
}

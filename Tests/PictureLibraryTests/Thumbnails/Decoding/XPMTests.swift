import GLibBridge
import Testing

@testable import PictureLibrary

/// Pictures that are C source.
struct XPMTests {
    private let folder = TemporaryFolder()

    private func xpm(_ size: String = "16 16 5 1", rows: Int = 16) -> [UInt8] {
        let body = (0..<rows).map { row in
            (row < 8 ? "rrrrrrrrgggggggg" : "bbbbbbbbyyyyyyyy")
        }
        let colours = ["r c #FF0000", "g c #00FF00", "b c #0000FF", "y c #FFFF00", "  c None"]
        let lines = ([size] + colours + body).map { "\"\($0)\"" }.joined(separator: ", /* \"no, 1 */\n")
        return Array("/* XPM */\n/* \"2 2 1 1\" { */ static char *card[] = {\n\(lines)};\n".utf8)
    }

    private func decode(
        _ decoder: any ThumbnailDecoder, _ bytes: [UInt8]
    ) throws(DecodeError) -> DecodedPicture {
        try decoder.decode(
            folder.write("card.xpm", bytes),
            metadata: AssetMetadata(contentType: "image/x-xpixmap", kind: .photo),
            target: .filling(8), cancellation: Cancellation())
    }

    /// Also where no temporary file can be made.
    @Test(arguments: DecoderWorkerTests.nearAndFar) func isShown(_ decoder: any ThumbnailDecoder) throws {
        let picture = try decode(decoder, xpm())
        #expect(picture.pixels.size == PixelSize(width: 8, height: 8))
        #expect(picture.originalSize == PixelSize(width: 16, height: 16))
        expectTestCard(picture.pixels, "XPM")
    }

    @Test(arguments: DecoderWorkerTests.nearAndFar) func claimsAreNotBelieved(_ decoder: any ThumbnailDecoder)
    {
        for claim in ["16 16 9999999 1", "0 16 5 1", "-1 16 5 1", "16 16 5", "16 16 5 40", "x", ""] {
            #expect(throws: DecodeError.damaged("")) { try decode(decoder, xpm(claim)) }
        }
        #expect(throws: DecodeError.tooLarge(PixelSize(width: 60000, height: 60000))) {
            try decode(decoder, xpm("60000 60000 5 1"))
        }
    }

    @Test func whatBreaksOffIsAPictureOrNone() {
        let whole = xpm()
        for count in 0..<whole.count { _ = try? decode(PictureDecoder(), Array(whole.prefix(count))) }
        #expect(throws: DecodeError.damaged("")) { try decode(PictureDecoder(), xpm(rows: 15)) }
    }
}

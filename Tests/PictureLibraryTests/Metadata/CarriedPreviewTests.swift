import GLibBridge
import Testing

@testable import PictureLibrary

/// Files that nothing here decodes, but that carry a JPEG of what is in them.
@Suite struct CarriedPreviewTests {
    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(name.utf8) + content
    }

    private func canonRaw(_ preview: [UInt8]) -> [UInt8] {
        let metadata: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        let carried: [UInt8] = [
            0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
        ]
        let main = tiff([
            .short(0x100, 600), .short(0x101, 400), .text(0x10F, "Canon"), .text(0x110, "Canon EOS R5"),
            .short(0x112, 8),
        ])
        let exif = tiff([.text(0x9003, "2021:06:05 14:13:12")])
        let head = box("ftyp", Array("crx ".utf8) + big(1, 4) + Array("crx isom".utf8))
        let movie = box("moov", box("uuid", metadata + box("CMT1", main) + box("CMT2", exif)))
        let numbers = big(0, 4) + big(1, 2) + big(150, 2) + big(100, 2) + big(1, 2)
        let picture = box("PRVW", numbers + big(preview.count, 4) + preview)
        return head + movie + box("uuid", carried + big(0, 4) + big(1, 4) + picture)
    }

    private func photoshop(_ preview: [UInt8]) -> [UInt8] {
        let numbers = big(1, 4) + big(0, 20) + big(24, 2) + big(1, 2)
        let other = Array("8BIM".utf8) + big(0x03ED, 2) + [3] + Array("abc".utf8) + big(3, 4) + [1, 2, 3, 0]
        let resource = Array("8BIM".utf8) + big(0x040C, 2) + [0, 0] + big(numbers.count + preview.count, 4)
        let resources = other + resource + numbers + preview
        return Array("8BPS".utf8) + big(1, 2) + big(0, 6) + big(3, 2) + big(400, 4) + big(600, 4) + big(8, 2)
            + big(3, 2) + big(0, 4) + big(resources.count, 4) + resources + big(0, 8)
    }

    @Test func readsACanonRawFile() throws {
        let preview = try #require(picture(150, 100).pixels.jpeg())
        let found = try metadata(of: canonRaw(preview), named: "/pictures/IMG_1.CR3")
        #expect(found.contentType == "image/x-canon-cr3")
        #expect(found.size == PixelSize(width: 400, height: 600) && found.orientation == .left)
        #expect(found.camera == "Canon EOS R5")
        #expect(found.taken == CaptureDate(text: "2021:06:05 14:13:12"))
    }

    @Test func readsAPhotoshopFile() throws {
        let preview = try #require(picture(150, 100).pixels.jpeg())
        let found = try metadata(of: photoshop(preview), named: "/pictures/card.psd")
        #expect(found.contentType == "image/vnd.adobe.photoshop")
        #expect(found.size == PixelSize(width: 600, height: 400))
    }

    @Test func showsWhatTheyCarry() throws {
        let folder = TemporaryFolder()
        let card = try #require(picture(150, 100).pixels.jpeg())
        let turned = try #require(picture(100, 150).turned(.right)?.pixels.jpeg())
        for (name, bytes, size) in [
            ("IMG_1.CR3", canonRaw(turned), PixelSize(width: 40, height: 60)),
            ("card.psd", photoshop(card), PixelSize(width: 60, height: 40)),
        ] {
            let path = folder.path.appending(name)
            write(bytes, to: path)
            let shown = try PictureDecoder().decode(
                path, metadata: nil, target: .filling(40), cancellation: Cancellation())
            #expect(shown.isComplete && shown.pixels.size == size, "\(name): \(shown.pixels.size)")
            expectTestCard(shown.pixels, name)
        }
    }

    /// Without one, the tile says that nothing can show it.
    @Test func saysWhereNothingIsCarried() throws {
        let folder = TemporaryFolder()
        let path = folder.path.appending("card.psd")
        write(photoshop([]), to: path)
        #expect(throws: DecodeError.unsupported(contentType: "image/vnd.adobe.photoshop", package: nil)) {
            try PictureDecoder().decode(
                path, metadata: nil, target: .filling(40), cancellation: Cancellation())
        }
    }
}

import GLibBridge
import PictureLibrary
import Testing

/// What XMP and IPTC say where EXIF does not.
struct XMPTests {
    @Test func datesInOrder() throws {
        let both = xmp(
            #"photoshop:DateCreated="2011-01-01T00:00:00" exif:DateTimeOriginal="2010-07-11T13:53:00+02:00""#)
        #expect(try metadata(of: jpeg(xmp: both)).taken?.words == "2010-07-11T13:53:00+02:00")
        let one = xmp("", "<photoshop:DateCreated>2022-01-10T15:15:44.31Z</photoshop:DateCreated>")
        #expect(try metadata(of: jpeg(xmp: one)).taken?.words == "2022-01-10T15:15:44+00:00")
        let made = xmp(#"xmp:CreateDate="2009-03-06T22:15:00+01:00""#)
        #expect(try metadata(of: jpeg(xmp: made)).taken == nil)
    }

    @Test("The turn counts where EXIF has none, and the container no word for it")
    func orientation() throws {
        let packet = xmp(#"tiff:Orientation="6""#)
        let turned = try metadata(of: jpeg(width: 64, height: 48, xmp: packet))
        #expect(turned.orientation == .right)
        #expect(turned.size == PixelSize(width: 48, height: 64))
        let text = pngChunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(packet.utf8))
        #expect(try metadata(of: png(before: text)).orientation == .right)
        let dated = tiff(exif: [.text(0x9003, "2018:07:16 17:52:22")])
        #expect(try metadata(of: jpeg(exif: dated, xmp: packet)).orientation == .right)
        let upright = tiff([.short(0x112, 1)])
        #expect(try metadata(of: jpeg(exif: upright, xmp: packet)).orientation == .upright)
        for odd in ["0", "9", "-6", "99999999999999999999", "right"] {
            #expect(
                try metadata(of: jpeg(xmp: xmp("tiff:Orientation=\"\(odd)\""))).orientation == .upright)
        }
        let whole = tiff([.long(0x100, 64), .long(0x101, 48), .bytes(0x2BC, Array(packet.utf8))])
        #expect(try metadata(of: whole).orientation == .upright, "a TIFF's own tag is absent")
        let codestream: [UInt8] = [0xFF, 0x0A] + Array(repeating: 0, count: 16)
        let jpegXL =
            box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("jxlc", codestream) + box("xml ", Array(packet.utf8))
        #expect(try metadata(of: jpegXL).orientation == .upright)
    }

    @Test func exifBeforeXMP() throws {
        let block = tiff(exif: [.text(0x9003, "2018:07:16 17:52:22")])
        let packet = xmp(#"exif:DateTimeOriginal="2010-07-11T13:53:00""#)
        #expect(try metadata(of: jpeg(exif: block, xmp: packet)).taken?.words == "2018-07-16T17:52:22")
    }

    @Test func iptcDate() throws {
        let datasets: [UInt8] =
            [0x1C, 2, 55, 0, 8] + Array("20220110".utf8) + [0x1C, 2, 60, 0, 11] + Array("151544-0400".utf8)
        let resources: [UInt8] =
            Array("Photoshop 3.0".utf8) + [0] + Array("8BIM".utf8) + [4, 4, 0, 0] + big(datasets.count, 4)
            + datasets
        let file = jpeg(segments: segment(0xED, resources))
        #expect(try metadata(of: file).taken?.words == "2022-01-10T15:15:44-04:00")
    }

    @Test(arguments: [
        (#"GPano:ProjectionType="equirectangular""#, AssetMetadata.Subtypes.panorama),
        (#"hdrgm:Version="1.0""#, .hdr), (#"GDepth:Format="RangeInverse""#, .depth),
        (#"dc:format="image/jpeg""#, AssetMetadata.Subtypes()),
    ])
    func subtypes(_ attributes: String, _ subtypes: AssetMetadata.Subtypes) throws {
        #expect(try metadata(of: jpeg(xmp: xmp(attributes))).subtypes == subtypes)
    }

    @Test func shapeOfAPanorama() throws {
        #expect(try metadata(of: jpeg(width: 5000, height: 2000)).subtypes == [])
        let wide = jpeg(width: 2500, height: 1000, trailer: Array(repeating: 0, count: 1000))
        #expect(try metadata(of: wide).subtypes == .panorama)
        let turned = jpeg(
            width: 1000, height: 2500, exif: tiff([.short(0x112, 6)]),
            trailer: Array(repeating: 0, count: 1000))
        #expect(try metadata(of: turned).subtypes == .panorama)
        #expect(try metadata(of: wide, named: "/home/Screenshot wide.jpg").subtypes == .screenshot)
    }

    @Test(arguments: [
        ("/pictures/Screenshot from 2024.png", true), ("/pictures/Bildschirmfoto vom 3.png", true),
        ("/pictures/Screenshots/a.png", true), ("/pictures/截图 1.png", true), ("/pictures/a.png", false),
        ("/pictures/my Screenshot.png", false),
    ])
    func screenshots(_ path: String, _ isOne: Bool) throws {
        #expect(try metadata(of: png(), named: path).subtypes.contains(.screenshot) == isOne)
    }

    @Test func screenshotBySayingSo() throws {
        let comment = TestField.bytes(0x9286, Array("ASCII\0\0\0Screenshot".utf8))
        #expect(
            try metadata(of: png(before: pngChunk("eXIf", tiff(exif: [comment])))).subtypes == .screenshot)
    }

    @Test func photoOfACameraInAScreenshotFolder() throws {
        let file = jpeg(exif: tiff([.text(0x10F, "Canon")]))
        #expect(try metadata(of: file, named: "/p/Screenshots/IMG_1.JPG").subtypes == [])
    }

    @Test func selfie() throws {
        let lens = TestField.text(0xA434, "iPhone 13 mini Front TrueDepth camera 2.71mm f/2.2")
        #expect(try metadata(of: jpeg(exif: tiff(exif: [lens]))).subtypes == .selfie)
    }

    @Test func gainMapOfAMultiPictureFile() throws {
        let second =
            [0xFF, 0xD8]
            + segment(
                0xE1,
                Array(
                    "http://ns.adobe.com/xap/1.0/\0aux=urn:com:apple:photo:2020:aux:hdrgainmap".utf8))
            + [0xFF, 0xD9]
        func file(offset: Int) -> [UInt8] {
            var entries = Array(repeating: UInt8(0), count: 32)
            entries.replaceSubrange(24..<28, with: big(offset, 4))
            let list = tiff([.bytes(0xB002, entries)])
            return jpeg(segments: segment(0xE2, Array("MPF\0".utf8) + list), trailer: second)
        }
        let plain = file(offset: 1)
        // Offsets count from the list's own beginning, behind the four letters.
        let base = 2 + 4 + 4
        #expect(try metadata(of: file(offset: plain.count - second.count - base)).subtypes == .hdr)
        #expect(try metadata(of: plain).subtypes == [])
    }
}

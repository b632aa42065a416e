import GLibBridge
import PictureLibrary
import Testing

/// Clips that lie in the still's own file.
struct MotionPhotoTests {
    private func directory(_ items: [(semantic: String, length: Int)], attributes: Bool = true) -> String {
        let members = items.map { item in
            attributes
                ? """
                <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" \
                Item:Semantic="\(item.semantic)" Item:Length="\(item.length)" Item:Padding="0"/></rdf:li>
                """
                : """
                <rdf:li><Container:Item><Item:Length>\(item.length)</Item:Length>\
                <Item:Semantic>\(item.semantic)</Item:Semantic></Container:Item></rdf:li>
                """
        }
        return xmp(
            #"GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1""#,
            "<Container:Directory><rdf:Seq>\(members.joined())</rdf:Seq></Container:Directory>")
    }

    private func expectClip(_ file: [UInt8], behind: Int = 0) throws {
        let found = try metadata(of: file)
        #expect(found.kind == .live)
        #expect(found.duration == 1.5)
        let start = Int64(file.count - behind - clip.count)
        #expect(found.embeddedClip == start..<(start + Int64(clip.count)))
    }

    @Test(arguments: [true, false])
    func motionPhoto(asAttributes: Bool) throws {
        let packet = directory([("Primary", 0), ("MotionPhoto", clip.count)], attributes: asAttributes)
        try expectClip(jpeg(xmp: packet, trailer: clip))
    }

    @Test func clipBeforeAGainMap() throws {
        let packet = directory([("Primary", 0), ("MotionPhoto", clip.count), ("GainMap", 40)])
        try expectClip(jpeg(xmp: packet, trailer: clip + Array(repeating: 3, count: 40)), behind: 40)
    }

    @Test func clipBehindAGainMap() throws {
        let packet = directory([("Primary", 0), ("GainMap", 40), ("MotionPhoto", clip.count)])
        try expectClip(jpeg(xmp: packet, trailer: Array(repeating: 3, count: 40) + clip))
    }

    @Test func microVideo() throws {
        let packet = xmp(#"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(clip.count)""#)
        try expectClip(jpeg(xmp: packet, trailer: clip))
    }

    @Test func directoryThatForgetsTheClip() throws {
        let packet = directory([("Primary", 0), ("GainMap", 40)])
        try expectClip(jpeg(xmp: packet, trailer: Array(repeating: 3, count: 40) + clip))
        try expectClip(jpeg(xmp: directory([("MotionFotos", clip.count)]), trailer: clip))
    }

    @Test func lengthsThatNoSumHolds() throws {
        let packet = directory([("MotionPhoto", 1 << 59)] + Array(repeating: ("GainMap", 1 << 59), count: 20))
        #expect(try metadata(of: jpeg(xmp: packet, trailer: Array(repeating: 3, count: 40))).kind == .photo)
    }

    @Test func clipThatWasCutOff() throws {
        let packet = directory([("Primary", 0), ("MotionPhoto", clip.count)])
        for file in [jpeg(xmp: packet), jpeg(xmp: packet, trailer: Array(clip.dropLast(60)))] {
            let found = try metadata(of: file)
            #expect(found.kind == .photo)
            #expect(found.embeddedClip == nil)
            #expect(found.duration == nil)
        }
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "99999999999999999999", "-1", "", "0"])
    func lengthsThatAreNone(_ length: String) throws {
        let micro = xmp(#"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(length)""#)
        #expect(try metadata(of: jpeg(xmp: micro)).kind == .photo)
        let item = #"<rdf:li><Container:Item Item:Semantic="MotionPhoto" Item:Length="\#(length)"/></rdf:li>"#
        #expect(try metadata(of: jpeg(xmp: xmp("", item + item))).kind == .photo)
    }

    @Test func samsungTrailer() throws {
        let name = Array("MotionPhoto_Data".utf8)
        let data = [0, 0] + little(0x0A30, 2) + little(name.count, 4) + name + clip
        let directory =
            Array("SEFH".utf8) + little(101, 4) + little(1, 4) + [0, 0] + little(0x0A30, 2)
            + little(data.count, 4) + little(data.count, 4)
        let tail = directory + little(directory.count, 4) + Array("SEFT".utf8)
        let block = tiff([.text(0x10F, "samsung")])
        try expectClip(jpeg(exif: block, trailer: data + tail), behind: tail.count)
    }

    @Test func heifBox() throws {
        let still = fileType("heic", "mif1") + box("meta", versionZero)
        let found = try metadata(of: still + box("mpvd", clip))
        #expect(found.kind == .live)
        #expect(found.embeddedClip == Int64(still.count + 8)..<Int64(still.count + 8 + clip.count))
        #expect(try metadata(of: still + Array(box("mpvd", clip).dropLast())).kind == .photo)
    }
}

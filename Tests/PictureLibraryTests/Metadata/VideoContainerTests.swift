import GLibBridge
import PictureLibrary
import Testing

/// Size, turn, date, place and duration of videos.
struct VideoContainerTests {
    @Test(arguments: [
        ([1, 0, 0, 1], Orientation.upright), ([0, 1, -1, 0], .right), ([-1, 0, 0, -1], .upsideDown),
        ([0, -1, 1, 0], .left), ([-1, 0, 0, 1], .mirrored), ([0, 0, 0, 0], .upright),
    ])
    func turns(_ matrix: [Int], _ orientation: Orientation) throws {
        let found = try metadata(of: fileType("isom", "mp42") + movie(matrix: matrix))
        #expect(found.kind == .video)
        #expect(found.contentType == "video/mp4")
        #expect(found.orientation == orientation)
        #expect(
            found.size
                == (orientation.swapsSides
                    ? PixelSize(width: 180, height: 320) : PixelSize(width: 320, height: 180)))
        #expect(found.duration == 2.5)
    }

    @Test func creationTime() throws {
        let head = fileType("isom")
        #expect(try metadata(of: head + movie(created: 0)).taken == nil)
        #expect(
            try metadata(of: head + movie(created: 2_082_844_800 + 86_400)).taken?.words
                == "1970-01-02T00:00:00+00:00")
        // Counted from 1970 by mistake.
        #expect(try metadata(of: head + movie(created: 1_600_000_000)).taken == nil)
    }

    @Test(arguments: [0, Int(UInt32.max)])
    func durationThatIsNotKnown(_ ticks: Int) throws {
        #expect(try metadata(of: fileType("isom") + movie(ticks: ticks)).duration == nil)
        #expect(try metadata(of: fileType("isom") + movie(scale: 0)).duration == nil)
        let fragments = box("mvex", box("mehd", versionZero, big(4000, 4)))
        #expect(try metadata(of: fileType("isom") + movie(ticks: ticks, more: fragments)).duration == 4)
    }

    @Test func soundAloneIsNoPicture() {
        #expect(throws: MetadataError.notAPicture(contentType: "audio/mp4")) {
            try metadata(of: fileType("isom") + movie(handler: "soun"))
        }
        #expect(throws: MetadataError.self) { try metadata(of: fileType("M4A ") + movie(handler: "soun")) }
    }

    @Test func movieWithoutBrand() throws {
        for head in [box("wide") + box("mdat", [1, 2]), box("mdat", [1, 2]), box("free"), []] {
            let found = try metadata(of: head + movie(), named: "/p/IMG_1.MOV")
            #expect(found.contentType == "video/quicktime")
            #expect(found.size == PixelSize(width: 320, height: 180))
        }
    }

    @Test func movieWithoutHeader() throws {
        let found = try metadata(of: fileType("isom") + box("mdat", [1, 2, 3]))
        #expect(found.kind == .video)
        #expect(found.size == nil)
    }

    private func keys(_ pairs: [(String, String)], isFull: Bool) -> [UInt8] {
        let names = pairs.flatMap { key, _ in
            big(key.utf8.count + 8, 4) + Array("mdta".utf8) + Array(key.utf8)
        }
        let items = pairs.enumerated().flatMap { index, pair in
            let data = box("data", big(1, 4), [0, 0, 0, 0], Array(pair.1.utf8))
            return big(data.count + 8, 4) + big(index + 1, 4) + data
        }
        return box(
            "meta", isFull ? versionZero : [], box("keys", versionZero, big(pairs.count, 4), names),
            box("ilst", items))
    }

    @Test(arguments: [true, false], [true, false])
    func appleKeys(isFull: Bool, inUserData: Bool) throws {
        let list = keys(
            [
                ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone 8"),
                ("com.apple.quicktime.creationdate", "2022-07-04T10:20:30+1000"),
                ("com.apple.quicktime.location.ISO6709", "-33.8568+151.2153+012.5/"),
                ("com.apple.quicktime.content.identifier", "ABC"),
            ], isFull: isFull)
        let file =
            fileType("qt  ") + movie(created: 3_000_000_000, more: inUserData ? box("udta", list) : list)
        let found = try metadata(of: file)
        #expect(found.camera == "Apple iPhone 8")
        #expect(found.taken?.words == "2022-07-04T10:20:30+10:00")
        #expect(found.position == Position(latitude: -33.8568, longitude: 151.2153, altitude: 12.5))
        #expect(found.contentIdentifier == "ABC")
    }

    @Test(arguments: [
        ("+40.6892-074.0445/", Position(latitude: 40.6892, longitude: -74.0445)),
        ("+4041.352-07402.670/", Position(latitude: 40.6892, longitude: -74.0445)),
        ("+404121.12-0740240.2/", Position(latitude: 40.6892, longitude: -74.0445)),
        ("+00.0000+000.0000/", Position(latitude: 0, longitude: 0)),
        ("+91.0+000.0/", nil), ("+40.6/", nil), ("nonsense", nil), ("+1.2.3+4/", nil), ("+-", nil),
    ])
    func placeAtom(_ text: String, _ expected: Position?) throws {
        let atom = box("\u{A9}xyz", big(text.utf8.count, 2), [0x15, 0xC7], Array(text.utf8))
        let found = try metadata(of: fileType("mp42") + movie(more: box("udta", atom))).position
        #expect((found == nil) == (expected == nil))
        if let found, let expected {
            #expect(abs(found.latitude - expected.latitude) < 0.00001)
            #expect(abs(found.longitude - expected.longitude) < 0.00001)
        }
    }

    private func element(_ name: UInt64, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        let width = (71 - name.leadingZeroBitCount) / 8
        // A length of four bytes, whose first bits say so.
        return big(name, width) + big(content.count | 0x1000_0000, 4) + content
    }

    private func matroska(type: String = "webm", trackType: UInt8 = 1, more: [UInt8] = []) -> [UInt8] {
        let information = element(
            0x1549_A966, element(0x2AD7B1, big(1_000_000, 3)),
            element(0x4489, big(Float(2500).bitPattern, 4)), element(0x4461, big(86_400_000_000_000, 8)))
        let video = element(0xE0, element(0xB0, big(180, 2)), element(0xBA, big(320, 2)))
        let tracks = element(0x1654_AE6B, element(0xAE, element(0x83, [trackType]), video))
        return element(0x1A45_DFA3, element(0x4282, Array(type.utf8)))
            + element(0x1853_8067, more, information, tracks, element(0x1F43_B675, [1, 2, 3]))
    }

    @Test func matroskaFiles() throws {
        let found = try metadata(of: matroska())
        #expect(found.contentType == "video/webm")
        #expect(found.size == PixelSize(width: 180, height: 320))
        #expect(found.duration == 2.5)
        #expect(found.taken?.words == "2001-01-02T00:00:00+00:00")
        #expect(try metadata(of: matroska(type: "matroska")).contentType == "video/x-matroska")
        #expect(throws: MetadataError.notAPicture(contentType: "audio/webm")) {
            try metadata(of: matroska(trackType: 2))
        }
    }
}

import GLibBridge
import PictureLibrary
import Testing

/// What the EXIF block says, in a JPEG.
struct EXIFTests {
    @Test(arguments: Orientation.allCases)
    func orientationTurnsTheSize(_ orientation: Orientation) throws {
        let found = try metadata(of: jpeg(exif: tiff([.short(0x112, orientation.rawValue)])))
        #expect(found.orientation == orientation)
        #expect(found.size?.width == (orientation.swapsSides ? 48 : 64))
        #expect(found.size?.height == (orientation.swapsSides ? 64 : 48))
    }

    @Test(arguments: [0, 9, 77, 65535])
    func illegalOrientationsAreUpright(_ value: Int) throws {
        #expect(try metadata(of: jpeg(exif: tiff([.short(0x112, value)]))).orientation == .upright)
    }

    @Test func orientationMayBeLong() throws {
        #expect(try metadata(of: jpeg(exif: tiff([.long(0x112, 6)]))).orientation == .right)
    }

    @Test(arguments: [
        ("N", "E", 48.5, 2.25), ("S", "W", -48.5, -2.25), ("N", "W", 48.5, -2.25), ("s", "e", -48.5, 2.25),
    ])
    func referencesAreSigns(_ north: String, _ east: String, _ latitude: Double, _ longitude: Double) throws {
        let gps = TestField.gps([(48, 1), (30, 1), (0, 1)], north, [(2, 1), (0, 1), (900, 1)], east)
        let position = try metadata(of: jpeg(exif: tiff(gps: gps))).position
        #expect(position == Position(latitude: latitude, longitude: longitude))
    }

    @Test func zeroIsAPlace() throws {
        let zero = [(0, 1), (0, 1), (0, 1)]
        let gps = TestField.gps(zero, "N", zero, "E")
        #expect(try metadata(of: jpeg(exif: tiff(gps: gps))).position == Position(latitude: 0, longitude: 0))
    }

    @Test(arguments: [
        TestField.gps([(48, 0), (0, 0), (0, 0)], "N", [(2, 1), (0, 1), (0, 1)], "E"),
        TestField.gps([(91, 1), (0, 1), (0, 1)], "N", [(2, 1), (0, 1), (0, 1)], "E"),
        TestField.gps([(48, 1), (0, 1), (0, 1)], "N", [(181, 1), (0, 1), (0, 1)], "E"),
        TestField.gps([(48, 1), (0, 1), (0, 1)], nil, [(2, 1), (0, 1), (0, 1)], "E"),
        TestField.gps([(48, 1), (0, 1), (0, 1)], " ", [(2, 1), (0, 1), (0, 1)], " "),
        [TestField.rationals(2, [(48, 1), (0, 1), (0, 1)]), .text(1, "N")],
    ])
    func noPosition(_ gps: [TestField]) throws {
        #expect(try metadata(of: jpeg(exif: tiff(gps: gps))).position == nil)
    }

    @Test func altitudeBelowTheSea() throws {
        let place = [(1, 1), (0, 1), (0, 1)]
        let gps = TestField.gps(place, "N", place, "E") + [.bytes(5, [1]), .rationals(6, [(850, 2)])]
        let altitude = try metadata(of: jpeg(exif: tiff(gps: gps))).position?.altitude
        #expect(altitude == 425)
        let typed = TestField(tag: 5, type: 1, count: 1, data: [1])
        let below = TestField.gps(place, "N", place, "E") + [typed, .rationals(6, [(850, 2)])]
        #expect(try metadata(of: jpeg(exif: tiff(gps: below))).position?.altitude == -425)
    }

    @Test func originalDateBeforeDigitized() throws {
        let exif: [TestField] = [
            .text(0x9003, "2018:07:16 17:52:22"), .text(0x9004, "2002:01:01 00:00:00"),
            .text(0x9011, "-03:30"), .text(0x9010, "+01:00"),
        ]
        let taken = try metadata(of: jpeg(exif: tiff(exif: exif))).taken
        #expect(taken?.words == "2018-07-16T17:52:22-03:30")
    }

    @Test func digitizedDateIsSecondChoice() throws {
        let exif: [TestField] = [.text(0x9003, "    :  :     :  :  "), .text(0x9004, "2002:01:01 00:00:00")]
        #expect(try metadata(of: jpeg(exif: tiff(exif: exif))).taken?.words == "2002-01-01T00:00:00")
    }

    @Test func offsetOfTheChangeDateIsNotTaken() throws {
        let exif: [TestField] = [.text(0x9003, "2018:07:16 17:52:22"), .text(0x9010, "+01:00")]
        #expect(try metadata(of: jpeg(exif: tiff(exif: exif))).taken?.offset == nil)
    }

    @Test(arguments: [
        "0000:00:00 00:00:00", "    :  :     :  :  ", "2021:02:29 10:00:00", "2021:13:01 10:00:00",
        "2021:12:32 10:00:00", "2021:12:01 24:00:00", "2021:12:01 10:60:00", "0111:10:04 08:56:44", "",
        "2021",
    ])
    func impossibleDatesAreNone(_ text: String) throws {
        let block = tiff([.text(0x132, "2020:01:01 00:00:00")], exif: [.text(0x9003, text)])
        #expect(try metadata(of: jpeg(exif: block)).taken == nil)
    }

    @Test func satelliteDateIsTheLastChoice() throws {
        let clock: [TestField] = [.text(29, "2020:01:02"), .rationals(7, [(3, 1), (4, 1), (59, 10)])]
        #expect(try metadata(of: jpeg(exif: tiff(gps: clock))).taken?.words == "2020-01-02T03:04:05+00:00")
        let other = tiff(exif: [.text(0x9003, "2011:11:04 09:56:51")], gps: clock)
        #expect(try metadata(of: jpeg(exif: other)).taken?.words == "2011-11-04T09:56:51")
        let changed = tiff([.text(0x132, "2022:04:25 15:33:57")], gps: clock)
        #expect(try metadata(of: jpeg(exif: changed)).taken == nil)
    }

    @Test(arguments: [
        ("Google", "Pixel 3", "Google Pixel 3"), ("Canon", "Canon EOS 70D", "Canon EOS 70D"),
        ("NIKON CORPORATION", "NIKON D70", "NIKON D70"), ("HUAWEI", "", "HUAWEI"), ("", "X100", "X100"),
        ("  Apple  ", "iPhone 8\0junk", "Apple iPhone 8"),
    ])
    func makerIsNotSaidTwice(_ make: String, _ model: String, _ camera: String) throws {
        let block = tiff([.text(0x10F, make), .text(0x110, model)])
        #expect(try metadata(of: jpeg(exif: block)).camera == camera)
    }

    @Test func previewIsWhereTheThumbnailLies() throws {
        let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9, 1, 2, 3, 4]
        let file = jpeg(exif: tiff(thumbnail: thumbnail))
        let preview = try #require(try metadata(of: file).preview)
        #expect(Array(file[Int(preview.lowerBound)..<Int(preview.upperBound)]) == thumbnail)
    }

    @Test func previewMustBeAJPEGInsideTheBlock() throws {
        #expect(try metadata(of: jpeg(exif: tiff(thumbnail: Array(repeating: 9, count: 20)))).preview == nil)
        var block = tiff(thumbnail: [0xFF, 0xD8, 0xFF, 0xD9, 1, 2])
        // The last field of the second directory is the thumbnail's length.
        let place = try #require(block.indices.first { Array(block[$0...].prefix(4)) == [2, 2, 0, 4] })
        block.replaceSubrange(place + 8..<place + 12, with: [0x7F, 0xFF, 0xFF, 0xFF])
        #expect(try metadata(of: jpeg(exif: block)).preview == nil)
    }

    @Test func appleNote() throws {
        let identifier = "11111111-2222-4333-8444-555555555555"
        var note: [UInt8] = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
        note += big(2, 2) + big(0x0A, 2) + big(9, 2) + big(1, 4) + big(3, 4)
        note += big(0x11, 2) + big(2, 2) + big(37, 4) + big(note.count + 16, 4) + [0, 0, 0, 0]
        note += Array(identifier.utf8) + [0]
        let found = try metadata(of: jpeg(exif: tiff([.text(0x10F, "Apple")], exif: [.bytes(0x927C, note)])))
        #expect(found.contentIdentifier == identifier)
        #expect(found.subtypes == .hdr)
    }

    @Test func directoriesThatLoopEnd() throws {
        var block = tiff([.short(0x112, 6)])
        block.replaceSubrange(block.count - 4..<block.count, with: block[4..<8])
        #expect(try metadata(of: jpeg(exif: block)).orientation == .right)
    }

    @Test func blockThatTheFileEndCutsOff() throws {
        let file = jpeg(exif: tiff([.short(0x112, 6)], exif: [.text(0x9003, "2020:01:01 00:00:00")]))
        // The directory comes last in the block, and the segment claims more than there is.
        var cut = file
        cut.replaceSubrange(4..<6, with: [0xFF, 0x00])
        #expect(try metadata(of: cut).orientation == .right)
    }
}

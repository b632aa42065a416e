import GLibBridge
import PictureLibrary
import Testing

@testable import PicktureApp

private func asset(_ path: FilePath, _ metadata: AssetMetadata? = nil, clip: FilePath? = nil) -> Asset {
    Asset(
        path: path, source: .library, kind: metadata?.kind ?? .photo,
        contentType: metadata?.contentType ?? "image/jpeg",
        file: FileStatus(kind: .regular, size: 1234, modified: 0, device: 1, inode: 1), metadata: metadata,
        clip: clip)
}

private func output(_ paths: [String], _ form: ResultFormat.Form, _ framing: ResultFormat.Framing) throws
    -> String
{
    let bytes = try ResultWriter.bytes(
        of: paths.map { asset(FilePath($0)) }, as: ResultFormat(form: form, framing: framing))
    return String(decoding: bytes, as: UTF8.self)
}

@Suite struct ResultBytes {
    @Test func framing() throws {
        #expect(try output([], .plain, .newline) == "")
        #expect(try output([], .plain, .separator([0x7C])) == "")
        #expect(try output(["/a b", "/ü"], .plain, .newline) == "/a b\n/ü\n")
        #expect(try output(["/a", "/b"], .plain, .nul) == "/a\0/b\0")
        #expect(try output(["/a", "/b", "/c"], .plain, .separator(Array("||".utf8))) == "/a||/b||/c\n")
        #expect(try output(["/a"], .plain, .separator(Array("||".utf8))) == "/a\n")
        #expect(try output(["/a b", "/ü%"], .uri, .newline) == "file:///a%20b\nfile:///%C3%BC%25\n")
        #expect(try output(["/a", "/b"], .json, .nul).split(separator: "\0").count == 2)
    }

    @Test("The bytes of a name come out as they are")
    func oddBytes() throws {
        let odd = FilePath(bytes: [0x2F, 0xFF, 0x25, 0x20])
        #expect(try ResultWriter.bytes(of: [asset(odd)], as: .init()) == odd.bytes + [0x0A])
        #expect(
            String(decoding: try ResultWriter.bytes(of: [asset(odd)], as: .init(form: .uri)), as: UTF8.self)
                == "file:///%FF%25%20\n")
    }

    @Test("A newline in a name is an error of the plain form alone")
    func newline() throws {
        #expect(throws: ResultWriter.NewlineInName.self) { try output(["/a", "/b\nc"], .plain, .newline) }
        #expect(throws: ResultWriter.NewlineInName.self) {
            try output(["/b\nc"], .plain, .separator([0x7C]))
        }
        #expect(try output(["/b\nc"], .plain, .nul) == "/b\nc\0")
        #expect(try output(["/b\nc"], .uri, .newline) == "file:///b%0Ac\n")
        #expect(try output(["/b\nc"], .json, .newline).contains("\"/b\\nc\""))
    }
}

@Suite struct JSONOutput {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func json(of asset: Asset) -> String { written { $0.append(asset) } }

    private func decimal(_ value: Double, trimmed: Bool = false) -> String? {
        JSONWriter.millionths(value).map { value in written { $0.decimal(value, trimmed: trimmed) } }
    }

    private func date(_ date: CaptureDate) -> String? {
        DateParts(date).map { date in written { $0.date(date) } }
    }

    @Test("All keys are there, in order, also where nothing is known")
    func unknown() {
        #expect(
            json(of: asset(FilePath("/a.jpg")))
                == #"{"path":"/a.jpg","uri":"file:///a.jpg","kind":"photo","mime":"image/jpeg","#
                + #""width":null,"height":null,"orientation":1,"date":null,"latitude":null,"#
                + #""longitude":null,"size":1234,"duration":null,"source":"library","clip":null}"#)
    }

    @Test func known() {
        var metadata = AssetMetadata(contentType: "image/heif", kind: .live)
        metadata.size = PixelSize(width: 3, height: 4)
        metadata.orientation = .right
        metadata.taken = CaptureDate(wallClock: 1_714_745_100, offset: -12_600)
        metadata.position = Position(latitude: -0.5, longitude: 179.123_456_7)
        metadata.duration = 2.5
        #expect(
            json(of: asset(FilePath("/ü.heic"), metadata, clip: FilePath("/ü.mov")))
                == #"{"path":"/ü.heic","uri":"file:///%C3%BC.heic","kind":"live","mime":"image/heif","#
                + #""width":3,"height":4,"orientation":6,"date":"2024-05-03T14:05:00-03:30","#
                + #""latitude":-0.500000,"longitude":179.123457,"size":1234,"duration":2.5,"#
                + #""source":"library","clip":"/ü.mov"}"#)
    }

    @Test("A path that is not UTF-8 is null and exact in the URI")
    func notUtf8() {
        let text = json(of: asset(FilePath(bytes: [0x2F, 0xFF])))
        #expect(text.hasPrefix(#"{"path":null,"uri":"file:///%FF","#))
    }

    @Test func escapes() {
        #expect(
            written { $0.quote("a\"\\/\n\r\t\u{1}\u{1F}\u{7F}\u{2028}🐱".utf8) }
                == "\"a\\\"\\\\/\\n\\r\\t\\u0001\\u001f\u{7F}\u{2028}🐱\"")
    }

    @Test(arguments: [
        (0, "0.000000"), (-0.000_000_1, "0.000000"), (-0.5, "-0.500000"), (90, "90.000000"),
        (-179.999_999_9, "-180.000000"), (51.477_811, "51.477811"),
    ])
    func decimals(value: Double, text: String) { #expect(decimal(value) == text) }

    @Test func durations() {
        #expect(decimal(3, trimmed: true) == "3")
        #expect(decimal(0.04, trimmed: true) == "0.04")
        #expect(decimal(.nan) == nil)
        #expect(decimal(.infinity, trimmed: true) == nil)
        #expect(decimal(1e300, trimmed: true) == nil)
    }

    @Test(arguments: [
        (0, 0, "1970-01-01T00:00:00+00:00"), (-1, 0, "1969-12-31T23:59:59+00:00"),
        (951_782_400, 3600, "2000-02-29T00:00:00+01:00"),
        (-2_203_891_200, 0, "1900-03-01T00:00:00+00:00"),
        (4_107_542_399, -39_600, "2100-02-28T23:59:59-11:00"),
        (253_402_300_799, 50_400, "9999-12-31T23:59:59+14:00"),
        (-62_135_596_800, 0, "0001-01-01T00:00:00+00:00"),
    ])
    func dates(wallClock: Int64, offset: Int, text: String) {
        #expect(date(CaptureDate(wallClock: wallClock, offset: offset)) == "\"\(text)\"")
    }

    @Test func impossibleDates() {
        for wallClock in [Int64.min, .max, 253_402_300_800] {
            #expect(date(CaptureDate(wallClock: wallClock, offset: 0)) == nil)
        }
    }
}

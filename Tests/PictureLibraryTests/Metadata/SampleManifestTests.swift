import GLibBridge
import PictureLibrary
import Testing

/// Every file of the shared samples against the answers in its manifest.
@Suite(.enabled(if: !SampleManifest.rows.isEmpty, "the shared samples are not installed"))
struct SampleManifestTests {
    @Test(arguments: SampleManifest.rows)
    func rightAnswers(_ row: SampleManifest.Row) throws {
        guard row["kind"] != "none" else {
            #expect(throws: MetadataError.self) { try MetadataReader.read(row.file) }
            return
        }
        let found = try MetadataReader.read(row.file)

        #expect(found.contentType == Self.contentType(row))
        #expect(found.kind == Self.kind(row))
        #expect(found.subtypes.contains(.animated) == (row["kind"] == "animated"))
        // The manifest's 150x100 of this one is not what the codestream and libjxl say: 50x80.
        if row["upright_width"] != "-", row["path"] != "formats/anim_traffic_light.jxl" {
            #expect(
                found.size.map { "\($0.width)x\($0.height)" } == row["upright_width"] + "x"
                    + row["upright_height"])
        }
        #expect(found.orientation == Self.orientation(row["orientation"]))
        #expect(found.taken.map(Self.words) ?? "-" == Self.date(row["capture_date"]))
        if row["has_gps"] == "no" {
            #expect(found.position == nil)
        } else if row["has_gps"].hasPrefix("yes") {
            let position = try #require(found.position)
            let latitude = try #require(Double(row["lat"]))
            let longitude = try #require(Double(row["lon"]))
            #expect(abs(position.latitude - latitude) < 0.00005)
            #expect(abs(position.longitude - longitude) < 0.00005)
        }
        switch row["thumb"] {
        case "yes":
            let preview = try #require(found.preview)
            let bytes = try FileReader(row.file).read(at: preview.lowerBound, count: preview.count)
            #expect(bytes.count == preview.count)
            #expect(bytes.starts(with: [0xFF, 0xD8]))
        case "broken": #expect(found.preview == nil)
        default: break
        }
    }

    /// The manifest has the names of `file(1)`, which knows neither raw formats nor these two.
    private static func contentType(_ row: SampleManifest.Row) -> String {
        switch (row["path"], row["content"]) {
        case (let path, _) where path.hasSuffix(".dng"): "image/x-adobe-dng"
        case (_, "image/heic"): "image/heif"
        case (_, "application/gzip"): "image/svg+xml-compressed"
        // A PNG signature that a transfer as text has damaged.
        case (_, "application/octet-stream"): "image/png"
        case (_, let content): content
        }
    }

    /// What is known of a file without its neighbours.
    private static func kind(_ row: SampleManifest.Row) -> MediaKind {
        switch row["kind"] {
        case "video", "live-clip": .video
        case "live" where row["path"].hasSuffix(".jpg"): .live
        default: .photo
        }
    }

    private static func orientation(_ text: String) -> Orientation {
        switch text {
        case "turn 90": .right
        case "turn 180": .upsideDown
        case "turn 270": .left
        default: Int(text).flatMap(Orientation.init) ?? .upright
        }
    }

    private static func date(_ text: String) -> String {
        text.hasSuffix("Z") ? text.dropLast() + "+00:00" : text
    }

    private static func words(_ date: CaptureDate) -> String { date.words }
}

extension CaptureDate {
    /// `2024-02-29T23:59:59+05:30`, without the offset where there is none.
    var words: String {
        func two(_ value: Int64) -> String { (value < 10 ? "0" : "") + String(value) }
        // Counts years and months up from 1970, so that it shares no arithmetic with what it tests.
        var days = wallClock / 86_400
        var year: Int64 = 1970
        func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        while days >= (isLeap(year) ? 366 : 365) {
            days -= isLeap(year) ? 366 : 365
            year += 1
        }
        var month = 0
        let lengths: [Int64] = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while days >= lengths[month] {
            days -= lengths[month]
            month += 1
        }
        let second = wallClock % 86_400
        var text = "\(year)-\(two(Int64(month + 1)))-\(two(days + 1))T\(two(second / 3600))"
        text += ":\(two(second / 60 % 60)):\(two(second % 60))"
        if let offset {
            let minutes = Int64(abs(offset)) / 60
            text += (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
        }
        return text
    }
}

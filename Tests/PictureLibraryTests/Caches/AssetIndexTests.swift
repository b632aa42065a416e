import CGlib
import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// The index as files: what goes in comes out, and nothing else does.
struct AssetIndexTests {
    private let folder = TemporaryFolder()
    private var index: AssetIndex { AssetIndex(folder["cache/index"]) }
    private let photos = FilePath("/photos")

    private func stored() throws -> FilePath {
        let reader = try FolderReader(folder["cache/index"])
        let entry = try #require(try reader.next())
        return folder["cache/index"].appending(entry.name)
    }

    private func bytes(_ path: FilePath) throws -> [UInt8] {
        try FileReader(path).read(at: 0, count: 1 << 24)
    }

    @Test("Metadata of every kind comes back as it was")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 4)
        for count in [0, 1, 2, 3, 700] {
            let records = (0..<count).map { IndexRecord.random(number: $0, using: &generator) }
            #expect(index.store(records, of: photos) { _ in false })
            let reader = try #require(index.reader(of: photos))
            for record in records {
                let expected = record.metadata.map { IndexReader.Finding.picture($0) } ?? .notAPicture
                #expect(reader.find(record.name[...], record.key) == expected)
            }
            #expect(reader.records() == records)
            #expect(reader.find(Array("absent".utf8)[...], IndexRecord.Key.random(using: &generator)) == nil)
        }
    }

    @Test("Another inode, size or time is another file (T10, T11)")
    func keys() throws {
        let key = IndexRecord.Key(inode: 1, size: 2, modified: 3, changed: 4)
        let record = IndexRecord(
            name: Array("a.jpg".utf8), key: key, metadata: .init(contentType: "image/jpeg", kind: .photo))
        #expect(index.store([record], of: photos) { _ in false })
        let reader = try #require(index.reader(of: photos))
        #expect(reader.find(record.name[...], key) != nil)
        for other in [
            IndexRecord.Key(inode: 9, size: 2, modified: 3, changed: 4),
            .init(inode: 1, size: 9, modified: 3, changed: 4),
            .init(inode: 1, size: 2, modified: 2, changed: 4),
            .init(inode: 1, size: 2, modified: 3, changed: 9),
        ] {
            #expect(reader.find(record.name[...], other) == nil)
        }
    }

    @Test("A damaged byte is noticed, wherever it is, and so is an end that is missing")
    func damage() throws {
        var generator = SeededGenerator(seed: 7)
        let records = (0..<9).map { IndexRecord.random(number: $0, using: &generator) }
        let good = try #require(IndexWriter.bytes(of: records, in: photos))
        #expect(IndexReader(good, of: photos) != nil)
        for place in good.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                var bad = good
                bad[place] ^= change
                #expect(IndexReader(bad, of: photos) == nil, "byte \(place)")
            }
            #expect(IndexReader(Array(good[..<place]), of: photos) == nil)
        }
        #expect(IndexReader(good + [0, 0, 0, 0, 0, 0, 0, 0], of: photos) == nil)
    }

    @Test("Numbers that no picture has are nothing, also where the checksum is right")
    func forged() throws {
        var generator = SeededGenerator(seed: 11)
        let records = (0..<5).map { IndexRecord.random(number: $0, using: &generator) }
        let good = try #require(IndexWriter.bytes(of: records, in: photos))
        for _ in 0..<4000 {
            var bad = good
            for _ in 0..<3 {
                let place = Int.random(in: 8..<bad.count, using: &generator)
                bad[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            }
            let sum = IndexReader.checksum(of: bad)
            for byte in 0..<8 { bad[24 + byte] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(byte))) }
            guard let reader = IndexReader(bad, of: photos) else { continue }
            for record in records { _ = reader.find(record.name[...], record.key) }
            _ = reader.records()
        }
    }

    @Test("What is damaged or another folder's is thrown away, and made anew")
    func foreign() throws {
        #expect(index.store([], of: photos) { _ in false })
        let path = try stored()
        for content in [Array("text".utf8), [], IndexWriter.bytes(of: [], in: FilePath("/other")) ?? []] {
            try path.replaceContents(with: content)
            #expect(index.reader(of: photos) == nil)
            #expect((try? FileStatus.read(path)) == nil || content.isEmpty)
            #expect(index.store([], of: photos) { _ in false })
            #expect(index.reader(of: photos) != nil)
        }
    }

    @Test("Files that were not looked at this time stay, if they may still be there")
    func merging() throws {
        var generator = SeededGenerator(seed: 3)
        let records = (0..<4).map { IndexRecord.random(number: $0, using: &generator) }
        #expect(index.store(records, of: photos) { _ in false })
        var renewed = records[1]
        renewed.key = .random(using: &generator)
        #expect(index.store([renewed], of: photos) { $0 != records[3].name })
        let reader = try #require(index.reader(of: photos))
        #expect(reader.records() == [renewed, records[0], records[2]])
    }

    @Test("Several writers and readers: what is read was written whole")
    func severalWriters() async {
        let index = index
        let photos = photos
        var generator = SeededGenerator(seed: 5)
        let versions = (1...4).map { version in
            (0..<(version * 50)).map { IndexRecord.random(number: $0, using: &generator) }
        }
        await withTaskGroup(of: Void.self) { group in
            for version in versions {
                group.addTask { for _ in 0..<25 { #expect(index.store(version, of: photos) { _ in false }) } }
                group.addTask {
                    for _ in 0..<50 {
                        guard let reader = index.reader(of: photos) else { continue }
                        #expect(versions.contains(reader.records()))
                    }
                }
            }
        }
        #expect(index.reader(of: photos) != nil)
    }

    @Test("The oldest files go when there is no more room")
    func bound() throws {
        var generator = SeededGenerator(seed: 8)
        let records = (0..<100).map { IndexRecord.random(number: $0, using: &generator) }
        let size = try #require(IndexWriter.bytes(of: records, in: FilePath("/1"))?.count)
        let small = AssetIndex(folder["cache/index"], limit: Int64(size) * 5 / 2)
        for number in 1...4 {
            #expect(small.store(records, of: FilePath("/\(number)")) { _ in false })
            for file in 1...number { setAge(of: FilePath("/\(file)"), 100 - file) }
        }
        small.trim()
        #expect(small.reader(of: FilePath("/1")) == nil)
        #expect(small.reader(of: FilePath("/2")) == nil)
        #expect(small.reader(of: FilePath("/3")) != nil)
        #expect(small.reader(of: FilePath("/4")) != nil)
    }

    private func setAge(of photos: FilePath, _ seconds: Int) {
        let moment = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
        _ = folder["cache/index"].appending(Digest.sha256(photos.bytes)).withCString {
            utimensat(AT_FDCWD, $0, [moment, moment], 0)
        }
    }

    @Test("A cache that can't be written is no error")
    func unwritable() {
        folder.write("file", [1])
        let index = AssetIndex(folder["file/pickture/index"])
        #expect(!index.store([], of: photos) { _ in false })
        #expect(index.reader(of: photos) == nil)
        index.trim()
    }
}

extension IndexRecord.Key {
    static func random(using generator: inout SeededGenerator) -> Self {
        .init(
            inode: .random(in: 0...UInt64.max, using: &generator),
            size: .random(in: 0...Int64.max, using: &generator),
            modified: .random(in: Int64.min...Int64.max, using: &generator),
            changed: .random(in: Int64.min...Int64.max, using: &generator))
    }
}

extension IndexRecord {
    /// A record with any of the metadata there is; the number makes the name its own.
    static func random(number: Int, using generator: inout SeededGenerator) -> IndexRecord {
        func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? {
            Bool.random(using: &generator) ? value() : nil
        }
        func range() -> Range<Int64> {
            let start = Int64.random(in: 0...Int64.max / 2, using: &generator)
            return start..<Int64.random(in: start...Int64.max, using: &generator)
        }
        let length = Int.random(in: 0...200, using: &generator)
        let name =
            (0..<length).map { _ in UInt8.random(in: 1...255, using: &generator) } + Array("\(number)".utf8)
        var record = IndexRecord(name: name, key: .random(using: &generator), metadata: nil)
        guard Int.random(in: 0..<8, using: &generator) > 0 else { return record }
        var metadata = AssetMetadata(
            contentType: ["image/jpeg", "image/vnd.adobe.photoshop", "video/mp4"].randomElement(
                using: &generator)
                ?? "", kind: MediaKind.allCases.randomElement(using: &generator) ?? .photo)
        metadata.subtypes = .init(rawValue: Int.random(in: 0..<64, using: &generator))
        metadata.size = maybe(
            PixelSize(
                width: .random(in: 1...Int(Int32.max), using: &generator),
                height: .random(in: 1...Int(Int32.max), using: &generator)))
        metadata.orientation = Orientation.allCases.randomElement(using: &generator) ?? .upright
        metadata.taken = maybe(
            CaptureDate(
                wallClock: .random(in: Int64.min...Int64.max, using: &generator),
                offset: maybe(Int.random(in: -57_600...57_600, using: &generator))))
        metadata.position =
            maybe(
                Position(
                    latitude: .random(in: -90...90, using: &generator),
                    longitude: .random(in: -180...180, using: &generator),
                    altitude: maybe(Double.random(in: -500...9000, using: &generator)))) ?? nil
        metadata.duration = maybe(Double.random(in: 0...1e6, using: &generator))
        metadata.camera = maybe(
            ["Google Pixel 3", "Größte Kamera №1", ""].randomElement(using: &generator) ?? "")
        metadata.preview = maybe(range())
        metadata.embeddedClip = maybe(range())
        metadata.contentIdentifier = maybe("ID \(number)")
        metadata.colours = maybe(
            PlaceholderColours(
                top: UInt64(number), middle: .max, bottom: .random(in: 0...9, using: &generator)))
        record.metadata = metadata
        return record
    }
}

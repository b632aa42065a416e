import CExif
import GLibBridge
import Testing

@testable import PictureLibrary

/// Our reader of EXIF blocks against libexif, which reads every field: what it finds, we find.
struct EXIFJudgeTests {
    /// The tags that are looked at, by libexif's numbers of their directories.
    private static let tags: [(directory: Int, tag: UInt16)] =
        [0x10F, 0x110, 0x112, 0x132].map { (0, $0) }
        + [0x9003, 0x9004, 0x9011, 0x9012, 0x927C, 0x9286, 0xA401, 0xA434].map { (2, $0) }
        + [1, 2, 3, 4, 5, 6, 7, 29].map { (3, $0) }

    private static let fixtures = MetadataFuzzTests.names.map { MetadataFuzzTests.folder.appending($0) }

    @Test("Fixtures", arguments: fixtures)
    func fixture(_ path: FilePath) throws { try compare(path) }

    @Test(
        "Samples", .enabled(if: !SampleManifest.rows.isEmpty, "the shared samples are not installed"),
        arguments: SampleManifest.rows)
    func sample(_ row: SampleManifest.Row) throws {
        // Its pointer to the second directory has the type of a text. libexif follows it all the same; the date in
        // the manifest is the one in XMP.
        guard row["path"] != "exif/exif_pointer_is_text.jpg" else { return }
        try compare(row.file)
    }

    private func compare(_ path: FilePath) throws {
        guard let source = try? ByteSource(FileReader(path)),
            let findings = try? MetadataReader.findings(source, path: path), let block = findings.exif,
            let file = TIFFFile(block), let main = file.directory(at: file.firstDirectory)
        else { return }
        // libexif wants a block in one piece. Of a whole TIFF file what lies far behind may be pixels.
        let bytes = block.bytes(at: 0, upTo: 1 << 20)
        let judge = Judge(bytes)
        let directories = [
            0: main, 2: main.integer(TIFFTag.exifDirectory).flatMap(file.directory),
            3: main.integer(TIFFTag.gpsDirectory).flatMap(file.directory),
        ]
        for (directory, tag) in Self.tags {
            guard let found = judge.data(directory, tag) else { continue }
            let ours = directories[directory]??[tag]?.data
            #expect(ours.map { Array($0.bytes) } == found, "\(path), tag \(String(tag, radix: 16))")
        }
    }

    /// A block as libexif reads it.
    private final class Judge {
        private let data: UnsafeMutablePointer<ExifData>

        init(_ block: ByteSlice) {
            data = exif_data_new()
            // Read what is there, unmended.
            exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
            exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE)
            let bytes: [UInt8] = Array("Exif\0\0".utf8) + block.bytes
            exif_data_load_data(data, bytes, UInt32(bytes.count))
        }

        deinit { exif_data_unref(data) }

        /// The bytes of a field's value.
        func data(_ directory: Int, _ tag: UInt16) -> [UInt8]? {
            let all = [data.pointee.ifd.0, data.pointee.ifd.1, data.pointee.ifd.2, data.pointee.ifd.3]
            guard let entry = exif_content_get_entry(all[directory], ExifTag(rawValue: UInt32(tag))),
                let start = entry.pointee.data
            else { return nil }
            return Array(UnsafeBufferPointer(start: start, count: Int(entry.pointee.size)))
        }
    }
}

import GLibBridge
@testable import PictureLibrary

extension FuzzTarget {
    private static let folder = FilePath("/p")

    /// The index of a folder, with the right checksum, which no fuzzer would ever guess.
    static let index = FuzzTarget(
        name: "index",
        ownSeeds: [[], Array(records.prefix(1)), records].compactMap { IndexWriter.bytes(of: $0, in: folder) }
    ) { (bytes) throws(FuzzFinding) in
        guard let reader = IndexReader(withChecksum(bytes), of: folder) else { return }
        let records = reader.records()
        for record in records {
            _ = reader.find(record.name[...], record.key)
            for range in [record.metadata?.preview, record.metadata?.embeddedClip] {
                if let range { try ensure(range.lowerBound >= 0, "a range before the file") }
            }
        }
        _ = IndexWriter.bytes(of: records, in: folder)
    }

    private static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count % 8 == 0, bytes.count >= IndexLayout.headerWords * 8 else { return bytes }
        var bytes = bytes
        let sum = IndexReader.checksum(of: bytes)
        for index in 0..<8 {
            bytes[IndexLayout.checksumWord * 8 + index] = UInt8(
                truncatingIfNeeded: sum >> (8 * UInt64(index)))
        }
        return bytes
    }

    private static let records: [IndexRecord] = {
        var photo = AssetMetadata(contentType: "image/jpeg", kind: .live)
        photo.size = PixelSize(width: 4000, height: 3000)
        photo.orientation = .right
        photo.taken = CaptureDate(wallClock: 1_700_000_000, offset: 3600)
        photo.position = Position(latitude: 48.1, longitude: 11.5, altitude: 500)
        photo.duration = 1.5
        photo.camera = "Google Pixel 3"
        photo.preview = 100..<9000
        photo.embeddedClip = 10_000..<20_000
        photo.contentIdentifier = "1F"
        photo.subtypes = [.hdr]
        return (0..<9).map { number in
            let key = IndexRecord.Key(inode: UInt64(number), size: 5, modified: 7, changed: 8)
            return IndexRecord(
                name: Array("\(number).jpg".utf8), key: key, metadata: number % 3 == 0 ? nil : photo)
        }
    }()
}

import GLibBridge
import Glibc

@testable import PictureLibrary

extension FuzzTarget {
    /// A segment of the pack of tiles with its index. The first two bytes are the index's length.
    static let tiles = FuzzTarget(name: "tiles", ownSeeds: [0, 1, 3].map(segment)) {
        (bytes) throws(FuzzFinding) in
        guard bytes.count >= 2 else { return }
        let length = min(Int(bytes[0]) | Int(bytes[1]) << 8, bytes.count - 2)
        let index = Array(bytes[2..<(2 + length)])
        try ensureGrowing(index)
        let folder = UserFolders.temporary.appending("pickture-fuzz-\(getpid())")
        let files = [folder.appending("00000001.index"), folder.appending("00000001.tiles")]
        do throws(FileError) {
            try files[0].replaceContents(with: index)
            try files[1].replaceContents(with: Array(bytes[(2 + length)...]))
        } catch {
            throw FuzzFinding(what: error.sentence)
        }
        // Whatever was there, a tile can be kept and comes back.
        let pack = TilePack(folder, limit: 1 << 20, segmentLimit: 256 << 10)
        _ = pack.tile(of: path, status: status, side: 8)
        pack.store(tile, of: path, status: status)
        let isKept = TilePack(folder).tile(of: path, status: status, side: 8) != nil
        for name in ["00000001.index", "00000001.tiles", "00000002.index", "00000002.tiles", "lock"] {
            _ = folder.appending(name).withCString { unlink($0) }
        }
        try ensure(isKept, "a tile that is lost")
    }

    /// An index that grows while it is known says the same as one that is read at once.
    private static func ensureGrowing(_ bytes: [UInt8]) throws(FuzzFinding) {
        var whole = TileIndex()
        whole.add(bytes)
        var grown = TileIndex()
        grown.add(Array(bytes.prefix(bytes.count / 2)))
        grown.add(Array(bytes[Int(grown.end)...]))
        for number in 0..<(bytes.count / TileRecord.byteCount) {
            let key = TileRecord.Key(bytes, number: number)
            try ensure(whole.find(key) == grown.find(key), "other records when they come in pieces")
        }
    }

    private static let path = FilePath("/p/1.jpg")
    private static let status = FileStatus(kind: .regular, size: 5, modified: 7, device: 1, inode: 2)

    private static let tile: PixelBuffer = {
        let samples = (0..<(8 * 8 * 3)).map { UInt8($0) }
        return PixelBuffer(
            size: PixelSize(width: 8, height: 8), format: .rgb, stride: 24, bytes: Bytes(samples))
    }()

    /// A segment with so many tiles.
    private static func segment(_ count: Int) -> [UInt8] {
        let jpeg = tile.jpeg() ?? []
        var index: [UInt8] = []
        var data: [UInt8] = []
        for number in 0..<count {
            let start = UInt32(data.count)
            let key = TileRecord.Key(path: path, status: status, side: 8 + number)
            index += TileRecord(key, range: start..<(start + UInt32(jpeg.count)), of: jpeg).bytes
            data += jpeg
        }
        return [UInt8(index.count & 255), UInt8(index.count >> 8)] + index + data
    }
}

import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// The pack as files: what is found was stored for this very file, whatever happened to the folder.
@Suite(.timeLimit(.minutes(5)))
struct TilePackTests {
    private let folder = TemporaryFolder()
    private var path: FilePath { folder["cache/tiles"] }
    private var pack: TilePack { TilePack(path) }

    /// A photo that is made up: its number is in its path, its status and its tile's colour.
    private struct Photo {
        let number: Int
        var path: FilePath { FilePath("/photos/\(number).jpg") }
        var status: FileStatus {
            FileStatus(
                kind: .regular, size: Int64(1000 + number), modified: 5, changed: 6, device: 1,
                inode: UInt64(number))
        }

        func tile(side: Int = 8) -> PixelBuffer {
            let colour = [UInt8(number * 40 % 256), UInt8(number / 6 * 40 % 256), 128]
            return PixelBuffer(
                size: PixelSize(width: side, height: side), format: .rgb, stride: side * 3,
                bytes: Bytes((0..<(side * side)).flatMap { _ in colour }))
        }
    }

    private func store(_ numbers: [Int], in pack: TilePack) {
        for photo in numbers.map(Photo.init) {
            pack.store(photo.tile(), of: photo.path, status: photo.status)
        }
    }

    /// Whether the pack has the photo's tile; one of another photo is never right.
    private func has(_ number: Int, _ pack: TilePack) -> Bool {
        let photo = Photo(number: number)
        guard let tile = pack.tile(of: photo.path, status: photo.status, side: 8) else { return false }
        let (found, expected) = (tile.colour(4, 4), photo.tile().colour(4, 4))
        #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) < 6 }, "\(found) \(expected)")
        return true
    }

    private func found(_ numbers: some Sequence<Int>, in pack: TilePack? = nil) -> [Int] {
        let pack = pack ?? self.pack
        return numbers.filter { has($0, pack) }
    }

    private func file(_ name: String) -> FilePath { path.appending(name) }

    private func size(_ name: String) -> Int { read(file(name)).count }

    @Test("Tiles come back, in this process and in the next one, and only once on the disk")
    func roundTrip() {
        let first = pack
        #expect(found(1...3, in: first) == [])
        store([1, 2, 3], in: first)
        let length = size("00000001.tiles")
        store([2, 3, 1], in: first)
        store([1, 2, 3], in: pack)
        #expect(found(0...4, in: first) == [1, 2, 3])
        #expect(found(0...4) == [1, 2, 3])
        #expect(size("00000001.tiles") == length)
        #expect(size("00000001.index") == 3 * TileRecord.byteCount)
        #expect(permissions(path) == 0o700)
        #expect(names(in: path).allSatisfy { permissions(file($0)) == 0o600 })
    }

    @Test("Another side, path, inode, size or time is another tile")
    func keys() {
        let pack = pack
        let photo = Photo(number: 1)
        pack.store(photo.tile(), of: photo.path, status: photo.status)
        func isFound(_ path: FilePath? = nil, side: Int = 8, _ change: (inout FileStatus) -> Void = { _ in })
            -> Bool
        {
            var status = photo.status
            change(&status)
            return pack.tile(of: path ?? photo.path, status: status, side: side) != nil
        }
        #expect(isFound())
        #expect(!isFound(side: 9))
        #expect(!isFound(FilePath("/photos/1.jpeg")))
        #expect(!isFound { $0.inode += 1 })
        #expect(!isFound { $0.size += 1 })
        #expect(!isFound { $0.modified -= 1 })
        #expect(!isFound { $0.changed += 1 })
        pack.store(photo.tile(side: 9), of: photo.path, status: photo.status)
        #expect(isFound(side: 9) && isFound())
    }

    @Test("A damaged byte costs the tile that it belongs to, and no other", arguments: ["index", "tiles"])
    func damage(kind: String) throws {
        store([1, 2], in: pack)
        let name = "00000001.\(kind)"
        let good = read(file(name))
        let first = try #require(TileRecord(read(file("00000001.index")), number: 0))
        let border = kind == "index" ? TileRecord.byteCount : first.range.count
        for place in good.indices {
            var bad = good
            bad[place] ^= [1, 0x80, 0xFF][place % 3]
            write(bad, to: file(name))
            #expect(found(1...2) == [place < border ? 2 : 1], "byte \(place)")
        }
        // What was lost can be stored again, and is found although the damaged one is still there.
        store([1, 2], in: pack)
        #expect(found(1...2) == [1, 2])
    }

    @Test("What a writer left unfinished is ignored, and cut off by the next one")
    func tornRecord() throws {
        store([1, 2], in: pack)
        let index = read(file("00000001.index"))
        let end = try #require(TileRecord(index, number: 0)).range.upperBound
        for count in TileRecord.byteCount..<(2 * TileRecord.byteCount) {
            write(Array(index[..<count]), to: file("00000001.index"))
            #expect(found(1...2) == [1])
        }
        store([3], in: pack)
        #expect(found(1...3) == [1, 3])
        let last = try #require(TileRecord(read(file("00000001.index")), number: 1))
        #expect(last.range.lowerBound == end)
        #expect(size("00000001.index") == 2 * TileRecord.byteCount)
        #expect(size("00000001.tiles") == Int(last.range.upperBound))
    }

    @Test("A tile without its record is cut off; after a record without its tile a segment begins")
    func tornTile() {
        store([1, 2], in: pack)
        let tiles = read(file("00000001.tiles"))
        write(tiles + tiles, to: file("00000001.tiles"))
        store([3], in: pack)
        #expect(found(1...3) == [1, 2, 3])
        #expect(size("00000001.tiles") < 2 * tiles.count)

        write(tiles, to: file("00000001.tiles"))
        #expect(found(1...3) == [1, 2])
        store([4], in: pack)
        #expect(found(1...4) == [1, 2, 4])
        #expect(read(file("00000001.tiles")) == tiles)
        #expect(size("00000002.index") == TileRecord.byteCount)
    }

    @Test("Files that are not the pack's own hurt nothing")
    func foreign() {
        makeFolders(file("00000007.tiles"))
        write(Array("text".utf8), to: file("00000003.index"))
        write([UInt8](repeating: 0, count: 640), to: file("00000004.index"))
        write([UInt8](repeating: 0xFF, count: 640), to: file("00000005.index"))
        write([1], to: file("99999999x.tiles"))
        _ = file("00000006.index").withCString { mkfifo($0, 0o600) }
        store([1, 2], in: pack)
        #expect(found(1...2) == [1, 2])
        write([1], to: file("99999999.tiles"))
        write([UInt8](repeating: 0, count: 64), to: file("99999999.index"))
        store([3], in: pack)
        #expect(found([3]) == [3])
        #expect(size("00000001.index") == TileRecord.byteCount)
    }

    @Test("Two packs on one folder: each finds what the other adds")
    func others() async {
        let (first, second) = (pack, pack)
        #expect(found(1...2, in: first) + found(1...2, in: second) == [])
        store([1], in: first)
        await wait { has(1, second) }
        store([2], in: second)
        await wait { has(2, first) }
    }

    @Test("Many writers at a time: each tile is there, once")
    func severalWriters() async {
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                let pack = TilePack(path, segmentLimit: 8 << 10)
                group.addTask {
                    store((0..<40).filter { $0 % 4 == writer }, in: pack)
                    _ = found(0..<40, in: pack)
                }
            }
        }
        #expect(found(0..<40) == Array(0..<40))
        let indexes = names(in: path).filter { $0.hasSuffix(".index") }
        #expect(indexes.count > 1)
        #expect(indexes.reduce(0) { $0 + size($1) } == 40 * TileRecord.byteCount)
    }

    @Test("The oldest segments go when there is no more room")
    func bound() {
        let limit = 24 << 10
        let small = TilePack(path, limit: Int64(limit), segmentLimit: 8 << 10)
        let reader = TilePack(path, limit: Int64(limit), segmentLimit: 8 << 10)
        for number in 0..<100 {
            store([number], in: small)
            #expect(has(number, small))
            if number == 0 { #expect(has(0, reader)) }
            #expect(names(in: path).reduce(0) { $0 + size($1) } <= limit)
        }
        let left = found(0..<100, in: small)
        #expect(left == Array((100 - left.count)..<100))
        #expect(left.count > 20)
        #expect(!has(0, reader))
    }

    @Test("Everything may be deleted, or replaced, while it is in use")
    func deletion() async {
        let first = pack
        store([1, 2], in: first)
        TemporaryFolder.remove(path)
        #expect(found(1...3, in: first) == [])
        store([3], in: first)
        #expect(found(1...3, in: first) == [3])

        TemporaryFolder.remove(path)
        store([4, 5], in: pack)
        #expect(!has(3, first))
        await wait { has(4, first) && has(5, first) }
        for name in names(in: path) where name != "lock" {
            TemporaryFolder.remove(file(name))
            // What is left of the others may serve, or not.
            _ = found(4...6, in: first)
            store([4, 5, 6], in: first)
            #expect(found(4...6, in: first) == [4, 5, 6])
        }
    }

    @Test("A folder that can't be written is no error, and not tried again")
    func unwritable() {
        folder.write("file", [1])
        let pack = TilePack(folder["file/tiles"])
        store([1], in: pack)
        #expect(!has(1, pack))
        folder.delete("file")
        store([1], in: pack)
        #expect(names(in: folder.path) == [])
        store([1], in: TilePack(folder["file/tiles"]))
        #expect(names(in: folder.path) == ["file"])
    }
}

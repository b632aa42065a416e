import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// The index at work: files that are known are not opened, and files that are others are never taken for them.
@Suite(.timeLimit(.minutes(5)))
struct IndexScanTests {
    /// The disk, which counts what is opened.
    private struct CountingTree: DiskBackedTree {
        let opened = Locked<[FilePath]>([])

        func inspect(_ path: FilePath) throws(MetadataError) -> AssetMetadata {
            opened.withLock { $0.append(path) }
            return try disk.inspect(path)
        }
    }

    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    /// Looks through `request` once; returns what there is, by name, and the names of what was opened.
    private func scan(
        _ request: LibraryRequest? = nil, settling: Int = -1_000_000
    ) async -> (assets: [String: AssetMetadata], opened: Set<String>) {
        let tree = CountingTree()
        var timing = ScanTiming()
        timing.settling = settling
        let scanner = LibraryScanner(
            request ?? LibraryRequest(folder.path), watching: false, tree: tree, timing: timing,
            index: AssetIndex(cache["index"]))
        let (assets, _) = await LibraryScanner.collect(with: scanner, order: .name)
        return (
            Dictionary(
                assets.compactMap { asset in asset.metadata.map { (asset.path.displayName, $0) } },
                uniquingKeysWith: { first, _ in first }),
            Set(tree.opened.withLock { $0 }.map(\.displayName))
        )
    }

    /// A JPEG that was taken in `year`; all have the same number of bytes.
    private func photo(_ year: Int) -> [UInt8] {
        jpeg(exif: tiff([.short(0x112, 6)], exif: [.text(0x9003, "\(year):01:01 00:00:00")]))
    }

    private func year(_ metadata: AssetMetadata?) -> String? { metadata?.taken?.words.prefix(4).description }

    @Test("The second time nothing is opened, pictures and what is none alike")
    func known() async {
        folder.write("a.jpg", photo(2001))
        folder.makePicture("b.png")
        folder.write("text.jpg", Array("Not a picture at all.".utf8))
        _ = folder.makeFolder("sub")
        folder.write("sub/c.jpg", photo(2003))
        let first = await scan()
        #expect(first.opened == ["a.jpg", "b.png", "c.jpg", "text.jpg"])
        let second = await scan()
        #expect(second.opened.isEmpty)
        #expect(second.assets == first.assets)
        #expect(second.assets.keys.sorted() == ["a.jpg", "b.png", "c.jpg"])
        #expect(year(second.assets["c.jpg"]) == "2003")
        folder.write("sub/d.jpg", photo(2004))
        #expect(await scan().opened == ["d.jpg"])
    }

    @Test("Live photos are joined from the index too")
    func livePhotos() async {
        folder.write("IMG_1.JPG", photo(2001))
        folder.write("IMG_1.MOV", fileType("qt  ") + box("moov", box("mvhd", versionZero)))
        let first = await scan()
        let second = await scan()
        #expect(second.opened.isEmpty)
        #expect(first.assets.mapValues(\.kind) == ["IMG_1.JPG": .live])
        #expect(second.assets == first.assets)
    }

    @Test("Other contents under the same name, size and time are read (T10)")
    func replacedInPlace() async throws {
        folder.write("a.jpg", photo(2001))
        #expect(year(await scan().assets["a.jpg"]) == "2001")
        let before = try FileStatus.read(folder["a.jpg"])
        folder.write("a.jpg", photo(2002))
        let after = try FileStatus.read(folder["a.jpg"])
        #expect((before.inode, before.size, before.modified) == (after.inode, after.size, after.modified))
        #expect(year(await scan().assets["a.jpg"]) == "2002")
    }

    @Test("An older file moved over a known one is read (T11)")
    func replacedByAnOlder() async {
        folder.write("a.jpg", photo(2001))
        _ = await scan()
        folder.write("old", photo(1999), age: 360_000)
        folder.rename("old", "a.jpg")
        #expect(year(await scan().assets["a.jpg"]) == "1999")
    }

    @Test("After renaming, each has its own metadata (T13)")
    func renumbered() async {
        for number in 1...9 { folder.write("\(number).jpg", photo(2000 + number)) }
        _ = await scan()
        folder.delete("1.jpg")
        for number in 2...9 { folder.rename("\(number).jpg", "\(number - 1).jpg") }
        let assets = await scan().assets
        for number in 1...8 { #expect(year(assets["\(number).jpg"]) == "\(2001 + number)") }
    }

    @Test("A file that was still written is read again (T14)")
    func growing() async {
        folder.write("a.jpg", Array(photo(2001).prefix(30)))
        let half = await scan()
        #expect(half.assets["a.jpg"]?.taken == nil)
        folder.write("a.jpg", photo(2001))
        #expect(year(await scan().assets["a.jpg"]) == "2001")
    }

    @Test("What was changed a moment ago is not kept, since its times may not show the next change")
    func fresh() async {
        folder.write("a.jpg", photo(2001))
        let usual = ScanTiming().settling
        _ = await scan(settling: usual)
        #expect(await scan(settling: usual).opened == ["a.jpg"])
    }

    @Test("A look at one file, or without hidden ones, does not forget the others")
    func partialLooks() async {
        folder.write("a.jpg", photo(2001))
        folder.write(".b.jpg", photo(2002))
        _ = await scan(LibraryRequest(folder.path, hidden: true))
        folder.write("a.jpg", photo(2003))
        #expect(await scan().opened == ["a.jpg"])
        folder.write("c.jpg", photo(2004))
        #expect(await scan(LibraryRequest(files: [folder["c.jpg"]])).opened == ["c.jpg"])
        #expect(await scan(LibraryRequest(files: [folder["c.jpg"], folder["a.jpg"]])).opened.isEmpty)
        #expect(await scan(LibraryRequest(folder.path, hidden: true)).opened.isEmpty)
    }

    @Test("A cache that is deleted, damaged or can't be written costs time only")
    func withoutCache() async {
        folder.write("a.jpg", photo(2001))
        _ = await scan()
        cache.delete("index")
        #expect(await scan().opened == ["a.jpg"])
        #expect(await scan().opened.isEmpty)
        cache.delete("index")
        cache.write("index", [1])
        #expect(await scan().opened == ["a.jpg"])
        #expect(await scan().opened == ["a.jpg"])
    }

    @Test("A window keeps what it found when all is read, and what came later")
    func watching() async {
        folder.write("a.jpg", photo(2001))
        var timing = ScanTiming()
        timing.settling = -1_000_000
        timing.saving = 50_000
        let index = AssetIndex(cache["index"])
        let reader = ScannerReader(
            LibraryScanner(LibraryRequest(folder.path), watching: true, timing: timing, index: index))
        await reader.wait { $0.isComplete }
        await waitUntil { index.reader(of: folder.path) != nil }
        folder.write("b.jpg", photo(2002))
        await reader.wait { $0.isComplete && $0.names == ["a.jpg", "b.jpg"] }
        await waitUntil {
            guard let known = index.reader(of: folder.path) else { return false }
            return known.records().count == 2
        }
        #expect(await scan().opened.isEmpty)
    }

    private func waitUntil(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }
}

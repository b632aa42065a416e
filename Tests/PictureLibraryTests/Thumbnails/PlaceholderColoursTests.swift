import Dispatch
import GLibBridge
import Testing

@testable import PictureLibrary

/// The few colours that stand for a tile: found, kept, shown until the tile is there.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PlaceholderColoursTests {
    private let folder = TemporaryFolder()

    /// 12 fields, each of a grey of its own, on 80 x 60 or 48 x 48 pixels.
    private func tile(width: Int, height: Int) -> PixelBuffer {
        var samples: [UInt8] = []
        for place in 0..<(width * height) {
            let (row, column) = (place / width * 3 / height, place % width * 4 / width)
            samples += [UInt8](repeating: UInt8(20 * (row * 4 + column)), count: 3)
        }
        return PixelBuffer(
            size: PixelSize(width: width, height: height), format: .rgb, stride: width * 3,
            bytes: Bytes(samples))
    }

    @Test("Each of the twelve is the colour of its part")
    func parts() throws {
        for tile in [tile(width: 80, height: 60), tile(width: 48, height: 48)] {
            let pixels = try #require(PlaceholderColours(of: tile)).pixels
            #expect(pixels.size == PixelSize(width: 4, height: 3))
            for part in 0..<12 {
                for sample in pixels.colour(part % 4, part / 4) {
                    #expect(abs(Int(sample) - 20 * part) < 12, "part \(part)")
                }
            }
        }
    }

    @Test(
        "Black, white and pure colours keep their kind",
        arguments: [[0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 0, 255]] as [[UInt8]])
    func extremes(colour: [UInt8]) throws {
        let size = PixelSize(width: 30, height: 30)
        let tile = PixelBuffer(
            size: size, format: .rgb, stride: 90, bytes: Bytes((0..<900).flatMap { _ in colour }))
        let pixels = try #require(PlaceholderColours(of: tile)).pixels
        #expect(pixels.colour(0, 0) == colour)
        #expect(pixels.colour(3, 2) == colour)
    }

    private func asset(_ metadata: AssetMetadata?) throws -> Asset {
        let path = folder.write("7.png", [7])
        return Asset(
            path: path, source: .library, kind: .photo, contentType: "image/png",
            file: try FileStatus.read(path), metadata: metadata)
    }

    /// What is shown of an asset without a picture.
    private func waitingColours(_ loader: ThumbnailLoader, _ asset: Asset) -> PlaceholderColours?? {
        if case .waiting(let colours) = loader.content(of: asset) { colours } else { nil }
    }

    @Test("A loader tells them once, and shows them where the picture is no longer in memory")
    func told() async throws {
        let decoder = GatedDecoder()
        decoder.open()
        let loader = ThumbnailLoader(
            decoder: decoder, tiles: nil, cache: nil, inspect: { _ in nil }, memoryBudget: 0, workers: 1)
        loader.tileSide = 10
        var told: [PlaceholderColours] = []
        loader.onColours = { told += $0.map(\.colours) }
        let asset = try asset(nil)
        #expect(waitingColours(loader, asset) == .some(nil), "nothing is known")
        loader.show(visible: [asset], ahead: [])
        await wait { loader.content(of: asset).isPicture }
        loader.tileSide = 12
        await wait { loader.content(of: asset).isPicture }
        #expect(told.count == 1)
        loader.forget(asset.id)
        #expect(waitingColours(loader, asset) == .some(nil), "all is forgotten")
    }

    @Test("Those of the index are shown, and not told again")
    func known() async throws {
        let decoder = GatedDecoder()
        let loader = ThumbnailLoader(
            decoder: decoder, tiles: nil, cache: nil, inspect: { _ in nil }, workers: 1)
        loader.onColours = { _ in Issue.record("they were known") }
        var metadata = AssetMetadata(contentType: "image/png", kind: .photo)
        metadata.colours = PlaceholderColours(top: 1, middle: 2, bottom: 3)
        let asset = try asset(metadata)
        loader.show(visible: [asset], ahead: [])
        #expect(waitingColours(loader, asset) == .some(metadata.colours))
        decoder.open()
        await wait { loader.content(of: asset).isPicture }
    }
}

/// The way of the colours into the index.
@Suite(.timeLimit(.minutes(5)))
struct KeptColoursTests {
    /// The disk, which lets no bytes be read before its gate was opened.
    private struct GatedTree: DiskBackedTree {
        let gate = DispatchSemaphore(value: 0)

        func inspect(_ path: FilePath) throws(MetadataError) -> AssetMetadata {
            gate.wait()
            gate.signal()
            return try disk.inspect(path)
        }
    }

    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    @Test("They are there at the next opening, also those that came before the metadata")
    func kept() async throws {
        for name in ["a.png", "b.png"] { folder.makePicture(name) }
        let tree = GatedTree()
        let index = AssetIndex(cache["index"])
        var timing = ScanTiming()
        timing.settling = -1_000_000
        timing.saving = 20_000
        timing.colouring = 20_000
        timing.fileDeadline = 600_000_000
        let request = LibraryRequest(folder.path)
        let reader = ScannerReader(
            LibraryScanner(request, watching: true, tree: tree, timing: timing, index: index))
        await reader.wait { $0.names == ["a.png", "b.png"] }
        let colours = PlaceholderColours(top: 4, middle: 5, bottom: 6)
        reader.scanner.note([(try #require(reader.assets[folder["a.png"]]), colours)])
        tree.gate.signal()
        await reader.wait { $0.isComplete }
        reader.scanner.note([(try #require(reader.assets[folder["b.png"]]), colours)])
        while index.colours(in: folder.path).count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(index.colours(in: folder.path) == [colours, colours])
        // Of other bytes under that name nothing is known.
        folder.makePicture("b.png")
        let (assets, _) = await LibraryScanner.collect(request, order: .name, index: index)
        #expect(assets.map { $0.metadata?.colours } == [colours, nil])
    }

    @Test("Those of a file that did not answer in time wait until it does")
    func late() throws {
        folder.makePicture("a.png")
        let path = folder["a.png"]
        let status = try FileStatus.read(path, followingLinks: true)
        let asset = Asset(path: path, source: .library, kind: .photo, contentType: "image/png", file: status)
        let colours = PlaceholderColours(top: 4, middle: 5, bottom: 6)
        var catalogue = Catalogue(media: [.photo])
        let taken = catalogue.take(path, status, source: .library, named: false)
        let number = try #require(taken)
        catalogue.deliver(number, status, .failed(nil))
        let isToBeSaved = catalogue.note(colours, of: asset)
        #expect(!isToBeSaved)
        let metadata = AssetMetadata(contentType: "image/png", kind: .photo)
        catalogue.deliver(number, status, .seen(asset.described(by: metadata, status)), isSettled: true)
        #expect(catalogue.indexRecords(in: folder.path).map { $0.metadata?.colours } == [colours])
    }
}

extension AssetIndex {
    fileprivate func colours(in folder: FilePath) -> [PlaceholderColours] {
        guard let known = reader(of: folder) else { return [] }
        return known.records().compactMap { $0.metadata?.colours }
    }
}

import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// What is asked for first, what is given up, what stays in memory.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ThumbnailLoaderTests {
    let folder = TemporaryFolder()
    let decoder = GatedDecoder()

    func loader(
        budget: Int = 64 << 20, workers: Int = 1, tiles: TilePack? = nil, cache: ThumbnailCache? = nil
    ) -> ThumbnailLoader {
        let loader = ThumbnailLoader(
            decoder: decoder, tiles: tiles, cache: cache, inspect: { _ in nil }, memoryBudget: budget,
            workers: workers)
        loader.tileSide = 10
        return loader
    }

    func assets(_ count: Int) -> [Asset] {
        (0..<count).map { number in
            let path = folder.path.appending("\(number).png")
            write([UInt8(number % 256), UInt8(number / 256)], to: path)
            return Asset(
                path: path, source: .library, kind: .photo, contentType: "image/png",
                file: (try? FileStatus.read(path))!)
        }
    }

    @Test func decodesWhatIsVisibleFirstAndInOrder() async {
        let loader = loader()
        let assets = assets(6)
        loader.show(visible: [assets[3], assets[1]], ahead: [assets[0], assets[5]])
        decoder.open()
        await wait { decoder.begun.count == 4 }
        #expect(decoder.begun == [3, 1, 0, 5])
    }

    /// T32: after a jump the old requests don't run first.
    @Test func goesToTheNewPlaceAfterAJump() async {
        let loader = loader()
        let assets = assets(40)
        loader.show(visible: Array(assets[0..<10]), ahead: Array(assets[10..<20]))
        await wait { decoder.begun.count == 1 }
        loader.show(visible: Array(assets[30..<32]), ahead: [])
        decoder.open()
        await wait { loader.content(of: assets[31]).isPicture }
        #expect(decoder.begun == [0, 30, 31])
        #expect(!loader.content(of: assets[1]).isPicture)
    }

    @Test func givesUpWhatScrolledAway() async {
        let loader = loader()
        let assets = assets(2)
        loader.show(visible: [assets[0]], ahead: [])
        await wait { decoder.begun == [0] }
        loader.show(visible: [assets[1]], ahead: [])
        // The gate is still shut: only a cancelled decode lets the next one begin.
        await wait { decoder.begun == [0, 1] }
        #expect(decoder.cancelled == [0])
        decoder.open()
        await wait { loader.content(of: assets[1]).isPicture }
    }

    @Test func tellsEachShownTileOnce() async {
        let loader = loader(workers: 3)
        let assets = assets(30)
        var told: [Asset.ID: Int] = [:]
        loader.onChange = { id, content in
            if content.isPicture { told[id, default: 0] += 1 }
        }
        decoder.open()
        for _ in 0..<20 { loader.show(visible: assets, ahead: []) }
        await wait { told.count == 30 }
        #expect(told.values.allSatisfy { $0 == 1 })
        #expect(decoder.begun.sorted() == Array(0..<30))
        #expect(decoder.mostAtOncePerFile == 1)
    }

    /// A tile that was bound before keeps showing nothing otherwise, when it comes back into sight.
    @Test func tellsOfWhatCameAfterItsTileWasScrolledAway() async {
        let loader = loader()
        let assets = assets(4)
        var told: Set<Asset.ID> = []
        loader.onChange = { id, _ in told.insert(id) }
        decoder.open()
        loader.show(visible: Array(assets[0..<3]), ahead: [])
        // Without a pause for the main actor. The one worker has delivered two when it begins with the third.
        while decoder.begun.count < 3, !Task.isCancelled { sched_yield() }
        #expect(told.isEmpty)
        loader.show(visible: [assets[3]], ahead: [])
        #expect(told.isSuperset(of: [assets[0].id, assets[1].id]))
    }

    /// R47: each asset gets its own picture, whatever came late.
    @Test func neverShowsOnePictureForAnother() async {
        let loader = loader(workers: 2)
        let assets = assets(200)
        decoder.open()
        for start in stride(from: 0, to: 190, by: 10) {
            loader.show(visible: Array(assets[start..<start + 10]), ahead: [])
            await Task.yield()
        }
        loader.show(visible: Array(assets[0..<10]), ahead: [])
        await wait { assets[0..<10].allSatisfy { loader.content(of: $0).isPicture } }
        for (number, asset) in assets.enumerated() {
            guard case .picture(let pixels) = loader.content(of: asset) else { continue }
            #expect(pixels.colour(5, 5)[0] == UInt8(number))
        }
    }

    /// R48: what the budget dropped is asked for again when it is shown again.
    @Test func keepsToItsBudgetAndAsksAgain() async {
        let loader = loader(budget: 10 * 10 * 3 * 20)
        let assets = assets(60)
        decoder.open()
        for start in stride(from: 0, to: 60, by: 6) {
            let shown = Array(assets[start..<start + 6])
            loader.show(visible: shown, ahead: [])
            await wait { shown.allSatisfy { loader.content(of: $0).isPicture } }
        }
        #expect(assets.count { loader.content(of: $0).isPicture } <= 20)
        #expect(!loader.content(of: assets[0]).isPicture)
        loader.show(visible: [assets[0]], ahead: [])
        await wait { loader.content(of: assets[0]).isPicture }
        #expect(decoder.begun.count { $0 == 0 } == 2)
    }

    @Test func forgetsAndThrowsAwayWhatWasUnderWay() async {
        let loader = loader()
        let assets = assets(2)
        loader.show(visible: [assets[0]], ahead: [])
        await wait { decoder.begun == [0] }
        loader.forget(assets[0].id)
        decoder.open()
        loader.show(visible: [assets[1]], ahead: [])
        await wait { loader.content(of: assets[1]).isPicture }
        #expect(!loader.content(of: assets[0]).isPicture)
        loader.show(visible: assets, ahead: [])
        await wait { loader.content(of: assets[0]).isPicture }
    }

    @Test func doesNotShowTheOldPictureOfARewrittenFile() async {
        let loader = loader()
        var asset = assets(1)[0]
        decoder.open()
        loader.show(visible: [asset], ahead: [])
        await wait { loader.content(of: asset).isPicture }
        asset.file.modified += 1
        #expect(!loader.content(of: asset).isPicture)
        loader.show(visible: [asset], ahead: [])
        await wait { loader.content(of: asset).isPicture }
        #expect(decoder.begun == [0, 0])
    }

    @Test func makesSharpOnesForANewSide() async {
        let loader = loader()
        let asset = assets(1)[0]
        decoder.open()
        loader.show(visible: [asset], ahead: [])
        await wait { loader.content(of: asset).isPicture }
        loader.tileSide = 20
        guard case .placeholder(let old) = loader.content(of: asset) else {
            Issue.record("the old picture serves until the new one is there")
            return
        }
        #expect(old.size.width == 10)
        await wait { loader.content(of: asset).isPicture }
        guard case .picture(let new) = loader.content(of: asset) else { return }
        #expect(new.size == PixelSize(width: 20, height: 20))
    }

    @Test func saysWhyThereIsNoPicture() async {
        let loader = loader()
        let assets = assets(3)
        decoder.failures = [0: .damaged("bits"), 1: .unsupported(contentType: "video/x", package: "p")]
        decoder.open()
        loader.show(visible: assets, ahead: [])
        await wait { loader.content(of: assets[2]).isPicture }
        guard case .broken(let reason) = loader.content(of: assets[0]),
            case .unavailable(let lack) = loader.content(of: assets[1])
        else {
            Issue.record("two without a picture")
            return
        }
        #expect(reason.contains("bits") && lack.contains("video/x"))
        loader.show(visible: assets, ahead: [])
        #expect(decoder.begun == [0, 1, 2])
    }

    @Test func storesWhatItShowed() async {
        let cache = ThumbnailCache(root: folder.path.appending("thumbnails"))
        let asset = assets(1)[0]
        decoder.open()
        let first = loader(cache: cache)
        first.show(visible: [asset], ahead: [])
        await wait { cache.isKnown(asset.path, status: asset.file, size: .large) }
        let second = loader(cache: cache)
        second.show(visible: [asset], ahead: [])
        await wait { second.content(of: asset).isPicture }
        #expect(decoder.begun == [0])
        removeFile(asset.path)
        let third = loader(cache: cache)
        third.show(visible: [asset], ahead: [])
        await wait { if case .broken = third.content(of: asset) { true } else { false } }
    }

    @Test("What was shown comes from the own pack next time, unless the file can't be read or has changed")
    func keepsTilesOfItsOwn() async {
        let tiles = TilePack(folder.path.appending("tiles"))
        let assets = assets(2)
        decoder.failures = [1: .damaged("bits")]
        decoder.open()
        let first = loader(tiles: tiles)
        first.show(visible: assets, ahead: [])
        await wait { tiles.tile(of: assets[0].path, status: assets[0].file, side: 10) != nil }
        #expect(tiles.tile(of: assets[1].path, status: assets[1].file, side: 10) == nil)

        let second = loader(tiles: tiles)
        second.show(visible: [assets[0]], ahead: [])
        await wait { second.content(of: assets[0]).isPicture }
        #expect(decoder.begun.count { $0 == 0 } == 1)
        let third = loader(tiles: tiles)
        write([0, 0, 0], to: assets[0].path)
        third.show(visible: [assets[0]], ahead: [])
        await wait { third.content(of: assets[0]).isPicture }
        #expect(decoder.begun.count { $0 == 0 } == 2)
        removeFile(assets[0].path)
        let fourth = loader(tiles: tiles)
        fourth.show(visible: [assets[0]], ahead: [])
        await wait { if case .broken = fourth.content(of: assets[0]) { true } else { false } }
    }

    @Test("What the shared cache has comes into the own pack when it was shown")
    func keepsTilesOfTheSharedCache() async {
        let cache = ThumbnailCache(root: folder.path.appending("thumbnails"))
        let tiles = TilePack(folder.path.appending("tiles"))
        let asset = assets(1)[0]
        decoder.open()
        let first = loader(cache: cache)
        first.show(visible: [asset], ahead: [])
        await wait { cache.isKnown(asset.path, status: asset.file, size: .large) }
        let second = loader(tiles: tiles, cache: cache)
        second.show(visible: [asset], ahead: [])
        await wait { tiles.tile(of: asset.path, status: asset.file, side: 10) != nil }
        #expect(second.content(of: asset).isPicture)
        #expect(decoder.begun == [0])
    }

    private func removeFile(_ path: FilePath) { _ = path.withCString { Glibc.unlink($0) } }

    /// T14: a file that changes under the decoder is shown for the moment, tried again, not stored.
    @Test func triesAgainWhatChangedMeanwhile() async {
        let cache = ThumbnailCache(root: folder.path.appending("thumbnails"))
        let loader = loader(cache: cache)
        let asset = assets(1)[0]
        loader.show(visible: [asset], ahead: [])
        await wait { decoder.begun == [0] }
        write([0, 0, 0], to: asset.path)
        decoder.open()
        await wait { if case .placeholder = loader.content(of: asset) { true } else { false } }
        #expect(!cache.isKnown(asset.path, status: (try? FileStatus.read(asset.path))!, size: .large))
        await wait { loader.content(of: asset).isPicture }
        #expect(decoder.begun == [0, 0])
        await wait { cache.isKnown(asset.path, status: (try? FileStatus.read(asset.path))!, size: .large) }
    }

    /// The camera's preview comes before the photo, turned, and the photo replaces it.
    @Test func showsThePreviewFirst() async throws {
        let path = fixture("thumb_stale.jpg")
        let bytes = read(path)
        let start = try #require((20..<bytes.count).first { bytes[$0...].starts(with: [0xFF, 0xD8, 0xFF]) })
        let end = try #require((start..<bytes.count).first { bytes[$0...].starts(with: [0xFF, 0xD9]) })
        var metadata = AssetMetadata(contentType: "image/jpeg", kind: .photo)
        metadata.preview = Int64(start)..<Int64(end + 2)
        metadata.size = PixelSize(width: 480, height: 640)
        let asset = Asset(
            path: path, source: .library, kind: .photo, contentType: "image/jpeg",
            file: (try? FileStatus.read(path))!, metadata: metadata)
        let loader = loader()
        loader.show(visible: [asset], ahead: [])
        await wait { if case .placeholder = loader.content(of: asset) { true } else { false } }
        decoder.open()
        await wait { loader.content(of: asset).isPicture }
    }
}

extension TileContent {
    var isPicture: Bool { if case .picture = self { true } else { false } }
}

/// A decoder that notes its work and waits before a gate; a picture's red is its file's number.
final class GatedDecoder: PathDecoder {
    private struct State {
        var isOpen = false
        var begun: [Int] = []
        var cancelled: [Int] = []
        var active: [Int: Int] = [:]
        var mostAtOnce = 0
        var failures: [Int: DecodeError] = [:]
    }
    private let state = Locked(State())

    var begun: [Int] { state.withLock { $0.begun } }
    var cancelled: [Int] { state.withLock { $0.cancelled } }
    var mostAtOncePerFile: Int { state.withLock { $0.mostAtOnce } }
    var failures: [Int: DecodeError] {
        get { state.withLock { $0.failures } }
        set { state.withLock { $0.failures = newValue } }
    }
    func open() { state.withLock { $0.isOpen = true } }

    func decode(
        _ path: FilePath, metadata: AssetMetadata?, target: DecodeTarget, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        let number = Int(String(decoding: path.stem, as: UTF8.self)) ?? 0
        state.withLock {
            $0.begun.append(number)
            $0.active[number, default: 0] += 1
            $0.mostAtOnce = max($0.mostAtOnce, $0.active[number]!)
        }
        defer { state.withLock { $0.active[number]! -= 1 } }
        while !state.withLock({ $0.isOpen }) {
            if cancellation.isCancelled {
                state.withLock { $0.cancelled.append(number) }
                throw .cancelled
            }
            sched_yield()
        }
        if let failure = state.withLock({ $0.failures[number] }) { throw failure }
        let size = PixelSize(width: 400, height: 300)
        let pixels = [UInt8](repeating: UInt8(number % 256), count: 400 * 300 * 3)
        return DecodedPicture(
            pixels: PixelBuffer(size: size, format: .rgb, stride: 1200, bytes: Bytes(pixels)),
            originalSize: size)
    }
}

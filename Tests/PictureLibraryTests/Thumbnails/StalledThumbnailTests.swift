import Dispatch
import GLibBridge
import Testing

@testable import PictureLibrary

/// Files that do not answer, and files that cannot be read for the moment.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StalledThumbnailTests {
    let folder = TemporaryFolder()
    private let decoder = HoldingDecoder()

    private func loader(workers: Int = 2, answerLimit: Duration = .seconds(20)) -> ThumbnailLoader {
        let loader = ThumbnailLoader(
            decoder: decoder, tiles: nil, cache: nil, inspect: { _ in nil }, workers: workers,
            answerLimit: answerLimit, retryPause: .milliseconds(20))
        loader.tileSide = 10
        return loader
    }

    private func asset(_ name: String) -> Asset {
        folder.makePicture(name)
        let path = folder[name]
        return Asset(
            path: path, source: .library, kind: .photo, contentType: "image/png",
            file: (try? FileStatus.read(path))!)
    }

    @Test("As many stalled files as workers do not end the others' thumbnails; late answers are taken")
    func stalledFiles() async {
        let loader = loader(answerLimit: .milliseconds(50))
        let stalled = (0..<2).map { asset("stalled \($0).png") }
        let others = (0..<5).map { asset("\($0).png") }
        var reasons: [Asset.ID: String] = [:]
        loader.onChange = { if case .broken(let reason) = $1 { reasons[$0] = reason } }
        loader.show(visible: stalled + others, ahead: [])
        await wait { others.allSatisfy { loader.content(of: $0).isPicture } }
        await wait { stalled.allSatisfy { reasons[$0.id] != nil } }
        #expect(stalled.allSatisfy { reasons[$0.id] == tr("The file does not answer.") })
        // Asked for again meanwhile, a file holds no second worker.
        #expect(stalled.allSatisfy { decoder.attempts($0.path) == 1 })
        decoder.answer()
        await wait { stalled.allSatisfy { loader.content(of: $0).isPicture } }
    }

    @Test("What is unreadable or failed is tried again while it is shown")
    func passingFailures() async {
        let loader = loader()
        let unreadable = asset("unreadable.png")
        let failed = asset("failed.png")
        decoder.fail(unreadable.path, .unreadable(FileError(errno: 5)), times: 2)
        decoder.fail(failed.path, .failed("no memory"), times: 1)
        loader.show(visible: [unreadable, failed], ahead: [])
        await wait { [unreadable, failed].allSatisfy { loader.content(of: $0).isPicture } }
        #expect(decoder.attempts(unreadable.path) == 3)
        #expect(decoder.attempts(failed.path) == 2)
    }

    @Test("What is damaged or too large is not tried again")
    func finalFailures() async {
        let loader = loader(workers: 1)
        let damaged = asset("damaged.png")
        let large = asset("large.png")
        let unreadable = asset("unreadable.png")
        decoder.fail(damaged.path, .damaged(""), times: 9)
        decoder.fail(large.path, .tooLarge(PixelSize(width: 1, height: 1)), times: 9)
        decoder.fail(unreadable.path, .unreadable(FileError(errno: 5)), times: 3)
        loader.show(visible: [damaged, large, unreadable], ahead: [])
        // Three pauses later the others would have been asked for again too.
        await wait { loader.content(of: unreadable).isPicture }
        #expect(decoder.attempts(damaged.path) == 1)
        #expect(decoder.attempts(large.path) == 1)
    }
}

/// A decoder that files called `stalled` hold, whatever is cancelled, until ``answer()``.
private final class HoldingDecoder: PathDecoder {
    private struct State {
        var attempts: [FilePath: Int] = [:]
        var failures: [FilePath: (error: DecodeError, times: Int)] = [:]
    }
    private let state = Locked(State())
    private let gate = DispatchSemaphore(value: 0)

    func answer() { gate.signal() }
    func attempts(_ path: FilePath) -> Int { state.withLock { $0.attempts[path] ?? 0 } }
    func fail(_ path: FilePath, _ error: DecodeError, times: Int) {
        state.withLock { $0.failures[path] = (error, times) }
    }

    func decode(
        _ path: FilePath, metadata: AssetMetadata?, target: DecodeTarget, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        let failure = state.withLock { state -> DecodeError? in
            state.attempts[path, default: 0] += 1
            guard let failure = state.failures[path], failure.times > 0 else { return nil }
            state.failures[path]?.times -= 1
            return failure.error
        }
        if let failure { throw failure }
        if path.displayName.hasPrefix("stalled") {
            gate.wait()
            gate.signal()
        }
        let size = PixelSize(width: 20, height: 20)
        return DecodedPicture(
            pixels: PixelBuffer(
                size: size, format: .rgb, stride: 60, bytes: Bytes([UInt8](repeating: 1, count: 1200))),
            originalSize: size)
    }
}

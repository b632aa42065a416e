import Dispatch
import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// The pool with a worker that does what the file says: `Tests/Fixtures/programs/fake-decoder`.
@Suite(.timeLimit(.minutes(5)))
struct DecoderPoolTests {
    static let fake = FilePath(#filePath).parent.parent.parent.parent.appending(
        "Fixtures/programs/fake-decoder")

    private let folder = TemporaryFolder()
    private let pool = DecoderPool(program: { fake })

    private func file(_ words: String) -> FilePath { folder.write("\(words).png", Array(words.utf8)) }

    private func decode(
        _ words: String, _ pool: DecoderPool? = nil, cancellation: Cancellation = Cancellation()
    ) throws(DecodeError) -> DecodedPicture {
        try (pool ?? self.pool).decode(
            file(words), metadata: nil, target: .filling(64), cancellation: cancellation)
    }

    /// The process that made the picture.
    private func maker(_ picture: DecodedPicture) -> Int {
        picture.pixels.bytes.withUnsafeBytes { Int($0[0]) | Int($0[1]) << 8 | Int($0[2]) << 16 }
    }

    private func error(_ words: String) -> DecodeError? {
        do throws(DecodeError) {
            _ = try decode(words)
            return nil
        } catch {
            return error
        }
    }

    @Test func takesThePixelsAsTheyAre() throws {
        let picture = try decode("picture 30 20")
        #expect(picture.pixels.size == PixelSize(width: 30, height: 20))
        #expect(picture.pixels.stride == 90 && picture.pixels.bytes.count == 1800)
        #expect(picture.isComplete && picture.originalSize == nil)
    }

    @Test func onePreparedIsUsed() throws {
        let starts = Locked(0)
        let pool = DecoderPool(program: {
            starts.withLock { $0 += 1 }
            return Self.fake
        })
        pool.prepare()
        while starts.withLock({ $0 }) == 0 { sched_yield() }
        _ = try decode("picture 1 1", pool)
        #expect(starts.withLock { $0 } == 1)
    }

    @Test func oneWorkerServesManyFiles() throws {
        let first = try maker(decode("picture 2 2"))
        for side in 3..<9 { #expect(try maker(decode("picture \(side) \(side)")) == first) }
        #expect(error("error 2") == .damaged("bits"))
        #expect(try maker(decode("picture 2 3")) == first)
    }

    @Test(
        "The file's fault: it crashes or holds the decoder, or makes it end or talk nonsense",
        arguments: [
            "crash \(SIGSEGV)", "crash \(SIGBUS)", "crash \(SIGABRT)", "crash \(SIGILL)", "crash \(SIGFPE)",
            "crash \(SIGTRAP)", "crash \(SIGSYS)", "crash \(SIGXCPU)", "exit 0", "exit 1", "garbage", "empty",
            "long", "close", "number", "none", "two", "short", "file", "stride 20 10 59", "stride 20 10 -1",
            "stride 20 10 9223372036854775807", "unsealed 20 10 0", "unsealed 20 10 2", "unsealed 20 10 6",
            "picture 200 200", "error 9",
        ])
    func theFilesFault(_ words: String) throws {
        let before = try maker(decode("picture 1 1"))
        guard case .damaged(let reason)? = error(words) else {
            Issue.record("\(String(describing: error(words)))")
            return
        }
        #expect(!reason.isEmpty)
        // The next file has a worker again.
        #expect(try maker(decode("picture 1 2")) != before)
    }

    @Test(
        "Not the file's fault: somebody else ends the worker, again and again", arguments: [SIGKILL, SIGTERM])
    func endedFromOutside(_ signal: Int32) throws {
        guard case .failed? = error("crash \(signal)") else {
            Issue.record("\(String(describing: error("crash \(signal)")))")
            return
        }
        _ = try decode("picture 1 1")
    }

    @Test("A worker that was killed while it had nothing to do costs nothing")
    func killedAtRest() throws {
        let first = try maker(decode("picture 1 1"))
        kill(pid_t(first), SIGKILL)
        #expect(try maker(decode("picture 1 2")) != first)
    }

    @Test func anErrorStaysWhatItIs() {
        #expect(error("error 5") == .failed("bits"))
        // Which program could help, and that there is none, is found out here.
        #expect(error("error 2") == .damaged("bits"))
    }

    @Test("A worker that does not answer is ended, and the file may be tried again")
    func withoutAnswer() throws {
        let pool = DecoderPool(program: { Self.fake }, patience: .seconds(2))
        let first = try maker(decode("picture 1 1", pool))
        let start = ContinuousClock.now
        #expect(throws: DecodeError.unreadable(FileError(errno: ETIMEDOUT))) { try decode("hang", pool) }
        #expect(ContinuousClock.now - start < .seconds(10))
        while !hasEnded(first) { usleep(1000) }
        _ = try decode("picture 1 2", pool)
    }

    @Test("What nobody waits for any more is ended soon after")
    func cancelled() throws {
        let first = try maker(decode("picture 1 1"))
        let cancellation = Cancellation()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { cancellation.cancel() }
        let start = ContinuousClock.now
        #expect(throws: DecodeError.cancelled) { try decode("hang", cancellation: cancellation) }
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(try maker(decode("picture 1 2")) != first)
    }

    @Test func oneThatSaysItIsOldIsNotAskedAgain() throws {
        let first = try maker(decode("last"))
        let second = try maker(decode("picture 1 1"))
        #expect(first != second)
        #expect(try maker(decode("picture 1 2")) == second)
    }

    @Test func idleOnesGo() throws {
        let pool = DecoderPool(program: { Self.fake }, idleTime: .milliseconds(100))
        let worker = try maker(decode("picture 1 1", pool))
        while !hasEnded(worker) { usleep(1000) }
        _ = try decode("picture 1 2", pool)
    }

    @Test func theyEndWithTheirPool() throws {
        var pool: DecoderPool? = DecoderPool(program: { Self.fake })
        let worker = try maker(decode("picture 1 1", pool))
        pool = nil
        while !hasEnded(worker) { usleep(1000) }
    }

    @Test(
        "Without a worker, files are decoded in this process",
        arguments: [
            nil, FilePath("/nowhere/pickture-decoder"), FilePath("/usr/bin/true"), FilePath("/etc/passwd"),
        ])
    func withoutWorker(_ program: FilePath?) throws {
        let pool = DecoderPool(program: { program })
        let path = folder["quarters.png"]
        write(try #require(picture(40, 20).pixels.png(texts: [])), to: path)
        let decoded = try pool.decode(path, metadata: nil, target: .filling(10), cancellation: Cancellation())
        #expect(decoded.pixels.size == PixelSize(width: 20, height: 10))
        #expect(throws: DecodeError.damaged("")) { try decode("picture 1 1", pool) }
    }

    private func animation(_ words: String) -> (any AnimationFrames)? {
        pool.animation(of: file(words), cancellation: Cancellation())
    }

    @Test("The worker of an animation works for nobody else, and ends with it")
    func animationsHaveAWorker() throws {
        func maker(_ frame: AnimationFrame?) -> Int? {
            frame.map { self.maker(DecodedPicture(pixels: $0.pixels, originalSize: nil)) }
        }
        var frames = animation("frame 30 20 40;frame 30 20 50;frame 30 20 60")
        let worker = try #require(maker(frames?.next()))
        #expect(try self.maker(decode("picture 1 1")) != worker)
        let second = try #require(frames?.next())
        #expect(second.duration == .milliseconds(50) && maker(second) == worker)
        #expect(maker(frames?.next()) == worker)
        frames = nil
        while !hasEnded(worker) { usleep(1000) }
    }

    @Test(
        "An animation whose worker fails, lies or is ended stays as it is",
        arguments: [
            "crash \(SIGSEGV)", "crash \(SIGKILL)", "exit 0", "garbage", "close", "none", "two", "number",
            "unsealed 20 10 0", "frame 5000 5000 40", "error 2", "short",
        ])
    func animationsEnd(_ words: String) throws {
        #expect(animation(words) == nil)
        let frames = try #require(animation("frame 20 10 40;\(words);frame 20 10 40"))
        #expect(frames.next() != nil)
        #expect(frames.next() == nil)
        _ = try decode("picture 1 1")
    }

    @Test("A worker can't make the window draw without a pause", arguments: [0, -5, 19])
    func animationsRest(_ milliseconds: Int) throws {
        let frames = try #require(animation("frame 2 2 \(milliseconds)"))
        #expect(frames.next()?.duration == .milliseconds(100))
    }

    @Test("T24: only what is the file's fault is noted as failed")
    func notesInTheFailFolder() async throws {
        let cache = ThumbnailCache(root: folder["thumbnails"])
        let noted = ["crash \(SIGSEGV)", "exit 1", "garbage", "error 2"]
        let ours = ["crash \(SIGKILL)", "crash \(SIGTERM)", "hang", "error 5"]
        let assets = try (noted + ours + ["picture 20 10"]).map { words in
            let path = file(words)
            return Asset(
                path: path, source: .library, kind: .photo, contentType: "image/png",
                file: try FileStatus.read(path))
        }
        try await ThumbnailMaker.makeMissing(
            assets: assets, cache: cache,
            decoder: DecoderPool(program: { Self.fake }, patience: .seconds(6)), workers: 3
        ) { _, _ in }
        for (asset, words) in zip(assets, noted + ours) {
            var isNoted = false
            if case .failure = cache.entry(
                for: asset.path, status: asset.file, filling: 64, decoder: PictureDecoder())
            {
                isNoted = true
            }
            #expect(isNoted == noted.contains(words), "\(words)")
        }
        #expect(cache.isKnown(assets.last!.path, status: assets.last!.file, size: .large))
    }

    /// Ended, and perhaps not yet taken note of.
    private func hasEnded(_ process: Int) -> Bool {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 200)
        fgets(&text, 200, file)
        return String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains(") Z ")
    }
}

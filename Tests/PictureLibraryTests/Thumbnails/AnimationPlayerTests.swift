import GLibBridge
import Testing

@testable import PictureLibrary

/// A GIF of one pixel a frame, red and blue in turn.
private func gif(
    delays: [Int], claiming size: (width: Int, height: Int) = (1, 1), endless: Bool = true
) -> [UInt8] {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
    var bytes = Array("GIF89a".utf8) + short(size.width) + short(size.height) + [0x80, 0, 0]
    bytes += [255, 0, 0, 0, 0, 255]
    if endless { bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] }
    for (number, delay) in delays.enumerated() {
        bytes += [0x21, 0xF9, 4, 4] + short(delay) + [0, 0]
        bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, number % 2 == 0 ? 0x44 : 0x4C, 1, 0]
    }
    return bytes + [0x3B]
}

private func colour(_ frame: AnimationFrame) -> [UInt8] {
    frame.pixels.bytes.withUnsafeBytes { Array($0.prefix(3)) }
}

@Suite(.timeLimit(.minutes(5))) struct Animations {
    private let folder = TemporaryFolder()

    private func open(
        _ decoder: any ThumbnailDecoder, _ name: String, _ bytes: [UInt8],
        _ cancellation: Cancellation = Cancellation()
    ) -> (any AnimationFrames)? {
        decoder.animation(of: folder.write(name, bytes), cancellation: cancellation)
    }

    @Test(
        "frames come in order, with their times, and begin anew after the last",
        arguments: DecoderWorkerTests.nearAndFar)
    func order(_ decoder: any ThumbnailDecoder) throws {
        let player = try #require(open(decoder, "two.gif", gif(delays: [20, 30])))
        let frames = try (0..<5).map { _ in try #require(player.next()) }
        #expect(frames.map(colour) == [[255, 0, 0], [0, 0, 255], [255, 0, 0], [0, 0, 255], [255, 0, 0]])
        #expect(frames[0].duration == .milliseconds(200))
        #expect(frames[1].duration == .milliseconds(300))
    }

    @Test("a frame that is kept is not painted over by the next", arguments: DecoderWorkerTests.nearAndFar)
    func kept(_ decoder: any ThumbnailDecoder) throws {
        let player = try #require(open(decoder, "kept.gif", gif(delays: [20, 20])))
        let first = try #require(player.next())
        _ = player.next()
        #expect(colour(first) == [255, 0, 0])
    }

    @Test(
        "R53: 3000 frames without a time are decoded as shown, and slowly enough to be seen",
        arguments: DecoderWorkerTests.nearAndFar)
    func many(_ decoder: any ThumbnailDecoder) throws {
        let player = try #require(open(decoder, "many.gif", gif(delays: Array(repeating: 0, count: 3000))))
        for _ in 0..<2999 { _ = player.next() }
        let last = try #require(player.next())
        #expect(colour(last) == [0, 0, 255])
        let duration = try #require(last.duration)
        #expect(duration >= .milliseconds(20))
    }

    @Test(
        "two files move at the same time, and pictures are decoded meanwhile",
        arguments: DecoderWorkerTests.nearAndFar)
    func several(_ decoder: any ThumbnailDecoder) throws {
        let one = try #require(open(decoder, "one.gif", gif(delays: [20, 20])))
        let other = try #require(open(decoder, "other.gif", gif(delays: [20, 20])))
        #expect(one.next().map(colour) == [255, 0, 0] && one.next().map(colour) == [0, 0, 255])
        let still = try decoder.decode(
            folder["one.gif"], metadata: nil, target: .filling(1), cancellation: Cancellation())
        #expect(still.pixels.size == PixelSize(width: 1, height: 1))
        #expect(other.next().map(colour) == [255, 0, 0] && one.next().map(colour) == [255, 0, 0])
    }

    @Test("what does not move has no frames", arguments: DecoderWorkerTests.nearAndFar)
    func still(_ decoder: any ThumbnailDecoder) {
        #expect(open(decoder, "one.gif", gif(delays: [10])) == nil)
        #expect(open(decoder, "text.gif", Array("no picture at all".utf8)) == nil)
        #expect(open(decoder, "empty.gif", []) == nil)
        #expect(decoder.animation(of: folder["none.gif"], cancellation: Cancellation()) == nil)
    }

    @Test("a huge canvas stays still and takes no memory", arguments: DecoderWorkerTests.nearAndFar)
    func bomb(_ decoder: any ThumbnailDecoder) {
        #expect(open(decoder, "bomb.gif", gif(delays: [10, 10], claiming: (65_535, 65_535))) == nil)
    }

    @Test("nobody waits: it is not even read", arguments: DecoderWorkerTests.nearAndFar)
    func cancelled(_ decoder: any ThumbnailDecoder) {
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(open(decoder, "cancelled.gif", gif(delays: [10, 10]), cancellation) == nil)
    }
}

import GLibBridge
import Testing

@testable import PictureLibrary

/// The scanner for an eighth of a JPEG, with what libjpeg makes of the same bytes as the judge.
@Suite struct MeanScanTests {
    private func decode(_ bytes: [UInt8], own: Bool) -> ImageCodec.Picture? {
        bytes.withUnsafeBytes {
            try? ImageCodec.jpeg.decode($0, size: PixelSize(width: 16, height: 12), usesOwnScanner: own)
        }
    }

    private func samples(_ pixels: PixelBuffer) -> [UInt8] { pixels.bytes.withUnsafeBytes { Array($0) } }

    /// Where each block has all colours, and where two beside each other share them, it is the same picture.
    @Test(arguments: ["scan_444.jpg", "scan_422.jpg", "scan_grey_restarts.jpg", "progressive.jpg"])
    func isTheSame(_ name: String) throws {
        let bytes = read(fixture(name))
        let judge = try #require(decode(bytes, own: false))
        let own = try #require(decode(bytes, own: true))
        #expect(own.isComplete && own.storedSize == judge.storedSize)
        #expect(own.hasUnreadScans == judge.hasUnreadScans)
        if name == "progressive.jpg" {
            expectTestCard(own.pixels, name)
        } else {
            #expect(samples(own.pixels) == samples(judge.pixels))
        }
    }

    /// Four blocks that share their colours get one mean, where libjpeg makes out four.
    @Test func isNearlyTheSame() throws {
        let bytes = read(fixture("scan_420_restarts.jpg"))
        let judge = samples(try #require(decode(bytes, own: false)).pixels)
        let own = samples(try #require(decode(bytes, own: true)).pixels)
        let difference = zip(judge, own).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(difference < judge.count * 8)
    }

    /// What is damaged looks as libjpeg shows it: the scanner gives up rather than guess.
    @Test(arguments: ["scan_444.jpg", "scan_grey_restarts.jpg"])
    func leavesDamageToLibjpeg(_ name: String) throws {
        let bytes = read(fixture(name))
        let scan = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        var generator = SystemRandomNumberGenerator()
        for place in stride(from: scan + 14, to: bytes.count, by: 3) {
            var damaged = bytes
            let value = UInt8.random(in: 0...255, using: &generator)
            damaged[place] = place % 2 == 0 ? 0xFF : value
            if place % 5 == 0 { damaged.removeLast(bytes.count - place) }
            let judge = decode(damaged, own: false)
            let own = decode(damaged, own: true)
            let isSame = own.map { samples($0.pixels) } == judge.map { samples($0.pixels) }
            #expect(isSame && own?.isComplete == judge?.isComplete, "\(value) at \(place)")
        }
    }

    /// All of the samples, whatever is wrong with them.
    @Test(.enabled(if: Samples.areThere), arguments: Samples.all.filter { $0.content == "image/jpeg" })
    func agreesOnTheSamples(_ sample: Sample) throws {
        let file = try FileReader(sample.path)
        guard let size = try PictureHeader(of: file).size else { return }
        let eighth = PixelSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
        guard eighth.pixelCount > 0, eighth.pixelCount < 4_000_000 else { return }
        func decode(own: Bool) -> ImageCodec.Picture? {
            try? ImageCodec.jpeg.decode(
                file, size: eighth, usesOwnScanner: own, cancellation: Cancellation())
        }
        let judge = decode(own: false)
        let own = decode(own: true)
        #expect(own?.isComplete == judge?.isComplete)
        guard let judge, let own else { return }
        let pairs = zip(samples(judge.pixels), samples(own.pixels))
        let difference = pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(difference < judge.pixels.byteCount * 6, "\(sample.path)")
    }
}

import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// The real worker, which the package builds beside the tests.
@Suite(.timeLimit(.minutes(5)))
struct DecoderWorkerTests {
    /// Where SwiftPM puts programs: beside the bundle with the tests.
    static let program: FilePath? = {
        let arguments = CommandLine.arguments
        guard let option = arguments.firstIndex(of: "--test-bundle-path"), option + 1 < arguments.count else {
            return Environment.program?.parent.appending("pickture-decoder")
        }
        var folder = FilePath(argument: Array(arguments[option + 1].utf8), relativeTo: UserFolders.working)
            .parent
        while folder.bytes.count > 1, !folder.appending("pickture-decoder").isExecutable {
            folder = folder.parent
        }
        return folder.appending("pickture-decoder")
    }()

    /// Decoders in this process and in others.
    static let nearAndFar: [any ThumbnailDecoder] = [PictureDecoder(), DecoderPool(program: { program })]

    private let folder = TemporaryFolder()
    private let pool = DecoderPool(program: { program })

    @Test func isBuilt() throws { #expect(try #require(Self.program).isExecutable) }

    @Test(arguments: ["thumb_stale.jpg", "truncated_half.jpg", "bomb_30000x30000.png"])
    func saysTheSameAsTheDecoderInThisProcess(_ name: String) throws { try compare(fixture(name)) }

    @Test(.enabled(if: Samples.areThere), arguments: Samples.all)
    func saysTheSameOfTheSamples(_ sample: Sample) throws { try compare(sample.path) }

    private func compare(_ path: FilePath) throws {
        let metadata = try? MetadataReader.read(path)
        func result(_ decoder: some ThumbnailDecoder) -> Result<DecodedPicture, DecodeError> {
            Result { () throws(DecodeError) in
                try decoder.decode(
                    path, metadata: metadata, target: .filling(100), cancellation: Cancellation())
            }
        }
        switch (result(pool), result(PictureDecoder())) {
        case (.success(let far), .success(let near)):
            #expect(far.pixels.size == near.pixels.size && far.pixels.format == near.pixels.format)
            #expect(far.originalSize == near.originalSize && far.isComplete == near.isComplete)
            let bytes = [far, near].map { $0.pixels.bytes.withUnsafeBytes { Array($0) } }
            // Its own scanner shares colours out a little differently.
            let difference = zip(bytes[0], bytes[1]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(difference <= 3 * bytes[0].count, "\(path)")
        case (.failure(let far), .failure(let near)): #expect(far == near)
        case (let far, let near): Issue.record("\(far), not \(near)")
        }
    }

    @Test("The metadata travels: turned as it says, refused by the size that it says")
    func usesTheMetadata() throws {
        let path = folder["quarters.png"]
        write(try #require(picture(40, 20).pixels.png(texts: [])), to: path)
        var metadata = AssetMetadata(contentType: "image/png", kind: .photo)
        metadata.orientation = .right
        let turned = try pool.decode(
            path, metadata: metadata, target: .filling(20), cancellation: Cancellation())
        #expect(turned.pixels.size == PixelSize(width: 20, height: 40))
        #expect(turned.pixels.colour(2, 2) == [0, 0, 255])
    }

    @Test func whatNoLoaderKnowsIsNamed() throws {
        let path = folder.write("x.jxl", Array("no picture at all".utf8))
        let metadata = AssetMetadata(contentType: "image/x-nobody-knows", kind: .photo)
        #expect(throws: DecodeError.unsupported(contentType: "image/x-nobody-knows", package: nil)) {
            try pool.decode(path, metadata: metadata, target: .filling(20), cancellation: Cancellation())
        }
    }

    /// T16: three bad among twenty good.
    @Test func badFilesDoNotEndTheGoodOnes() throws {
        for number in 0..<23 {
            let path = folder["\(number).png"]
            let png = try #require(picture(40, 20).pixels.png(texts: []))
            write(number % 8 == 3 ? Array(png.prefix(40)) : png, to: path)
            let decoded = try? pool.decode(
                path, metadata: nil, target: .filling(20), cancellation: Cancellation())
            #expect((decoded != nil) == (number % 8 != 3), "\(number)")
        }
    }

    /// T09: no limit of ours is in the way of an ordinary large photo, nor of the largest that is decoded.
    @Test(arguments: [PixelSize(width: 6000, height: 4000), PixelSize(width: 10000, height: 10000)])
    func largePicturesFitIntoTheLimits(_ size: PixelSize) throws {
        let path = folder["large.png"]
        write(try #require(picture(60, 40).scaled(to: size)?.pixels.png(texts: [])), to: path)
        let whole = try pool.decode(path, metadata: nil, target: .fitting(size), cancellation: Cancellation())
        #expect(whole.pixels.size == size)
    }
}

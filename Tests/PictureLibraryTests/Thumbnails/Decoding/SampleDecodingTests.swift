import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// Every file of the sample collection through the decoder, judged by the collection's own table.
@Suite(.enabled(if: Samples.areThere), .serialized)
struct SampleDecodingTests {
    @Test(arguments: Samples.all)
    func isShownAsTheTableSays(_ sample: Sample) throws {
        let metadata = try? MetadataReader.read(sample.path)
        // The table's own values: this tests the decoder, not the metadata reader.
        var known = metadata ?? AssetMetadata(contentType: sample.content, kind: .photo)
        known.orientation = sample.orientation
        let before = peakMemory
        let start = ContinuousClock.now
        var picture: DecodedPicture?
        var failure: DecodeError?
        do throws(DecodeError) {
            picture = try PictureDecoder().decode(
                sample.path, metadata: known, target: .filling(128), cancellation: Cancellation())
        } catch {
            failure = error
        }
        switch sample.expectation {
        case "show":
            // No JPEG XL in Debian 12; the videos need ffmpegthumbnailer.
            if case .unsupported = failure { return }
            try #require(picture != nil, "\(sample.path): \(String(describing: failure))")
        case "placeholder", "skip-or-placeholder":
            #expect(picture == nil, "\(sample.path)")
        default: break
        }
        if let failure { #expect(!failure.sentence.isEmpty) }
        // A picture that is refused costs nothing; one that is shown, what its loader takes.
        let limit = sample.expectation == "show" ? 400 : 40
        #expect(peakMemory - before < limit << 10, "\(sample.path): \((peakMemory - before) >> 10) MiB")
        #expect(ContinuousClock.now - start < .seconds(20), "\(sample.path)")
        guard let picture else { return }
        // The Ultra HDR sample was cut off behind its first kilobytes.
        if sample.expectation == "show", sample.path.stem != Array("ultrahdr_gps".utf8) {
            #expect(picture.isComplete, "\(sample.path)")
        }
        #expect(max(picture.pixels.size.width, picture.pixels.size.height) < 4096)
        if let upright = sample.upright, sample.content.hasPrefix("image/") {
            let size = picture.pixels.size
            let skew =
                Double(size.width) / Double(size.height) * Double(upright.height) / Double(upright.width)
            let oneRow = 1 + 1.1 / Double(min(size.width, size.height))
            #expect((1 / oneRow...oneRow).contains(skew), "\(sample.path): \(size), not as \(upright)")
            #expect(
                size.width <= max(128, upright.width) && size.height <= max(128, upright.height)
                    || sample.content.contains("svg"))
        }
        if sample.isTestCard { expectTestCard(picture.pixels, "\(sample.path)") }
    }
}

/// Red top left, green top right, blue bottom left, yellow bottom right.
func expectTestCard(_ pixels: PixelBuffer, _ name: String) {
    let (right, bottom) = (pixels.size.width - 1, pixels.size.height - 1)
    func near(_ x: Int, _ y: Int, _ red: Bool, _ green: Bool, _ blue: Bool) {
        let inset = min(right, bottom) / 12
        let at = (min(max(x, inset), right - inset), min(max(y, inset), bottom - inset))
        let colour = pixels.colour(at.0, at.1)
        #expect(
            (colour[0] > 128, colour[1] > 128, colour[2] > 128) == (red, green, blue),
            "\(name): \(colour) at \(at) of \(pixels.size)")
    }
    near(0, 0, true, false, false)
    near(right, 0, false, true, false)
    near(0, bottom, false, false, true)
    near(right, bottom, true, true, false)
}

extension PixelBuffer {
    func colour(_ x: Int, _ y: Int) -> [UInt8] {
        bytes.withUnsafeBytes { bytes in
            let start = y * stride + x * format.bytesPerPixel
            return Array(bytes[start..<start + format.bytesPerPixel])
        }
    }
}

/// KiB: the most memory that this process has had.
var peakMemory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}

struct Sample: Sendable, CustomTestStringConvertible {
    var path: FilePath
    var content: String
    var upright: PixelSize?
    var orientation: Orientation
    var isTestCard: Bool
    var expectation: String
    var testDescription: String { path.displayName }
}

enum Samples {
    static let folder: FilePath = {
        if let named = getenv("PICKTURE_SAMPLES") { return FilePath(cString: named) }
        let package = FilePath(#filePath).parent.parent.parent.parent.parent
        return package.parent.appending("shared/samples")
    }()

    static var areThere: Bool { (try? FileStatus.read(folder.appending("MANIFEST.tsv"))) != nil }

    static let all: [Sample] = {
        guard let file = try? FileReader(folder.appending("MANIFEST.tsv")),
            let bytes = try? file.read(at: 0, count: 1 << 20)
        else { return [] }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
            $0.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let columns = lines[0]
        return lines.dropFirst().map { line in
            func value(_ name: String) -> String { columns.firstIndex(of: name).map { line[$0] } ?? "" }
            let width = Int(value("upright_width"))
            let height = Int(value("upright_height"))
            return Sample(
                path: folder.appending(value("path")), content: value("content"),
                upright: width.flatMap { width in height.map { PixelSize(width: width, height: $0) } },
                orientation: Int(value("orientation")).flatMap(Orientation.init) ?? .upright,
                isTestCard: value("source").contains("made for this set") && value("expect") == "show"
                    && value("content").hasPrefix("image/")
                    && !["svg", "panorama"].contains { value("path").contains($0) },
                expectation: value("expect"))
        }
    }()
}

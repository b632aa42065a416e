import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// Colour profiles, judged by what Little CMS 2.14 makes of the same colours (relative colorimetric).
@Suite struct ColourProfileTests {
    static let displayP3 = iccProfile(
        [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]],
        curve: parametric(3, [2.4, 0.947867, 0.052133, 0.077399, 0.040450]))
    static let adobeRGB = iccProfile(
        [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
        curve: Array("curv".utf8) + big(0, 4) + big(1, 4) + big(563, 2))
    static let sRGB = iccProfile(
        [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]],
        curve: parametric(3, [2.4, 0.947867, 0.052133, 0.077399, 0.040450]))

    @Test(arguments: [
        ([200, 100, 50], [214, 92, 30]), ([50, 180, 90], [0, 183, 77]), ([30, 60, 220], [17, 60, 228]),
        ([128, 128, 128], [128, 128, 128]), ([20, 20, 20], [20, 20, 20]),
        ([255, 255, 255], [255, 255, 255]),
        ([0, 0, 0], [0, 0, 0]), ([240, 230, 60], [242, 229, 0]),
    ])
    func convertsDisplayP3(_ from: [UInt8], _ to: [UInt8]) throws {
        let profile = try #require(ColourProfile(Self.displayP3))
        #expect(areAlike(profile.converted(from), to), "\(from): \(profile.converted(from)), not \(to)")
    }

    @Test(arguments: [
        ([200, 100, 50], [227, 100, 42]), ([50, 180, 90], [0, 181, 82]), ([30, 60, 220], [0, 57, 224]),
        ([128, 128, 128], [129, 129, 129]), ([20, 20, 20], [12, 12, 12]), ([240, 230, 60], [244, 230, 23]),
    ])
    func convertsAdobeRGB(_ from: [UInt8], _ to: [UInt8]) throws {
        let profile = try #require(ColourProfile(Self.adobeRGB))
        #expect(areAlike(profile.converted(from), to), "\(from): \(profile.converted(from)), not \(to)")
    }

    @Test func leavesSRGBAlone() throws {
        #expect(try #require(ColourProfile(Self.sRGB)).isSRGB)
        #expect(try !#require(ColourProfile(Self.displayP3)).isSRGB)
        let table = (0..<1024).flatMap { big(Int(65535 * sRGBLight(Double($0) / 1023)), 2) }
        let tabled = iccProfile(
            [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]],
            curve: Array("curv".utf8) + big(0, 4) + big(1024, 4) + table)
        #expect(try #require(ColourProfile(tabled)).isSRGB)
    }

    @Test func keepsTransparencyAndTheGapsBetweenRows() throws {
        let pixel: [UInt8] = [200, 100, 50, 77]
        let picture = PixelBuffer(
            size: PixelSize(width: 1, height: 2), format: .rgba, stride: 6,
            bytes: Bytes(pixel + [9, 9] + pixel))
        let made = try #require(ColourProfile(Self.displayP3)).converted(picture)
        #expect(made.size == picture.size)
        for y in 0..<2 {
            #expect(areAlike(Array(made.colour(0, y).prefix(3)), [214, 92, 30]))
            #expect(made.colour(0, y)[3] == 77)
        }
    }

    /// What is cut off, or says something else anywhere, is no profile or another one; it never traps.
    @Test func readsNothingBeyondTheEnd() {
        for count in 0..<Self.displayP3.count {
            #expect(ColourProfile(Array(Self.displayP3.prefix(count))) == nil)
        }
        for place in Self.displayP3.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = Self.displayP3
                bytes[place] = value
                _ = ColourProfile(bytes)?.isSRGB
            }
        }
    }

    @Test func isUsedForAJPEG() throws {
        let plain = try #require(plain([200, 100, 50]).jpeg(quality: 100))
        // In two segments, the second one first.
        let half = Self.displayP3.count / 2
        func segment(_ number: UInt8, _ part: ArraySlice<UInt8>) -> [UInt8] {
            let content = Array("ICC_PROFILE\0".utf8) + [number, 2] + part
            return [0xFF, 0xE2] + big(content.count + 2, 2) + content
        }
        let segments = segment(2, Self.displayP3[half...]) + segment(1, Self.displayP3[..<half])
        try expectConverted(Array(plain[..<2]) + segments + plain[2...], as: "photo.jpg")
    }

    @Test func isUsedForAPNG() throws {
        let plain = try #require(plain([200, 100, 50]).png(texts: []))
        let stored = Self.displayP3
        let packed: [UInt8] =
            [0x78, 0x01, 1] + little(stored.count, 2) + little(~UInt16(stored.count), 2) + stored
        let content = Array("Display P3".utf8) + [0, 0] + packed
        let chunk = big(content.count, 4) + Array("iCCP".utf8) + content + big(0, 4)
        try expectConverted(Array(plain[..<33]) + chunk + plain[33...], as: "photo.png")
    }

    /// What gdk-pixbuf decodes tells of its profile, too.
    @Test func isUsedForATIFF() throws {
        let profile = Self.displayP3
        func field(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
        }
        let start = 8 + 4 + 8
        let fields =
            field(256, 4, 1, 1) + field(257, 4, 1, 1) + field(258, 3, 3, 12) + field(262, 3, 1, 2)
            + field(273, 4, 1, 8) + field(277, 3, 1, 3) + field(278, 4, 1, 1) + field(279, 4, 1, 3)
            + field(34675, 7, profile.count, start + 2 + 9 * 12 + 4)
        let bytes: [UInt8] =
            Array("II*\0".utf8) + little(start, 4) + [200, 100, 50, 0] + little(8, 2) + little(8, 2)
            + little(8, 2) + [0, 0] + little(9, 2) + fields + little(0, 4) + profile
        try expectConverted(bytes, as: "photo.tif")
    }

    private func plain(_ colour: [UInt8]) -> PixelBuffer {
        let rows = (0..<32 * 32).flatMap { _ in colour }
        return PixelBuffer(
            size: PixelSize(width: 32, height: 32), format: .rgb, stride: 96, bytes: Bytes(rows))
    }

    private func expectConverted(_ bytes: [UInt8], as name: String) throws {
        let folder = TemporaryFolder()
        let path = folder.path.appending(name)
        write(bytes, to: path)
        let picture = try PictureDecoder().decode(
            path, metadata: nil, target: .filling(16), cancellation: Cancellation())
        #expect(picture.isComplete)
        let colour = Array(picture.pixels.colour(picture.pixels.size.width / 2, 0).prefix(3))
        #expect(areAlike(colour, [214, 92, 30]), "\(colour)")
    }
}

private func areAlike(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
}

private func sRGBLight(_ sample: Double) -> Double {
    sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
}

private func fixed(_ value: Double) -> [UInt8] { big(Int32((value * 65536).rounded()), 4) }

private func parametric(_ kind: Int, _ values: [Double]) -> [UInt8] {
    Array("para".utf8) + big(0, 4) + big(kind, 2) + big(0, 2) + values.flatMap(fixed)
}

/// A profile of three primaries, seen under D50, and one curve for all of them.
private func iccProfile(_ primaries: [[Double]], curve: [UInt8]) -> [UInt8] {
    let positions = primaries.map { Array("XYZ ".utf8) + big(0, 4) + $0.flatMap(fixed) }
    let start = 132 + 6 * 12
    var directory = big(6, 4)
    for (index, name) in ["rXYZ", "gXYZ", "bXYZ"].enumerated() {
        directory += Array(name.utf8) + big(start + 20 * index, 4) + big(20, 4)
    }
    for name in ["rTRC", "gTRC", "bTRC"] {
        directory += Array(name.utf8) + big(start + 60, 4) + big(curve.count, 4)
    }
    let body = directory + positions.joined() + curve
    let head =
        big(128 + body.count, 4) + big(0, 4) + big(0x0400_0000, 4) + Array("mntrRGB XYZ ".utf8)
        + big(0, 12 - 8) + big(0, 8) + Array("acsp".utf8)
    return head + Array(repeating: 0, count: 128 - head.count) + body
}

import GLibBridge
import Testing

@testable import PictureLibrary

/// Three by two pixels of one grey each, 10, 20, 30 over 40, 50, 60, with two bytes after each row.
private let sample = PixelBuffer(
    size: PixelSize(width: 3, height: 2), format: .rgb, stride: 11,
    bytes: Bytes(
        [10, 20, 30, 0, 40, 50, 60].flatMap { $0 == 0 ? [0, 0] : Array(repeating: UInt8($0), count: 3) }))

private func greys(_ pixels: PixelBuffer) -> [[UInt8]] {
    pixels.bytes.withUnsafeBytes { bytes in
        (0..<pixels.size.height).map { y in
            (0..<pixels.size.width).map { x in bytes[y * pixels.stride + x * pixels.format.bytesPerPixel] }
        }
    }
}

@Suite struct PixelParts {
    @Test("a part is what lies there, down to the last pixel")
    func part() {
        #expect(
            greys(sample.part(x: 1, y: 0, size: PixelSize(width: 2, height: 2))) == [[20, 30], [50, 60]])
        #expect(greys(sample.part(x: 2, y: 1, size: PixelSize(width: 1, height: 1))) == [[60]])
        #expect(greys(sample.part(x: 0, y: 0, size: sample.size)) == [[10, 20, 30], [40, 50, 60]])
    }

    @Test("pixels become squares, not a blur")
    func enlarged() throws {
        let part = sample.part(x: 1, y: 0, size: PixelSize(width: 2, height: 1))
        #expect(try greys(#require(part.enlarged(by: 2))) == [[20, 20, 30, 30], [20, 20, 30, 30]])
    }
}

import GLibBridge
import Glibc

/// How the numbers of an RGB picture are meant: an ICC profile of three primaries and three curves, which
/// is what cameras, phones and screens use. Others, such as printers' profiles of large tables, are left
/// alone: their pictures are shown as if they were sRGB.
struct ColourProfile: Sendable {
    /// Levels of light that the conversion tells apart: fine enough for the dark end of sRGB's curve.
    private static let steps = 1 << 14

    /// The light that each of 256 samples stands for, 0 to `steps - 1`: red's, green's, blue's 256.
    private let light: [Int32]
    /// From this profile's light to sRGB's, row by row, times `steps`.
    private let matrix: [Int32]

    /// Nil for what is no such profile.
    init?(_ bytes: [UInt8]) {
        guard let profile = ICCProfile(bytes) else { return nil }
        light = profile.curves.flatMap { curve in
            (0..<256).map { sample in
                let value = curve.light(of: Double(sample) / 255)
                return Int32((min(max(value, 0), 1) * Double(Self.steps - 1)).rounded())
            }
        }
        let combined = (0..<3).flatMap { row in
            (0..<3).map { column in
                (0..<3).reduce(0.0) { $0 + Self.fromXYZ[row][$1] * profile.primaries[column][$1] }
            }
        }
        guard combined.allSatisfy({ abs($0) < 16 }) else { return nil }
        matrix = combined.map { Int32(($0 * Double(Self.steps)).rounded()) }
    }

    /// XYZ as ICC profiles have it, with the white of D50, to the linear light of sRGB (IEC 61966-2-1,
    /// adapted by Bradford's method).
    private static let fromXYZ = [
        [3.1338561, -1.6168667, -0.4906146],
        [-0.9787684, 1.9161415, 0.0334540],
        [0.0719453, -0.2289914, 1.4052427],
    ]

    /// The sample that stands for each level of light in sRGB.
    private static let samples: [UInt8] = (0..<steps).map { level in
        let light = Double(level) / Double(steps - 1)
        let sample = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((sample * 255).rounded())
    }

    /// Whether no colour would change by more than an eye can see.
    var isSRGB: Bool {
        let levels = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
        let colours = levels.flatMap { red in
            levels.flatMap { green in levels.map { blue in [red, green, blue] } }
        }
        return colours.allSatisfy { colour in
            zip(colour, converted(colour)).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
        }
    }

    /// The same red, green and blue in sRGB, or the nearest that it has.
    func converted(_ colour: [UInt8]) -> [UInt8] {
        var pixel = colour
        pixel.withUnsafeMutableBytes { convert($0, count: 1, bytesPerPixel: 3) }
        return pixel
    }

    /// A copy of the picture in sRGB; the picture itself where that is what it is in.
    func converted(_ picture: PixelBuffer) -> PixelBuffer {
        if isSRGB { return picture }
        var bytes = picture.bytes.withUnsafeBytes { Array($0) }
        bytes.withUnsafeMutableBytes { bytes in
            for y in 0..<picture.size.height {
                convert(
                    UnsafeMutableRawBufferPointer(rebasing: bytes[(y * picture.stride)...]),
                    count: picture.size.width, bytesPerPixel: picture.format.bytesPerPixel)
            }
        }
        return PixelBuffer(
            size: picture.size, format: picture.format, stride: picture.stride, bytes: Bytes(bytes))
    }

    private func convert(_ row: UnsafeMutableRawBufferPointer, count: Int, bytesPerPixel: Int) {
        light.withUnsafeBufferPointer { light in
            matrix.withUnsafeBufferPointer { matrix in
                Self.samples.withUnsafeBufferPointer { samples in
                    for start in stride(from: 0, to: count * bytesPerPixel, by: bytesPerPixel) {
                        let red = light[Int(row[start])]
                        let green = light[256 + Int(row[start + 1])]
                        let blue = light[512 + Int(row[start + 2])]
                        for channel in 0..<3 {
                            let sum =
                                Int(matrix[3 * channel]) * Int(red) + Int(matrix[3 * channel + 1])
                                * Int(green) + Int(matrix[3 * channel + 2]) * Int(blue)
                            let level = (sum + Self.steps / 2) / Self.steps
                            row[start + channel] = samples[min(max(level, 0), Self.steps - 1)]
                        }
                    }
                }
            }
        }
    }
}

/// The parts of an ICC profile (ICC.1:2010 and ICC.1:2001-04) that matter here.
private struct ICCProfile {
    /// X, Y, Z of red, green and blue at full light, seen under D50.
    var primaries: [[Double]]
    var curves: [ICCCurve]

    init?(_ bytes: [UInt8]) {
        let whole = ByteSlice(bytes)
        guard whole.starts(with: "acsp", at: 36), whole.starts(with: "RGB ", at: 16),
            whole.starts(with: "XYZ ", at: 20), let count = whole.integer32(128, .big), count <= 200
        else { return nil }
        var tags: [FourCC: ByteSlice] = [:]
        for entry in 0..<Int(count) {
            let at = 132 + 12 * entry
            guard let name = whole.fourCC(at), let offset = whole.integer32(at + 4, .big),
                let length = whole.integer32(at + 8, .big)
            else { return nil }
            tags[name] = whole.part(Int(offset), Int(length))
        }
        let names: [(primary: FourCC, curve: FourCC)] = [
            ("rXYZ", "rTRC"), ("gXYZ", "gTRC"), ("bXYZ", "bTRC"),
        ]
        primaries = names.compactMap { tags[$0.primary].flatMap(Self.position) }
        curves = names.compactMap { tags[$0.curve].flatMap { ICCCurve($0) } }
        guard primaries.count == 3, curves.count == 3 else { return nil }
    }

    private static func position(_ tag: ByteSlice) -> [Double]? {
        guard tag.starts(with: "XYZ ") else { return nil }
        let values = (0..<3).compactMap { tag.fixed(8 + 4 * $0) }
        return values.count == 3 ? values : nil
    }
}

/// How much light a sample stands for, both from 0 to 1.
private enum ICCCurve {
    case table([UInt16])
    /// The function types 0 to 4 of the standard, all as `(a x + b)^g + e` from `d` on and `c x + f` below.
    case formula(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

    init?(_ tag: ByteSlice) {
        if tag.starts(with: "curv"), let count = tag.integer32(8, .big), count <= 65536 {
            let values = (0..<Int(count)).compactMap { tag.integer16(12 + 2 * $0, .big) }
            guard values.count == Int(count) else { return nil }
            switch values.count {
            case 0: self = .power(1)
            case 1: self = .power(Double(values[0]) / 256)
            default: self = .table(values)
            }
        } else if tag.starts(with: "para"), let kind = tag.integer16(8, .big) {
            let counts = [1, 3, 4, 5, 7]
            guard kind < counts.count else { return nil }
            let values = (0..<counts[Int(kind)]).compactMap { tag.fixed(12 + 4 * $0) }
            guard values.count == counts[Int(kind)] else { return nil }
            self = Self.formula(kind: Int(kind), values)
        } else {
            return nil
        }
    }

    private static func power(_ g: Double) -> ICCCurve {
        .formula(g: g, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0)
    }

    private static func formula(kind: Int, _ values: [Double]) -> ICCCurve {
        switch kind {
        case 0: power(values[0])
        case 1, 2:
            // Zero, or a constant, below where the power begins.
            .formula(
                g: values[0], a: values[1], b: values[2], c: 0,
                d: values[1] == 0 ? 0 : -values[2] / values[1],
                e: kind == 2 ? values[3] : 0, f: kind == 2 ? values[3] : 0)
        default:
            .formula(
                g: values[0], a: values[1], b: values[2], c: values[3], d: values[4],
                e: kind == 4 ? values[5] : 0, f: kind == 4 ? values[6] : 0)
        }
    }

    /// May lie outside 0 to 1 where the curve does.
    func light(of sample: Double) -> Double {
        switch self {
        case .table(let values):
            let place = sample * Double(values.count - 1)
            let low = min(Int(place), values.count - 2)
            let part = place - Double(low)
            return (Double(values[low]) * (1 - part) + Double(values[low + 1]) * part) / 65535
        case .formula(let g, let a, let b, let c, let d, let e, let f):
            let light = sample >= d ? pow(max(0, a * sample + b), g) + e : c * sample + f
            return light.isFinite ? light : 0
        }
    }
}

extension ByteSlice {
    /// A signed number with 16 bits behind the point.
    fileprivate func fixed(_ offset: Int) -> Double? {
        integer32(offset, .big).map { Double(Int32(bitPattern: $0)) / 65536 }
    }
}

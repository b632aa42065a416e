import GLibBridge
import PictureLibrary

/// What the preview says of a picture: date, pixels, bytes, camera and place.
nonisolated struct PreviewInfo: Equatable {
    /// The parts that are known, in the order of reading.
    var parts: [String]

    var text: String { parts.joined(separator: tr(" · ")) }

    /// Takes the date in the user's language, and the size as it is when upright.
    init(date: String, size: PixelSize?, bytes: Int64, camera: String?, position: Position?) {
        parts = [date]
        if let size {
            parts.append(
                tr(
                    "{width} × {height} pixels",
                    ["width": String(size.width), "height": String(size.height)]))
        }
        parts.append(formatSize(bytes))
        if let camera { parts.append(camera) }
        if let position { parts.append(Self.text(position)) }
    }

    /// `51.47790° N, 0.00150° W`: a hundred-thousandth of a degree is a metre.
    static func text(_ position: Position) -> String {
        let latitude = ["degrees": fixed(abs(position.latitude))]
        let longitude = ["degrees": fixed(abs(position.longitude))]
        return tr(
            "{latitude}, {longitude}",
            [
                "latitude": position.latitude < 0
                    ? trc("position", "{degrees}° S", latitude) : trc("position", "{degrees}° N", latitude),
                "longitude": position.longitude < 0
                    ? trc("position", "{degrees}° W", longitude)
                    : trc("position", "{degrees}° E", longitude),
            ])
    }

    /// Five decimals.
    private static func fixed(_ number: Double) -> String {
        let scaled = Int((number * 100_000).rounded())
        return "\(scaled / 100_000).\(String(scaled % 100_000 + 100_000).dropFirst())"
    }
}

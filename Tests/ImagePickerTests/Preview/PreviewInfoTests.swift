import GLibBridge
import PictureLibrary
import Testing

@testable import ImagePicker

@Suite struct PreviewInfoText {
    @Test("all that is known, in order")
    func all() {
        let info = PreviewInfo(
            date: "2024-05-03 14:05", size: PixelSize(width: 4000, height: 3000), bytes: 3_200_000,
            camera: "Google Pixel 3", position: Position(latitude: 51.4779, longitude: -0.0015))
        #expect(info.parts.count == 5)
        #expect(info.parts[0] == "2024-05-03 14:05")
        #expect(info.parts[1] == "4000 × 3000 pixels")
        #expect(info.parts[2].hasPrefix("3.2"))
        #expect(info.parts[3] == "Google Pixel 3")
        #expect(info.parts[4] == "51.47790° N, 0.00150° W")
    }

    @Test("what is not known is not said")
    func little() {
        let info = PreviewInfo(date: "2024-05-03", size: nil, bytes: 0, camera: nil, position: nil)
        #expect(info.parts.count == 2)
    }

    @Test(
        "positions on all sides of the Earth, and 0, which is one",
        arguments: [
            (0.0, 0.0, "0.00000° N, 0.00000° E"), (-33.856789, 151.2, "33.85679° S, 151.20000° E"),
            (90.0, -180.0, "90.00000° N, 180.00000° W"), (-0.000004, 0.999999, "0.00000° S, 1.00000° E"),
        ])
    func positions(latitude: Double, longitude: Double, text: String) throws {
        let position = try #require(Position(latitude: latitude, longitude: longitude))
        #expect(PreviewInfo.text(position) == text)
    }
}

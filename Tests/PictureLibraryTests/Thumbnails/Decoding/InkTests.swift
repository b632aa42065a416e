import GLibBridge
import Testing

@testable import PictureLibrary

/// T17: pictures for print, whose numbers are ink or the paper between; which, the file says.
struct InkTests {
    /// Of the four quarters: what is left of white light behind such inks.
    private static let colours = [[204, 153, 102], [178, 36, 160], [20, 194, 102], [47, 47, 47]]

    @Test(arguments: ["inks_adobe.jpg", "inks_plain.jpg", "inks_ycck.jpg"], [4, 11, 32])
    func areTheirColours(_ name: String, _ side: Int) throws {
        for decoder in DecoderWorkerTests.nearAndFar {
            let picture = try decoder.decode(
                fixture(name), metadata: nil, target: .filling(side), cancellation: Cancellation())
            #expect(picture.pixels.size == PixelSize(width: side, height: side) && picture.isComplete)
            for (quarter, colour) in Self.colours.enumerated() {
                let (x, y) = (quarter % 2 == 0 ? 0 : side - 1, quarter < 2 ? 0 : side - 1)
                let found = picture.pixels.colour(x, y).map { Int($0) }
                let isRight = zip(found, colour).allSatisfy { abs($0 - $1) <= 4 }
                #expect(isRight, "\(name) at \(side): \(found), not \(colour)")
            }
        }
    }
}

import GLibBridge
import PictureLibrary
import Testing

@testable import ImagePicker

@Suite struct AssetDescriptionTests {
    @Test(
        "I22: how long a video runs, with hours where there are some",
        arguments: [
            (0.4, "0:00"), (7.0, "0:07"), (59.6, "1:00"), (75.2, "1:15"), (3599.9, "1:00:00"),
            (3723.0, "1:02:03"), (36000.0, "10:00:00"),
        ])
    func durations(seconds: Double, text: String) {
        #expect(asset(.video, runs: seconds).durationText == text)
    }

    @Test("what runs for no time that can be told says none", arguments: [Double.nan, .infinity, 1e9, nil])
    func noDuration(seconds: Double?) {
        #expect(asset(.video, runs: seconds).durationText == nil)
    }

    @Test("I23: photos and live photos have none", arguments: [MediaKind.photo, .live])
    func others(kind: MediaKind) {
        #expect(asset(kind, runs: 3).durationText == nil)
    }

    private func asset(_ kind: MediaKind, runs seconds: Double?) -> Asset {
        var metadata = AssetMetadata(contentType: "video/mp4", kind: kind)
        metadata.duration = seconds
        return Asset(
            path: FilePath("/p/clip.mp4"), source: .library, kind: kind, contentType: "video/mp4",
            file: FileStatus(kind: .regular, size: 1, modified: 0, device: 0, inode: 0), metadata: metadata)
    }
}

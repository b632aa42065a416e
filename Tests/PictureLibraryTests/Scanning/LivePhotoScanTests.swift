import GLibBridge
import Testing

@testable import PictureLibrary

/// Live photos of two files, as the catalogue tells them.
struct LivePhotoScanTests {
    private let still = FilePath("/p/IMG_1.JPG")
    private let clip = FilePath("/p/IMG_1.MOV")

    private func status(_ inode: UInt64) -> FileStatus {
        FileStatus(kind: .regular, size: 10, modified: 1, device: 1, inode: inode)
    }

    private func catalogue(_ media: Set<MediaKind>) -> Catalogue {
        var catalogue = Catalogue(media: media)
        for (inode, path) in [still, clip].enumerated() {
            let toBeRead = catalogue.take(path, status(UInt64(inode + 1)), source: .library, named: false)
            #expect(toBeRead != nil)
        }
        return catalogue
    }

    private func look(_ catalogue: inout Catalogue) {
        catalogue.read(still, status(1), AssetMetadata(contentType: "image/jpeg", kind: .photo))
        catalogue.read(clip, status(2), AssetMetadata(contentType: "video/quicktime", kind: .video))
    }

    @Test("The clip is an item until both were looked at, and again when the still is gone")
    func pair() {
        var catalogue = catalogue(Set(MediaKind.allCases))
        guard case .found(let found)? = catalogue.drain().first else {
            Issue.record("nothing was found")
            return
        }
        #expect(found.map(\.kind) == [.photo, .video])
        look(&catalogue)
        let events = catalogue.drain()
        #expect(events.first == .joined([clip: still]))
        guard case .inspected(let assets)? = events.last else {
            Issue.record("nothing was inspected")
            return
        }
        #expect(assets.map(\.kind) == [.live])
        #expect(assets.map(\.clip) == [clip])
        catalogue.vanish(file: still)
        let after = catalogue.drain()
        #expect(after.first == .removed([still]))
        guard case .found(let again)? = after.last else {
            Issue.record("the clip did not come back")
            return
        }
        #expect(again.map(\.path) == [clip])
    }

    @Test("Without videos the clip is never shown, and the still becomes live all the same")
    func withoutVideos() {
        var catalogue = catalogue([.photo, .live])
        guard case .found(let found)? = catalogue.drain().first else {
            Issue.record("nothing was found")
            return
        }
        #expect(found.map(\.path) == [still])
        look(&catalogue)
        guard case .inspected(let assets)? = catalogue.drain().first else {
            Issue.record("nothing was inspected")
            return
        }
        #expect(assets.map(\.kind) == [.live])
    }

    @Test("News of old bytes is ignored")
    func oldNews() {
        var catalogue = catalogue(Set(MediaKind.allCases))
        _ = catalogue.drain()
        let toBeRead = catalogue.take(still, status(3), source: .library, named: false)
        #expect(toBeRead != nil)
        catalogue.deliver(still, status(1), .refused)
        #expect(catalogue.waiting == 2)
        guard case .changed(let assets)? = catalogue.drain().first else {
            Issue.record("nothing was changed")
            return
        }
        #expect(assets.map(\.path) == [still])
    }
}

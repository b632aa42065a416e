import GLibBridge
import PictureLibrary
import Testing

/// Which stills and clips of a folder are one live photo.
struct LivePhotoPairingTests {
    private func item(_ name: String, id: String? = nil, duration: Double = 2) -> Asset {
        let type =
            switch FilePath(name).pathExtension {
            case "mov": "video/quicktime"
            case "mp4": "video/mp4"
            case "heic": "image/heif"
            case "png": "image/png"
            default: "image/jpeg"
            }
        let kind: MediaKind = type.hasPrefix("video") ? .video : .photo
        var metadata = AssetMetadata(contentType: type, kind: kind)
        metadata.contentIdentifier = id
        metadata.duration = kind == .video ? duration : nil
        return Asset(
            path: FilePath("/dcim/\(name)"), source: .library, kind: kind, contentType: type,
            file: FileStatus(kind: .regular, size: 1, modified: 0, device: 1, inode: 1), metadata: metadata)
    }

    /// `still+clip` for pairs, in the order of the result.
    private func paired(_ items: Asset...) -> [String] {
        LivePhotoPairing.pair(items).map { asset in
            asset.path.displayName + (asset.clip.map { "+" + $0.displayName } ?? "")
        }
    }

    @Test func sameName() {
        let result = LivePhotoPairing.pair([item("IMG_1.HEIC"), item("IMG_1.MOV", duration: 2.5)])
        #expect(result.count == 1)
        #expect(result.first?.kind == .live)
        #expect(result.first?.clip == FilePath("/dcim/IMG_1.MOV"))
        #expect(result.first?.metadata?.kind == .live)
        #expect(result.first?.metadata?.duration == 2.5)
    }

    @Test func caseDoesNotMatter() {
        #expect(paired(item("img_1.mov"), item("IMG_1.JPG")) == ["IMG_1.JPG+img_1.mov"])
    }

    @Test func otherIdentifierIsNoPair() {
        #expect(paired(item("IMG_3.JPG", id: "A"), item("IMG_3.MOV", id: "B")) == ["IMG_3.JPG", "IMG_3.MOV"])
    }

    @Test func oneIdentifierIsEnough() {
        #expect(paired(item("IMG_3.JPG"), item("IMG_3.MOV", id: "B")) == ["IMG_3.JPG+IMG_3.MOV"])
    }

    @Test func identifierDecidesAmongNamesakes() {
        #expect(
            paired(item("img_1.jpg", id: "X"), item("img_1(1).jpg", id: "A"), item("img_1.mov", id: "A"))
                == ["img_1.jpg", "img_1(1).jpg+img_1.mov"])
    }

    @Test func plainNameBeforeNumberedOne() {
        #expect(
            paired(item("img_1(1).jpg"), item("img_1.jpg"), item("img_1.mov"))
                == ["img_1(1).jpg", "img_1.jpg+img_1.mov"])
        #expect(paired(item("img_1(2).jpg"), item("img_1.mov")) == ["img_1(2).jpg+img_1.mov"])
    }

    @Test func clipsOfICloud() {
        #expect(paired(item("IMG_7.HEIC"), item("IMG_7_HEVC.MOV")) == ["IMG_7.HEIC+IMG_7_HEVC.MOV"])
    }

    @Test func otherKindsStayAlone() {
        #expect(paired(item("a.png"), item("a.mov")) == ["a.png", "a.mov"])
        #expect(paired(item("a.jpg"), item("a.mp4")) == ["a.jpg", "a.mp4"])
        #expect(paired(item("a.jpg"), item("b.mov")) == ["a.jpg", "b.mov"])
        #expect(paired(item("a().jpg"), item("a.mov")) == ["a().jpg", "a.mov"])
    }

    @Test func aClipHasOneStill() {
        #expect(
            paired(item("a.heic"), item("a.jpg"), item("a.mov")) == ["a.heic+a.mov", "a.jpg"])
    }
}

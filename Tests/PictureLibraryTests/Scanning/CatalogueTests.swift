import GLibBridge
import Testing

@testable import PictureLibrary

struct CatalogueTests {
    private var catalogue = Catalogue(media: Set(MediaKind.allCases))

    private func path(_ name: String) -> FilePath { FilePath("/photos/\(name)") }

    private func status(_ inode: UInt64) -> FileStatus {
        FileStatus(kind: .regular, size: 1, modified: 0, device: 1, inode: inode)
    }

    @discardableResult
    private mutating func take(_ name: String, _ inode: UInt64) -> Int? {
        catalogue.take(path(name), status(inode), source: .library, named: false)
    }

    private mutating func read(_ name: String, _ inode: UInt64, camera: String) {
        var metadata = AssetMetadata(contentType: "image/jpeg", kind: .photo)
        metadata.camera = camera
        catalogue.read(path(name), status(inode), metadata)
    }

    @Test("The number of a file that went is given to the next, with nothing of the old one")
    mutating func numbersAreGivenAgain() {
        let old = take("a.jpg", 1)
        take("b.jpg", 2)
        read("a.jpg", 1, camera: "A")
        _ = catalogue.drain()
        catalogue.vanish(file: path("a.jpg"))
        // Told of before its number is free.
        #expect(catalogue.drain() == [.removed([path("a.jpg")])])
        #expect(catalogue.number(of: path("a.jpg")) == nil)
        #expect(catalogue.count == 1)

        #expect(take("c.jpg", 3) == old)
        #expect(catalogue.count == 2)
        #expect(catalogue.waiting == 2)
        read("a.jpg", 1, camera: "too late")
        #expect(catalogue[path("c.jpg")]?.asset?.metadata == nil)
        read("c.jpg", 3, camera: "C")
        #expect(catalogue[path("c.jpg")]?.asset?.metadata?.camera == "C")
        #expect(catalogue[path("b.jpg")]?.phase == .waiting)
        #expect(Set(catalogue.offered().map(\.path)) == [path("b.jpg"), path("c.jpg")])
    }

    @Test("A file that comes back before that was told keeps its number")
    mutating func comingBack() {
        let number = take("a.jpg", 1)
        _ = catalogue.drain()
        catalogue.vanish(file: path("a.jpg"))
        #expect(take("a.jpg", 2) == number)
        #expect(take("b.jpg", 3) != number)
        let changed = catalogue.drain().compactMap { event -> [FilePath]? in
            if case .changed(let assets) = event { assets.map(\.path) } else { nil }
        }
        #expect(changed == [[path("a.jpg")]])
        #expect(catalogue.count == 2)
    }

    @Test("A name is looked for in its own folder only")
    mutating func folders() {
        let first = catalogue.take(FilePath("/a/x.jpg"), status(1), source: .library, named: false)
        let second = catalogue.take(FilePath("/b/x.jpg"), status(2), source: .library, named: false)
        #expect(first != second)
        #expect(catalogue.number(of: FilePath("/a/x.jpg")) == first)
        #expect(catalogue.number(of: FilePath("/b/x.jpg")) == second)
        #expect(catalogue.number(of: FilePath("/a/b/x.jpg")) == nil)
        #expect(catalogue.files(in: FilePath("/a")).count == 1)
        #expect(catalogue.waiting(in: FilePath("/b")) == 1)
        #expect(catalogue.waiting(in: FilePath("/c")) == 0)
    }

    @Test("Files that are settled are offered, and have entries once something needs them")
    mutating func settling() {
        var settled = SettledFiles()
        settled.append(path("a.jpg"), status(0), .asset(asset("a.jpg", 0, kind: .photo)))
        settled.append(path("b.jpg"), status(1), .asset(asset("b.jpg", 1, kind: .photo)))
        settled.append(path("c.txt"), status(2), .refused)
        catalogue.settle(settled, in: FilePath("/photos"))
        #expect(Set(catalogue.offered().map(\.path.displayName)) == ["a.jpg", "b.jpg"])
        #expect(catalogue.count == 0)
        // Something new is in their folder, so that the index needs them all.
        take("d.jpg", 9)
        #expect(Set(catalogue.offered().map(\.path.displayName)) == ["a.jpg", "b.jpg", "d.jpg"])
        #expect(catalogue.count == 4)
        #expect(catalogue[path("c.txt")]?.phase == .refused)
        #expect(catalogue[path("a.jpg")]?.source == .album)
    }

    @Test("Settled photos whose clips lie beside them are joined")
    mutating func settledClips() {
        for (inode, name) in ["IMG_1.JPG", "IMG_1.MOV", "IMG_2.JPG"].enumerated() {
            let kind: MediaKind = name.hasSuffix("MOV") ? .video : .photo
            var settled = SettledFiles()
            let photo = asset(name, UInt64(inode), kind: kind)
            settled.append(photo.path, photo.file, .asset(photo))
            catalogue.settle(settled, in: FilePath("/photos"))
        }
        let offered = catalogue.offered().sorted { $0.path < $1.path }
        #expect(offered.map(\.path.displayName) == ["IMG_1.JPG", "IMG_2.JPG"])
        #expect(offered.map(\.kind) == [.live, .photo])
    }

    private func asset(_ name: String, _ inode: UInt64, kind: MediaKind) -> Asset {
        let type = kind == .video ? "video/quicktime" : "image/jpeg"
        return Asset(
            path: path(name), source: .album, kind: kind, contentType: type, file: status(inode),
            metadata: AssetMetadata(contentType: type, kind: kind))
    }
}

import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// What of folders and files is offered.
@Suite(.timeLimit(.minutes(5)))
struct FolderScanTests {
    let folder = TemporaryFolder()

    private func collected(_ request: LibraryRequest) async -> [String] {
        let prefix = folder.path.displayPath.count + 1
        return await LibraryScanner.collect(request, order: .none, index: nil).assets.map {
            String($0.path.displayPath.dropFirst(prefix))
        }
    }

    @Test("Subfolders are searched, hidden ones only when asked for")
    func subfolders() async {
        folder.makePicture("a.png")
        _ = folder.makeFolder("sub")
        folder.makePicture("sub/b.png")
        folder.makePicture(".hidden.png")
        _ = folder.makeFolder(".dark")
        folder.makePicture(".dark/c.png")
        #expect(await collected(LibraryRequest(folder.path)) == ["a.png", "sub/b.png"])
        #expect(await collected(LibraryRequest(folder.path, recursive: false)) == ["a.png"])
        #expect(
            await collected(LibraryRequest(folder.path, hidden: true))
                == [".dark/c.png", ".hidden.png", "a.png", "sub/b.png"])
        #expect(
            await collected(LibraryRequest(folder[".dark"])) == [".dark/c.png"], "a named root is not hidden")
    }

    @Test("The bytes decide, not the name")
    func bytes() async {
        folder.makePicture("without extension")
        folder.makePicture("notes.txt")
        folder.write("text.jpg", Array("Not a picture at all.".utf8))
        folder.write("empty.jpg", [])
        let (assets, problems) = await LibraryScanner.collect(
            LibraryRequest(folder.path), order: .none, index: nil)
        #expect(assets.map(\.path.displayName) == ["notes.txt", "without extension"])
        #expect(assets.allSatisfy { $0.contentType == "image/png" && $0.metadata != nil })
        #expect(problems.isEmpty)
    }

    /// The disk, but it takes a while to open what is called `first`.
    private struct SlowTree: DiskBackedTree {
        func list(
            _ folder: FilePath, enter: (FileStatus, Bool) -> Bool, entry: (FolderReader.Entry) -> Bool
        ) throws(FileError) {
            if folder.displayName == "first" { for _ in 0..<20_000 { sched_yield() } }
            try disk.list(folder, enter: enter, entry: entry)
        }
    }

    @Test("Of two roots that are the same folder the first named is shown")
    func twice() async {
        _ = folder.makeFolder("real")
        folder.makePicture("real/a.png")
        folder.link("first", to: "real")
        let request = LibraryRequest(
            folders: ["first", "real"].map { LibraryRequest.Root(path: folder[$0]) })
        // On a busy machine what is slow may be slower than a folder may be.
        var timing = ScanTiming()
        timing.folderDeadline = 60_000_000
        let reader = ScannerReader(
            LibraryScanner(request, watching: false, tree: SlowTree(), timing: timing, index: nil))
        await reader.wait { $0.isComplete && $0.isListed }
        #expect(reader.order == [folder["first"].appending(Array("a.png".utf8))])
    }

    @Test("Links to folders are entered, loops end, what is reached twice is offered once (B43, T27)")
    func links() async {
        _ = folder.makeFolder("real")
        folder.makePicture("real/a.png")
        folder.link("a hike", to: "real")
        folder.link("real/loop", to: "..")
        folder.link("here", to: ".")
        folder.link("x", to: "y")
        folder.link("y", to: "x")
        folder.link("gone.png", to: "nowhere.png")
        folder.link("other name.png", to: "real/a.png")
        #expect(await collected(LibraryRequest(folder.path)) == ["other name.png", "real/a.png"])
        #expect(
            await collected(LibraryRequest(folder["a hike"]))
                == ["a hike/a.png", "a hike/loop/other name.png"], "as it was named")
    }

    @Test("What is told of a folder that is reached twice is its other path, as long as it has one")
    func aliases() async {
        _ = folder.makeFolder("real")
        folder.makePicture("real/a.png")
        folder.link("link", to: "real")
        let reader = ScannerReader(LibraryRequest(folder.path))
        await reader.wait { $0.isComplete && $0.isListed }
        #expect(reader.aliases == [folder["link"]: folder["real"]])
        reader.add(folders: [folder["link"]])
        await reader.wait { $0.listedCount == 2 }
        #expect(reader.names == ["a.png"])

        folder.delete("link")
        _ = folder.makeFolder("link")
        await reader.wait { $0.aliases[folder["link"]] == folder["link"] }
    }

    @Test("Each root says for itself whether its subfolders are searched")
    func recursion() async {
        for name in ["flat", "flat/sub", "deep", "deep/sub"] {
            _ = folder.makeFolder(name)
            folder.makePicture(name + "/a.png")
        }
        folder.link("flat/link", to: "../deep/sub")
        let request = LibraryRequest(folders: [
            .init(path: folder["flat"], recursive: false), .init(path: folder["deep"]),
        ])
        #expect(await collected(request) == ["flat/a.png", "deep/a.png", "deep/sub/a.png"])
    }

    @Test("A link to a folder elsewhere gives paths through the link")
    func linkElsewhere() async {
        let other = TemporaryFolder()
        other.makePicture("b.png")
        folder.link("trip", to: other.path.displayPath)
        let (assets, _) = await LibraryScanner.collect(
            LibraryRequest(folder.path), order: .none, index: nil)
        #expect(assets.map(\.path) == [folder["trip"].appending("b.png")])
    }

    @Test("FIFOs, sockets and devices are passed by (T26)")
    func specialFiles() async {
        folder.makePicture("a.png")
        #expect(folder["b.png"].withCString { mkfifo($0, 0o644) } == 0)
        folder.link("c.png", to: "/dev/zero")
        folder.link("d.png", to: "b.png")
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder["e.png"].bytes) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        #expect(await collected(LibraryRequest(folder.path)) == ["a.png"])

        var request = LibraryRequest()
        request.files = [folder["b.png"], folder["a.png"], folder["none.png"]]
        let (assets, problems) = await LibraryScanner.collect(request, order: .none, index: nil)
        #expect(assets.map(\.path) == [folder["a.png"]])
        #expect(problems.map(\.path) == [folder["b.png"], folder["none.png"]])
    }

    @Test("A folder that is missing or closed is told, and the others are read")
    func unreadable() async {
        folder.makePicture("a.png")
        let closed = folder.makeFolder("closed")
        folder.makePicture("closed/b.png")
        _ = closed.withCString { chmod($0, 0) }
        var request = LibraryRequest(folder.path)
        request.folders.append(.init(path: folder["missing"]))
        let (assets, problems) = await LibraryScanner.collect(request, order: .none, index: nil)
        let isRoot = (try? FolderReader(closed)) != nil
        #expect(assets.count == (isRoot ? 2 : 1))
        #expect(Set(problems.map(\.path)) == (isRoot ? [folder["missing"]] : [folder["missing"], closed]))
        _ = closed.withCString { chmod($0, 0o755) }
    }

    @Test("Files that were named keep their order and come before the folders, each once")
    func named() async {
        for name in ["c.png", "a.png", "b.png", ".h.png"] { folder.makePicture(name) }
        var request = LibraryRequest(folder.path)
        request.files = [folder["c.png"], folder[".h.png"], folder["c.png"]]
        #expect(await collected(request) == ["c.png", ".h.png", "a.png", "b.png"])
    }

    @Test("An inner root gives its files their source")
    func nestedRoots() async {
        folder.makePicture("a.png")
        _ = folder.makeFolder("Camera")
        folder.makePicture("Camera/b.png")
        var request = LibraryRequest(folder.path)
        request.folders.append(.init(path: folder["Camera"], source: .album))
        let (assets, _) = await LibraryScanner.collect(request, order: .none, index: nil)
        #expect(assets.map(\.source) == [.album, .library], "Camera/b.png, a.png")
    }

    @Test("Hard links and equal names in two folders are different files")
    func hardLinks() async {
        folder.makePicture("a.png")
        _ = folder["a.png"].withCString { from in folder["b.png"].withCString { Glibc.link(from, $0) } }
        #expect(await collected(LibraryRequest(folder.path)) == ["a.png", "b.png"])
    }

    @Test("20,000 files come complete and in order (B39, T30)")
    func many() async {
        for number in 0..<20_000 { folder.makePicture("\(number).png", size: 0, age: number / 2) }
        let (assets, _) = await LibraryScanner.collect(
            LibraryRequest(folder.path), order: .none, index: nil)
        #expect(assets.count == 20_000)
        let names = assets.sorted(by: .newest).map(\.path.displayName)
        // Pairs have one date; of those the lower number comes first.
        #expect(names == (0..<20_000).map { "\($0).png" })
        #expect(assets.sorted(by: .name).map(\.path.displayName) == names)
    }
}

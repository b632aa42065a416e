import Dispatch
import GLibBridge
import Testing

@testable import PictureLibrary

/// Folders and files that do not answer, as on a dead network mount (T25).
@Suite(.timeLimit(.minutes(5)))
struct StalledFolderTests {
    /// The disk, but what is called `stalled` answers only after the gate was opened, and of what is called
    /// `unread` only the bytes do not come before that.
    struct StallingTree: DiskBackedTree {
        let gate = DispatchSemaphore(value: 0)

        private func hold(_ path: FilePath, _ names: String...) {
            guard names.contains(where: path.displayName.hasPrefix) else { return }
            gate.wait()
            gate.signal()
        }

        func status(of path: FilePath, followingLinks: Bool) throws(FileError) -> FileStatus {
            hold(path, "stalled")
            return try disk.status(of: path, followingLinks: followingLinks)
        }

        func list(
            _ folder: FilePath, enter: (FileStatus, Bool) -> Bool, entry: (FolderReader.Entry) -> Bool
        ) throws(FileError) {
            hold(folder, "stalled")
            try disk.list(folder, enter: enter, entry: entry)
        }

        func inspect(_ path: FilePath) throws(MetadataError) -> AssetMetadata {
            hold(path, "stalled", "unread")
            return try disk.inspect(path)
        }
    }

    let folder = TemporaryFolder()
    let tree = StallingTree()

    private func reader(_ request: LibraryRequest, fileDeadline: Int = 200_000) -> ScannerReader {
        var timing = ScanTiming()
        timing.folderDeadline = 200_000
        timing.fileDeadline = fileDeadline
        return ScannerReader(LibraryScanner(request, watching: false, tree: tree, timing: timing, index: nil))
    }

    @Test("Folders that do not answer are told, the others are read; when they answer, they come")
    func folders() async {
        folder.makePicture("a.png")
        var request = LibraryRequest(folder.path)
        for number in 0..<6 {
            _ = folder.makeFolder("stalled \(number)")
            folder.makePicture("stalled \(number)/b.png")
        }
        _ = folder.makeFolder("z")
        folder.makePicture("z/c.png")
        request.folders.append(.init(path: folder["z"]))
        let reader = reader(request)
        await reader.wait { $0.isComplete && $0.isListed }
        #expect(reader.names == ["a.png", "c.png"])
        #expect(reader.unreadable.count == 6)
        tree.gate.signal()
        await reader.wait { $0.assets.count == 8 && $0.isComplete }
    }

    @Test("Of files that were named those that answer come, in order")
    func namedFiles() async {
        for name in ["c.png", "stalled.png", "a.png", "b.png"] { folder.makePicture(name) }
        var request = LibraryRequest()
        request.files = ["c.png", "stalled.png", "a.png", "b.png"].map { folder[$0] }
        let reader = reader(request)
        await reader.wait { $0.isComplete }
        #expect(reader.order == [folder["c.png"], folder["a.png"], folder["b.png"]])
        #expect(Array(reader.unreadable.keys) == [folder["stalled.png"]])
        tree.gate.signal()
        await reader.wait { $0.assets.count == 4 && $0.isComplete }
    }

    @Test("A file that does not answer costs itself, not its folder")
    func file() async {
        folder.makePicture("stalled.png")
        for number in 0..<20 { folder.makePicture("\(number).png") }
        _ = folder.makeFolder("sub")
        folder.makePicture("sub/a.png")
        let reader = reader(LibraryRequest(folder.path))
        await reader.wait { $0.isComplete && $0.isListed }
        #expect(reader.assets.count == 21)
        #expect(Array(reader.unreadable.keys) == [folder["stalled.png"]])
        tree.gate.signal()
        await reader.wait { $0.assets.count == 22 && $0.isComplete }
    }

    @Test("Where more than a few files of a folder do not answer, the others are not waited for")
    func silentFolder() async {
        _ = folder.makeFolder("sub")
        for number in 0..<200 { folder.makePicture("sub/stalled \(number).png") }
        folder.makePicture("a.png")
        let reader = reader(LibraryRequest(folder.path))
        await reader.wait { $0.isComplete && $0.isListed }
        #expect(reader.names == ["a.png"])
        #expect(reader.unreadable[folder["sub"]] != nil)
        #expect(reader.unreadable.count < 10)
        tree.gate.signal()
        await reader.wait { $0.assets.count == 201 && $0.isComplete }
    }

    @Test("The same where only their bytes do not come")
    func silentBytes() async {
        for number in 0..<200 { folder.makePicture("unread \(number).png") }
        // Time for all names to be listed, however slow the machine: each that answers is another chance for the folder.
        let reader = reader(LibraryRequest(folder.path), fileDeadline: 2_000_000)
        await reader.wait { $0.isComplete }
        #expect(reader.assets.values.allSatisfy { $0.metadata == nil })
        #expect(reader.unreadable.count < 10)
        tree.gate.signal()
        await reader.wait { $0.assets.values.allSatisfy { $0.metadata != nil } }
    }

    @Test("However many folders do not answer, the end comes")
    func deadMount() async {
        for number in 0..<100 { _ = folder.makeFolder("stalled \(number)") }
        folder.makePicture("a.png")
        let reader = reader(LibraryRequest(folder.path))
        await reader.wait { $0.isComplete && $0.isListed }
        #expect(reader.names == ["a.png"])
        #expect(reader.unreadable.count == 100)
        tree.gate.signal()
    }

    @Test("A file whose bytes do not come stays without metadata until they do")
    func inspection() async {
        folder.makePicture("unread.png")
        for number in 0..<20 { folder.makePicture("\(number).png") }
        let reader = reader(LibraryRequest(folder.path))
        await reader.wait { $0.isComplete }
        #expect(reader.assets.count == 21)
        #expect(reader.assets.values.filter { $0.metadata == nil }.map(\.path) == [folder["unread.png"]])
        tree.gate.signal()
        await reader.wait { $0.assets[folder["unread.png"]]?.metadata != nil }
    }

    @Test("A file whose bytes do not come costs itself, not those that its thread would have read next")
    func inspectionAmongMany() async {
        // The threads have come to take many at a time when they come to it.
        for number in 0..<400 { folder.makePicture("\(number).png", age: 4000 + number) }
        folder.makePicture("unread.png", age: 4300)
        let reader = reader(LibraryRequest(folder.path))
        await reader.wait { $0.isComplete }
        #expect(reader.assets.count == 401)
        #expect(reader.assets.values.filter { $0.metadata == nil }.map(\.path) == [folder["unread.png"]])
        tree.gate.signal()
        await reader.wait { $0.assets[folder["unread.png"]]?.metadata != nil }
    }

    @Test("What is visible is looked at first")
    func priority() async {
        for number in 0..<300 { folder.makePicture("unread \(number).png", size: 0, age: 4000 + number) }
        // The gate ends the waiting, however long a busy machine needs for the listing.
        var timing = ScanTiming()
        timing.fileDeadline = 300_000_000
        let reader = ScannerReader(
            LibraryScanner(
                LibraryRequest(folder.path), watching: false, tree: tree, timing: timing, index: nil))
        await reader.wait { $0.assets.count == 300 }
        let visible = (290..<300).map { folder["unread \($0).png"] }
        reader.scanner.prioritise(visible)
        tree.gate.signal()
        await reader.wait { $0.isComplete }
        // Some were in the threads' hands already.
        let last = visible.compactMap { reader.inspected.firstIndex(of: $0) }.max() ?? 300
        #expect(last < 100, "by date they would be the last")
    }
}

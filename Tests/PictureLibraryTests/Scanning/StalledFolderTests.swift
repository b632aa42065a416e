import Dispatch
import GLibBridge
import Testing

@testable import PictureLibrary

/// Folders and files that do not answer, as on a dead network mount (T25).
@Suite(.timeLimit(.minutes(5)))
struct StalledFolderTests {
    /// The disk, but what is called `stalled` answers only after the gate was opened.
    struct StallingTree: FileTree {
        let gate = DispatchSemaphore(value: 0)
        private let disk = DiskTree()

        private func hold(_ path: FilePath) {
            guard path.displayName.hasPrefix("stalled") else { return }
            gate.wait()
            gate.signal()
        }

        func status(of path: FilePath) throws(FileError) -> FileStatus {
            hold(path)
            return try disk.status(of: path)
        }

        func list(
            _ folder: FilePath, enter: (FileStatus, Bool) -> Bool,
            entry: (FolderReader.Entry, FileStatus?) -> Bool
        ) throws(FileError) {
            hold(folder)
            try disk.list(folder, enter: enter, entry: entry)
        }

        func inspect(_ path: FilePath, _ status: FileStatus) throws(MetadataError) -> AssetMetadata {
            hold(path)
            return try disk.inspect(path, status)
        }
    }

    let folder = TemporaryFolder()
    let tree = StallingTree()

    private func reader(_ request: LibraryRequest) -> ScannerReader {
        var timing = ScanTiming()
        timing.folderDeadline = 200_000
        timing.fileDeadline = 200_000
        return ScannerReader(LibraryScanner(request, watching: false, tree: tree, timing: timing))
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

    @Test("A file whose bytes do not come stays without metadata until they do")
    func inspection() async {
        folder.makePicture("stalled.png")
        for number in 0..<20 { folder.makePicture("\(number).png") }
        let reader = reader(LibraryRequest(folder.path))
        await reader.wait { $0.isComplete }
        #expect(reader.assets.count == 21)
        #expect(reader.assets.values.filter { $0.metadata == nil }.map(\.path) == [folder["stalled.png"]])
        tree.gate.signal()
        await reader.wait { $0.assets[folder["stalled.png"]]?.metadata != nil }
    }

    @Test("What is visible is looked at first")
    func priority() async {
        for number in 0..<300 { folder.makePicture("stalled \(number).png", size: 0, age: 4000 + number) }
        let reader = ScannerReader(
            LibraryScanner(LibraryRequest(folder.path), watching: false, tree: tree))
        await reader.wait { $0.assets.count == 300 }
        let visible = (290..<300).map { folder["stalled \($0).png"] }
        reader.scanner.prioritise(visible)
        tree.gate.signal()
        await reader.wait { $0.isComplete }
        // Some were in the threads' hands already.
        let last = visible.compactMap { reader.inspected.firstIndex(of: $0) }.max() ?? 300
        #expect(last < 100, "by date they would be the last")
    }
}

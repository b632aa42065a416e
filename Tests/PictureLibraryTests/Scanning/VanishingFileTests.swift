import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// Files that go while the others are looked at.
@Suite(.timeLimit(.minutes(5)))
struct VanishingFileTests {
    /// The disk, from which what is called `brief` goes just before its bytes are read.
    private struct VanishingTree: DiskBackedTree {
        func inspect(_ path: FilePath) throws(MetadataError) -> AssetMetadata {
            if path.displayName == "brief.png" { TemporaryFolder.remove(path) }
            return try disk.inspect(path)
        }
    }

    let folder = TemporaryFolder()

    private func reader(_ request: LibraryRequest) async -> ScannerReader {
        folder.makePicture("a.png")
        folder.makePicture("brief.png")
        let reader = ScannerReader(
            LibraryScanner(request, watching: false, tree: VanishingTree(), index: nil))
        await reader.wait { $0.isComplete }
        return reader
    }

    @Test("One of a folder is no fault, and nothing is said of it")
    func found() async {
        let reader = await reader(LibraryRequest(folder.path))
        #expect(reader.names == ["a.png"])
        #expect(reader.unreadable.isEmpty)
    }

    @Test("One that was named is told")
    func named() async {
        let reader = await reader(LibraryRequest(files: [folder["brief.png"], folder["a.png"]]))
        #expect(reader.names == ["a.png"])
        #expect(reader.unreadable == [folder["brief.png"]: FileError(errno: ENOENT).reason])
    }
}

import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// What happens on disk while the scanner watches.
@Suite(.timeLimit(.minutes(5)))
struct WatchingTests {
    let folder = TemporaryFolder()

    private func watched() async -> ScannerReader {
        let reader = ScannerReader(LibraryRequest(folder.path))
        await reader.wait { $0.isComplete }
        return reader
    }

    @Test("A new, a renamed and a deleted file")
    func changes() async {
        folder.makePicture("a.png")
        let reader = await watched()
        #expect(reader.names == ["a.png"])
        folder.makePicture("b.png")
        await reader.wait { $0.names == ["a.png", "b.png"] && $0.assets[folder["b.png"]]?.metadata != nil }
        folder.rename("a.png", "c.png")
        await reader.wait { $0.names == ["b.png", "c.png"] }
        folder.delete("b.png")
        await reader.wait { $0.names == ["c.png"] }
        #expect(reader.changed.isEmpty)
    }

    @Test("The first photo of an empty folder, and none again (R26)")
    func firstPhoto() async {
        let reader = await watched()
        #expect(reader.isListed && reader.assets.isEmpty)
        folder.makePicture("a.png", age: 0)
        await reader.wait { $0.names == ["a.png"] }
        folder.delete("a.png")
        await reader.wait { $0.assets.isEmpty }
    }

    @Test("What is added is listed too, and what can't be read is said each time it is added")
    func added() async {
        let reader = await watched()
        let other = TemporaryFolder()
        reader.add(folders: [other.path])
        await reader.wait { $0.listedCount == 2 }
        reader.add(folders: [other["none"]])
        await reader.wait { $0.listedCount == 3 }
        #expect(Set(reader.unreadable.keys) == [other["none"]])
        reader.forgetProblems()
        reader.add(folders: [other["none"]])
        await reader.wait { $0.listedCount == 4 && !$0.unreadable.isEmpty }
        #expect(Set(reader.unreadable.keys) == [other["none"]])
    }

    @Test("A new subfolder with a file in it, then renamed, then deleted (R27)")
    func subfolder() async {
        let reader = await watched()
        _ = folder.makeFolder("d")
        folder.makePicture("d/a.png")
        await reader.wait { $0.assets[folder["d/a.png"]] != nil }
        folder.rename("d", "e")
        await reader.wait { Set($0.assets.keys) == [folder["e/a.png"]] }
        folder.makePicture("e/b.png")
        await reader.wait { $0.assets[folder["e/b.png"]] != nil }
        folder.delete("e")
        await reader.wait { $0.assets.isEmpty }
    }

    @Test("A file that is being written appears when it is whole (T14)")
    func slowWriter() async {
        let reader = await watched()
        let descriptor = folder["slow.png"].withCString { open($0, O_WRONLY | O_CREAT, 0o644) }
        _ = Glibc.write(descriptor, TemporaryFolder.png, 40)
        // Others come and go meanwhile, long enough for a second look.
        var timing = 0
        while timing < 25 {
            folder.makePicture("other \(timing).png")
            await reader.wait { $0.assets[folder["other \(timing).png"]] != nil }
            #expect(reader.assets[folder["slow.png"]] == nil)
            timing += 1
        }
        let rest = Array(TemporaryFolder.png[40...])
        _ = Glibc.write(descriptor, rest, rest.count)
        close(descriptor)
        await reader.wait { $0.assets[folder["slow.png"]]?.metadata != nil }
        #expect(reader.assets[folder["slow.png"]]?.file.size == Int64(TemporaryFolder.png.count))
    }

    @Test("A file that is being written when the scan begins appears when it is whole")
    func writerBefore() async {
        let descriptor = folder["slow.png"].withCString { open($0, O_WRONLY | O_CREAT, 0o644) }
        _ = Glibc.write(descriptor, TemporaryFolder.png, 40)
        folder.makePicture("a.png", age: 0)
        let reader = await watched()
        #expect(reader.names == ["a.png"])
        let rest = Array(TemporaryFolder.png[40...])
        _ = Glibc.write(descriptor, rest, rest.count)
        close(descriptor)
        await reader.wait { $0.names == ["a.png", "slow.png"] }
    }

    @Test("A hard link, which is created but never closed, appears too")
    func hardLink() async {
        folder.makePicture("a.png")
        let reader = await watched()
        _ = folder["a.png"].withCString { from in folder["b.png"].withCString { Glibc.link(from, $0) } }
        await reader.wait { $0.names == ["a.png", "b.png"] }
    }

    @Test("A file written anew is changed, also by an older one (T11)")
    func rewritten() async {
        folder.makePicture("a.png", size: 10, age: 100)
        folder.makePicture("old.jpg", size: 20, age: 5000)
        let reader = await watched()
        folder.makePicture("a.png", size: 30, age: 50)
        await reader.wait { $0.changed == [folder["a.png"]] }
        folder.rename("old.jpg", "a.png")
        await reader.wait { $0.changed.count == 2 && $0.names == ["a.png"] && $0.isComplete }
        #expect(reader.assets[folder["a.png"]]?.file.size == Int64(TemporaryFolder.png.count + 20))
        folder.write("a.png", Array("a picture no more".utf8))
        await reader.wait { $0.assets.isEmpty }
    }

    @Test("Batch renumbering leaves every file with its own status (T13)")
    func renumbering() async {
        for number in 0..<50 { folder.makePicture("\(number).png", size: number) }
        let reader = await watched()
        folder.delete("0.png")
        for number in 1..<50 { folder.rename("\(number).png", "\(number - 1).png") }
        await reader.wait { reader in
            reader.names == Set((0..<49).map { "\($0).png" })
                && (0..<49).allSatisfy {
                    let asset = reader.assets[folder["\($0).png"]]
                    return asset?.file.size == Int64(TemporaryFolder.png.count + $0 + 1)
                }
        }
    }

    @Test("The watched folder is deleted and comes again")
    func rootReturns() async {
        let root = folder.makeFolder("root")
        folder.makePicture("root/a.png")
        let reader = ScannerReader(LibraryRequest(root))
        await reader.wait { $0.isComplete }
        folder.delete("root")
        await reader.wait { $0.assets.isEmpty }
        _ = folder.makeFolder("root")
        folder.makePicture("root/b.png")
        await reader.wait { $0.names == ["b.png"] }
        folder.makePicture("root/c.png")
        await reader.wait { $0.names == ["b.png", "c.png"] }
    }

    @Test("Churn in one batch ends with what is on disk (R25)")
    func churn() async {
        var generator = SeededGenerator(seed: 25)
        let reader = await watched()
        for _ in 0..<600 {
            let name = "\(Int.random(in: 0..<20, using: &generator)).png"
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: folder.delete(name)
            case 1: folder.rename(name, "\(Int.random(in: 0..<20, using: &generator)).png")
            default: folder.makePicture(name, size: Int.random(in: 0..<500, using: &generator))
            }
        }
        let (expected, _) = await LibraryScanner.collect(
            LibraryRequest(folder.path), order: .none, index: nil)
        await reader.wait { reader in
            reader.assets.count == expected.count
                && expected.allSatisfy { reader.assets[$0.path]?.file == $0.file }
        }
    }

    @Test("Without a free watch a rescan finds what happened (T28)")
    func rescan() async {
        _ = folder.makeFolder("d")
        folder.makePicture("a.png")
        folder.makePicture("d/b.png")
        // Not watching is what a scanner without watches is.
        let reader = ScannerReader(LibraryRequest(folder.path), watching: false)
        await reader.wait { $0.isComplete }
        folder.makePicture("c.png")
        folder.makePicture("a.png", size: 5)
        folder.delete("d")
        reader.scanner.rescan()
        await reader.wait { $0.names == ["a.png", "c.png"] && $0.changed == [folder["a.png"]] }
    }

    @Test("Files and folders are added while it runs; a named file is watched too (R24)")
    func adding() async {
        let other = TemporaryFolder()
        other.makePicture("x.png")
        other.makePicture("y.png")
        let reader = await watched()
        reader.add(files: [other["x.png"]])
        await reader.wait { $0.names == ["x.png"] }
        other.delete("x.png")
        await reader.wait { $0.assets.isEmpty }
        reader.add(folders: [other.path])
        await reader.wait { $0.names == ["y.png"] }
    }
}

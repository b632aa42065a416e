import GLibBridge
import Glibc
import Testing

@testable import GLibBridge

/// A home trash of the test's own, filled as GIO fills one.
@Suite("The trash")
struct TrashTests {
    private let folder: FilePath
    private let trash: TrashFolder

    init() throws {
        var name = (UserFolders.temporary.appending("pickture-trash-XXXXXX").bytes + [0])
            .map { CChar(bitPattern: $0) }
        _ = try #require(mkdtemp(&name))
        folder = name.withUnsafeBufferPointer { FilePath(cString: $0.baseAddress!) }
        trash = TrashFolder(path: folder.appending("Trash"), top: FilePath("/"))
        for path in [trash.path, trash.path.appending("files"), trash.path.appending("info")] {
            #expect(path.withCString { mkdir($0, 0o700) } == 0)
        }
    }

    private func write(_ text: String, to path: FilePath) {
        let file = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
        #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
    }

    private func read(_ path: FilePath) throws -> String {
        let file = try FileReader(path)
        return String(decoding: try file.read(at: 0, count: 100), as: UTF8.self)
    }

    /// What g_file_trash does, with a name that another file may have had before.
    private func throwAway(_ path: FilePath, as name: String, date: String = "2026-11-30T09:30:00") {
        let info = "[Trash Info]\nPath=\(path.displayPath)\nDeletionDate=\(date)\n"
        write(info, to: trash.path.appending("info").appending(name + ".trashinfo"))
        let target = trash.path.appending("files").appending(name)
        #expect(path.withCString { from in target.withCString { rename(from, $0) } } == 0)
    }

    private func remove() { _ = [folder].map { ["rm", "-rf", $0.displayPath] }.map(run) }

    private func run(_ words: [String]) {
        let child = try? ChildProcess(words.map { Array($0.utf8) })
        while child != nil, child?.wait(milliseconds: 1000) == nil {}
    }

    @Test("gives back what was thrown away, with its bytes and time, under whatever name it lies there")
    func restores() throws {
        defer { remove() }
        let photo = folder.appending("a.b.jpg")
        write("old", to: photo)
        throwAway(photo, as: "a.b.jpg", date: "2026-11-30T09:31:00")
        write("new", to: photo)
        var times = [timespec(tv_sec: 1000, tv_nsec: 5000), timespec(tv_sec: 1000, tv_nsec: 5000)]
        #expect(photo.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
        let status = try FileStatus.read(photo)
        throwAway(photo, as: "a.2.b.jpg")

        let found = try #require(trash.find(photo, status: status))
        #expect(found.content.name == Array("a.2.b.jpg".utf8))
        try Trash.restore(found)
        #expect(try read(photo) == "new")
        // Renaming is a change of the file, if not of its contents.
        var restored = try FileStatus.read(photo)
        restored.changed = status.changed
        #expect(restored == status)
        #expect(throws: FileError.self) { try FileStatus.read(found.info) }
        #expect(throws: FileError.self) { try FileStatus.read(found.content) }
    }

    @Test("gives back the last one where inodes tell nothing")
    func withoutInodes() throws {
        defer { remove() }
        let photo = folder.appending("a.jpg")
        for (name, date) in [("a.jpg", "2026-11-30T09:30:00"), ("a.2.jpg", "2026-11-30T09:32:00")] {
            write(date, to: photo)
            throwAway(photo, as: name, date: date)
        }
        let unknown = FileStatus(kind: .regular, size: 1, modified: 0, device: 0, inode: 0)
        #expect(trash.find(photo, status: unknown)?.content.name == Array("a.2.jpg".utf8))
        #expect(trash.find(folder.appending("other.jpg"), status: unknown) == nil)
    }

    @Test("never replaces a file when it gives one back")
    func taken() throws {
        defer { remove() }
        let photo = folder.appending("a.jpg")
        write("old", to: photo)
        let status = try FileStatus.read(photo)
        throwAway(photo, as: "a.jpg")
        write("new", to: photo)
        let found = try #require(trash.find(photo, status: status))
        #expect(throws: FileError(errno: EEXIST)) { try Trash.restore(found) }
        #expect(try read(photo) == "new")
        #expect(try read(found.content) == "old")
    }

    @Test("makes the folder anew that is gone")
    func folderGone() throws {
        defer { remove() }
        let album = folder.appending("album")
        #expect(album.withCString { mkdir($0, 0o700) } == 0)
        let photo = album.appending("a.jpg")
        write("x", to: photo)
        let status = try FileStatus.read(photo)
        throwAway(photo, as: "a.jpg")
        #expect(album.withCString { rmdir($0) } == 0)
        try Trash.restore(try #require(trash.find(photo, status: status)))
        #expect(try read(photo) == "x")
    }
}

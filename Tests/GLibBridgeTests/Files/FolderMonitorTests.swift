import GLibBridge
import Glibc
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FolderMonitorTests {
    @Test("Files that are made, closed and deleted, and the folder's own end, are told")
    func events() throws {
        var template = Array("/tmp/pickture-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
        let monitor = FolderMonitor()
        let watch = try monitor.add(folder)
        #expect(try monitor.add(folder) == watch)
        let name = Array("a".utf8)
        let file = folder.appending(name)
        let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT, 0o600) }
        #expect(monitor.wait(milliseconds: -1) == [.begun(watch, name: name)])
        #expect(OpenFiles.beingWritten(of: [file]) == [file])
        close(descriptor)
        #expect(monitor.wait(milliseconds: -1) == [.happened(watch, name: name)])
        #expect(OpenFiles.beingWritten(of: [file]).isEmpty)
        _ = file.withCString { unlink($0) }
        #expect(monitor.wait(milliseconds: -1) == [.happened(watch, name: name)])
        _ = folder.withCString { rmdir($0) }
        #expect(monitor.wait(milliseconds: -1) == [.moved(watch), .ended(watch)])
        monitor.wake()
        #expect(monitor.wait(milliseconds: -1).isEmpty)
    }

    @Test("A folder that is not there can't be watched, and its status says so")
    func missing() {
        let path = FilePath("/no such folder")
        #expect(throws: FileError(errno: ENOENT)) { try FolderMonitor().add(path) }
        #expect(throws: FileError(errno: ENOENT)) { try FileStatus.read(path) }
        #expect(throws: FileError(errno: ENOENT)) { try FolderReader(path) }
        #expect(throws: FileError(errno: ENOTDIR)) { try FolderReader(FilePath("/proc/self/stat")) }
    }
}

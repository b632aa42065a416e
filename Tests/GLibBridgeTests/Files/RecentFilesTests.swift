import GLibBridge
import Glibc
import Testing

@Suite("The list of recent files")
struct RecentFilesTests {
    @Test("gains what was opened and keeps the rest; one that can't be read stays as it is")
    func adds() throws {
        var name = (UserFolders.temporary.appending("pickture-recent-XXXXXX").bytes + [0])
            .map { CChar(bitPattern: $0) }
        _ = try #require(mkdtemp(&name))
        let folder = name.withUnsafeBufferPointer { FilePath(cString: $0.baseAddress!) }
        let list = folder.appending("recently-used.xbel")
        defer {
            _ = list.withCString { unlink($0) }
            _ = folder.withCString { rmdir($0) }
        }
        func text() throws -> String {
            let file = try FileReader(list)
            return String(decoding: try file.read(at: 0, count: Int(file.size)), as: UTF8.self)
        }
        func add(_ path: String) {
            RecentFiles.add(
                [(FilePath(path), "image/png")], program: "Pickture", command: "pickture %u", to: list)
        }
        add("/a b.png")
        add("/c.png")
        let both = try text()
        #expect(both.contains("file:///a%20b.png") && both.contains("file:///c.png"))
        #expect(both.contains("image/png") && both.contains("Pickture"))
        #expect(try FileStatus.read(list).kind == .regular)

        let file = list.withCString { open($0, O_WRONLY | O_TRUNC) }
        #expect(Glibc.write(file, "<broken", 7) == 7)
        close(file)
        add("/d.png")
        #expect(try text() == "<broken")
    }
}

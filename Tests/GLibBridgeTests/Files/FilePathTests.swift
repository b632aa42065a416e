import GLibBridge
import Testing

@Suite("File paths")
struct FilePathTests {
    @Test(
        "an argument becomes absolute and is not resolved",
        arguments: [
            ("a.jpg", "/home/u/a.jpg"), ("./a.jpg", "/home/u/a.jpg"), ("a//b/", "/home/u/a/b"),
            ("/x/./y//", "/x/y"), ("../a", "/home/u/../a"), ("/", "/"), (".", "/home/u"), ("", "/home/u"),
        ])
    func arguments(argument: String, path: String) {
        #expect(FilePath(argument: Array(argument.utf8), relativeTo: FilePath("/home/u")) == FilePath(path))
    }

    @Test("name, stem, extension and folder")
    func parts() {
        let path = FilePath("/photos/IMG_1.tar.JPG")
        #expect(path.name == Array("IMG_1.tar.JPG".utf8))
        #expect(path.stem == Array("IMG_1.tar".utf8))
        #expect(path.pathExtension == "jpg")
        #expect(path.parent == FilePath("/photos"))
        #expect(path.parentNameBytes.elementsEqual("photos".utf8))
        #expect(FilePath("/a/b/c").parentNameBytes.elementsEqual("b".utf8))
        #expect(FilePath("/a").parentNameBytes.isEmpty && FilePath("/").parentNameBytes.isEmpty)
        #expect(path.parent.parent == FilePath("/"))
        #expect(FilePath("/").parent == FilePath("/"))
        #expect(FilePath("/.hidden").pathExtension.isEmpty)
        #expect(FilePath("/.hidden").stem == Array(".hidden".utf8))
        #expect(FilePath("/").appending("a") == FilePath("/a"))
    }

    @Test("paths are in the order of their bytes, the beginning of another first")
    func order() {
        let sorted = ["/a", "/a/b", "/a/b.jpg", "/a/c", "/az", "/é"].map { FilePath($0) }
        #expect(sorted.reversed().sorted() == sorted)
        #expect(!(sorted[0] < sorted[0]))
    }

    @Test(
        "a URI says the same bytes",
        arguments: [
            "/a b/100% sure #1.jpg", "/a%20b.jpg", "/new\nline", "/🐱.jpg", "/-dash", "/q?x=1;y&z",
        ])
    func uri(path: String) {
        let uri = FilePath(path).uri
        #expect(uri.hasPrefix("file:///"))
        #expect(!uri.contains(where: { " #?\n".contains($0) }))
        #expect(FilePath(uri: uri) == FilePath(path))
    }

    @Test("names that are not UTF-8 keep their bytes")
    func notUTF8() {
        let path = FilePath(bytes: Array("/caf".utf8) + [0xE9])
        #expect(path.utf8 == nil)
        #expect(path.uri == "file:///caf%E9")
        #expect(FilePath(uri: path.uri) == path)
        #expect(path.withCString { FilePath(cString: $0) } == path)
        #expect(!path.displayName.isEmpty)
    }

    @Test(
        "only local files have a path",
        arguments: ["https://a/b", "file:", "a.jpg", "file:///a%2Fb", "file:///a%00"])
    func foreign(uri: String) {
        #expect(FilePath(uri: uri) == nil)
    }
}

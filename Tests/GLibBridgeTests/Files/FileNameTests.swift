import GLibBridge
import Testing

@Suite("File names as keys")
struct FileNameTests {
    private func name(_ path: String) -> FileName { FileName(FilePath(path)) }

    @Test("The folder does not count, every byte of the name does")
    func comparison() {
        #expect(name("/a/b.jpg") == name("/another/folder/b.jpg"))
        #expect(name("/a/b.jpg").hashValue == name("/another/folder/b.jpg").hashValue)
        #expect(name("/a/b.jpg") != name("/a/c.jpg"))
        #expect(name("/a/b.jpg") != name("/a/b.jp"))
        #expect(name("/a/b") != name("/a/bb"))
        #expect(name("/a/B.jpg") != name("/a/b.jpg"))
        #expect(name("/") == name("/"))
        #expect(name("/") != name("/a"))
    }

    @Test("A table finds a file by a path of any folder")
    func table() {
        let numbers = Dictionary(uniqueKeysWithValues: (0..<1000).map { (name("/a/IMG_\($0).jpg"), $0) })
        for number in 0..<1000 { #expect(numbers[name("/long/way/IMG_\(number).jpg")] == number) }
        #expect(numbers[name("/a/IMG_1000.jpg")] == nil)
    }
}

import Testing

@testable import PicktureApp

/// Names on standard input, however they come.
struct NameSplitterTests {
    private func split(_ text: String, pieces length: Int) -> [String] {
        let bytes = Array(text.utf8)
        var splitter = NameSplitter(terminator: UInt8(ascii: "\n"))
        var names: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            names += splitter.feed(Array(bytes[start..<min(start + length, bytes.count)]))
        }
        if let last = splitter.finish() { names.append(last) }
        return names.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: 1...12)
    func isTheSameInPieces(_ length: Int) {
        #expect(split("a.jpg\n\nb c.png\nlast", pieces: length) == ["a.jpg", "b c.png", "last"])
    }

    /// No file has such a name, and input that never ends shall not fill the memory.
    @Test(arguments: [1000, 1 << 20])
    func keepsTheBeginningOfANameWithoutEnd(_ length: Int) {
        let endless = String(repeating: "x", count: 100_000)
        let names = split(endless + "\nb\n" + endless, pieces: length)
        #expect(names.map(\.utf8.count) == [16 << 10, 1, 16 << 10])
    }
}

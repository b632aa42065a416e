import CGlib
import GLibBridge
import Glibc
import Testing

@Suite("Collation keys of many names")
struct CollationKeysTests {
    /// GLib's own answer.
    private func key(_ name: String) -> [UInt8] {
        let key = g_utf8_collate_key_for_filename(name, -1)!
        defer { g_free(key) }
        return FilePath(cString: key).bytes
    }

    private func sign(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private func check(_ names: [String]) {
        var keys = CollationKeys()
        for name in names { keys.append(FilePath("/folder/\(name)")) }
        let expected = names.map(key)
        for left in names.indices {
            for right in names.indices {
                let order = keys.compare(left, right).signum()
                #expect(order == sign(expected[left], expected[right]), "\(names[left]) and \(names[right])")
            }
        }
    }

    @Test("The order is GLib's: numbers by value, dots first")
    func order() {
        check([
            "IMG_1.jpg", "IMG_01.jpg", "IMG_10.jpg", "IMG_9.jpg", "IMG_0.jpg", "IMG_00.jpg", "IMG_000",
            "IMG_0",
            "IMG_00a", "a.b.c", "a-.b", "aa.b", "a", "A", "ä", "b", "Straße 7.png", ".hidden", "..", "1",
            "007",
            "7", "0x7", "2024-01-02 10.11.12.jpg", "2024-1-2 10.11.12.jpg", "日本 12.jpg", "日本 2.jpg", "x:1",
            "x;1",
        ])
    }

    @Test("The same for names of random pieces")
    func randomNames() {
        let pieces = ["IMG", "_", "0", "00", "1", "9", "10", "345", ".", "jpg", "é", "e", "-", " ", "Z", "字"]
        var generator = SystemRandomNumberGenerator()
        check(
            (0..<120).map { _ in
                (0...Int.random(in: 0..<6, using: &generator)).map { _ in pieces.randomElement()! }.joined()
            })
    }

    @Test("Numbers made of the keys are in the order of the keys")
    func numbers() {
        let names = (0..<300).map { "IMG_\($0 * 37 % 300).jpg" } + ["IMG_", "IMG_x"]
        var (keys, others) = (CollationKeys(), CollationKeys())
        for name in names.dropLast(2) { keys.append(FilePath("/\(name)")) }
        for name in names.suffix(2) { others.append(FilePath("/\(name)")) }
        keys.append(others)
        #expect(keys.count == names.count)
        let start = keys.commonPrefix
        #expect(start > 0)
        for left in names.indices {
            for right in names.indices where keys.number(left, from: start) < keys.number(right, from: start)
            {
                #expect(keys.compare(left, right) < 0)
            }
        }
        #expect(CollationKeys().commonPrefix == 0)
    }
}

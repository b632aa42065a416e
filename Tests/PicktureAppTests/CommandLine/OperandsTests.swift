import GLibBridge
import Testing

@testable import PicktureApp

/// What names mean before anything is looked at.
struct OperandsTests {
    private func path(_ name: String) -> String? {
        (try? Operands.path(Array(name.utf8), relativeTo: FilePath("/p"))).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("a.jpg", "/p/a.jpg"), ("/a//b/./c/", "/a/b/c"), ("file:///a%20b", "/a b"),
        ("file://localhost/a", "/a"),
    ])
    func pathsAndURIs(_ name: String, _ meant: String) { #expect(path(name) == meant) }

    /// A name is never cut at a NUL, since what stands before it may be another file.
    @Test(arguments: ["", "a\0b", "file:///a\0b", "file:///a%00b", "file://elsewhere.example/a"])
    func namesOfNothing(_ name: String) { #expect(path(name) == nil) }
}

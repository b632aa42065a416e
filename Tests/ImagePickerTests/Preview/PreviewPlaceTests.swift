import GLibBridge
import PictureLibrary
import Testing

@testable import ImagePicker

private func assets(_ names: String) -> [Asset] {
    names.map { name in
        Asset(
            path: FilePath("/p/\(name)"), source: .library, kind: .photo, contentType: "image/png",
            file: FileStatus(kind: .regular, size: 1, modified: 0, device: 0, inode: 0))
    }
}

/// Where a preview of `shown` in `before` is once the list is `after`; nil when it closes.
private func followed(_ shown: String, _ before: String, _ after: String) -> String? {
    guard var place = PreviewPlace(FilePath("/p/\(shown)"), in: assets(before)) else { return nil }
    guard place.follow(assets(after)) else { return nil }
    #expect(place.asset.path.displayName == String(Array(after)[place.row]))
    return place.asset.path.displayName
}

@Suite struct PreviewNeighbours {
    @Test("what is shown stays shown, wherever it comes to lie")
    func stays() {
        #expect(followed("c", "abcde", "abcde") == "c")
        #expect(followed("c", "abcde", "xyzabcde") == "c")
        #expect(followed("c", "abcde", "edcba") == "c")
        #expect(followed("c", "abcde", "c") == "c")
    }

    @Test("R51: what is deleted gives way to what came next, at the end to what came before")
    func deleted() {
        #expect(followed("c", "abcde", "abde") == "d")
        #expect(followed("c", "abcde", "abe") == "e")
        #expect(followed("e", "abcde", "abcd") == "d")
        #expect(followed("c", "abcde", "ab") == "b")
    }

    @Test("R51: nothing left closes the preview")
    func empty() {
        #expect(followed("c", "abcde", "") == nil)
        #expect(followed("c", "abcde", "xyz") == nil)
    }

    @Test("a filter that hides much leaves the nearest that follows")
    func filtered() { #expect(followed("c", "abcdefgh", "zag") == "g") }

    @Test("R52: to the last, beyond it and back")
    func ends() throws {
        var place = try #require(PreviewPlace(FilePath("/p/a"), in: assets("abc")))
        #expect(place.neighbour(-1) == nil)
        place.move(by: 10)
        #expect(place.asset.path.displayName == "c")
        #expect(place.neighbour(1) == nil)
        #expect(place.neighbour(-1)?.path.displayName == "b")
        place.move(by: -10)
        #expect(place.row == 0)
    }

    @Test("what the list does not hold has no place in it")
    func unknown() { #expect(PreviewPlace(FilePath("/p/x"), in: assets("abc")) == nil) }
}

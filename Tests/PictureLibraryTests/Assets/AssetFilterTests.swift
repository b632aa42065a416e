import GLibBridge
import Testing

@testable import PictureLibrary

@Suite
struct AssetFilterTests {
    private func asset(_ name: [UInt8], type: String = "image/jpeg") -> Asset {
        Asset(
            path: FilePath("/p").appending(name), source: .library, kind: .photo, contentType: type,
            file: FileStatus(kind: .regular, size: 1, modified: 1, device: 1, inode: 1))
    }

    @Test(
        "Patterns match whole names, whatever their case",
        arguments: [
            ("*.png", "a.PNG", true), ("*.PNG", "a.png", true), ("*.png", "a.png.txt", false),
            ("*", "", true),
            ("a?c", "abc", true), ("a?c", "aéc", true), ("a?c", "ac", false), ("[a-c]*", "Berg", true),
            ("[!a-c]*", "berg", false), ("[]x]", "]", true), ("[a", "[a", true), ("\\*", "*", true),
            ("\\*", "x", false), ("*a*b*c", "xxaxxbxxc", true), ("*a*b*c", "xxaxxcxxb", false),
            ("*.jp*g", "ÄÖ.JPEG", true), ("ÄÖ*", "äö.jpg", true), ("*.*", "noext", false),
            ("[a-]", "-", true),
        ])
    func patterns(pattern: String, name: String, matches: Bool) {
        #expect(NamePattern(pattern).matches(Array(name.utf8)) == matches)
    }

    @Test("Patterns match names that are not UTF-8")
    func bytes() {
        #expect(NamePattern("*.jpg").matches([0xFF, 0xE9] + Array(".JPG".utf8)))
        #expect(NamePattern(bytes: [0xE9, 0x2A]).matches([0xE9, 0x61]))
        #expect(!NamePattern(bytes: [0xE9, 0x2A]).matches([0xE8, 0x61]))
    }

    @Test("Content types count with families, aliases and parents")
    func contentTypes() {
        var filter = AssetFilter()
        filter.contentTypes = ["image/*"]
        #expect(filter.admits(asset([0x61])))
        #expect(!filter.admits(asset([0x61], type: "video/mp4")))
        filter.contentTypes = ["image/pjpeg"]
        #expect(filter.admits(asset([0x61])), "an alias")
        filter.contentTypes = ["image/tiff"]
        #expect(filter.admits(asset([0x61], type: "image/x-adobe-dng")), "a parent")
    }

    @Test(
        "A search ignores case and marks",
        arguments: [
            ("ete", "Été.jpg", true), ("ÉTÉ", "ete.jpg", true), ("straße", "STRASSE.png", true),
            ("x", "abc", false), ("", "abc", true), ("İ", "istanbul", true), ("ﬁ", "Fish.png", true),
        ])
    func search(text: String, name: String, isFound: Bool) {
        var filter = AssetFilter()
        filter.search = text
        #expect(filter.admits(asset(Array(name.utf8))) == isFound)
    }

    @Test("With position means one that is known")
    func position() {
        var filter = AssetFilter()
        filter.withPosition = true
        var item = asset([0x61])
        #expect(!filter.admits(item))
        item.metadata = AssetMetadata(contentType: "image/jpeg", kind: .photo)
        #expect(!filter.admits(item))
        item.metadata?.position = Position(latitude: 0, longitude: 0)
        #expect(filter.admits(item))
    }
}

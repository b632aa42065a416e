import GLibBridge
import Testing

@Suite("The info file of the trash")
struct TrashInfoTests {
    private func read(_ text: String) -> TrashInfo? { TrashInfo(Array(text.utf8)) }

    @Test("names the place and the time")
    func plain() throws {
        let info = try #require(
            read("[Trash Info]\nPath=/home/me/a%20b%C3%A4.jpg\nDeletionDate=2026-11-30T09:30:00\n"))
        #expect(info.path == Array("/home/me/a bä.jpg".utf8))
        #expect(info.deletionDate == "2026-11-30T09:30:00")
        #expect(info.original(in: FilePath("/media/disk")) == FilePath("/home/me/a bä.jpg"))
    }

    @Test("may name a place on its disk")
    func relative() throws {
        let info = try #require(read("[Trash Info]\nPath=photos/x.jpg\nDeletionDate=2026-11-30T09:30:00"))
        #expect(info.original(in: FilePath("/media/disk")) == FilePath("/media/disk/photos/x.jpg"))
    }

    @Test("keeps bytes that are no UTF-8")
    func bytes() {
        #expect(read("[Trash Info]\nPath=/a%FFb%0A\n")?.path == [0x2F, 0x61, 0xFF, 0x62, 0x0A])
    }

    @Test("counts the first of equal keys and knows of others")
    func order() {
        let info = read("[Trash Info]\nX-Note=%%%\nDeletionDate=1\nPath=/a\nPath=/b\nDeletionDate=2\n")
        #expect(info?.path == Array("/a".utf8))
        #expect(info?.deletionDate == "1")
    }

    @Test(
        "that is none leads nowhere",
        arguments: [
            "", "Path=/a\n", "[Desktop Entry]\nPath=/a\n", "[Trash Info]\n", "[Trash Info]\nPath=\n",
            "[Trash Info]\nPath=/a%2\n", "[Trash Info]\nPath=/a%zz\n", "[Trash Info]\nPath=/a%00b\n",
            "[Trash Info]\nPath=/a\0b\n",
        ])
    func broken(text: String) { #expect(read(text) == nil) }
}

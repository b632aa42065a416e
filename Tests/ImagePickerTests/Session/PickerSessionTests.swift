import GLibBridge
import PictureLibrary
import Testing

@testable import ImagePicker

private func photo(_ name: String, kind: MediaKind = .photo, isInspected: Bool = true) -> Asset {
    let type = kind == .video ? "video/mp4" : "image/jpeg"
    return Asset(
        path: FilePath("/p/\(name)"), source: .library, kind: kind, contentType: type,
        file: FileStatus(kind: .regular, size: 1, modified: 0, device: 0, inode: 0),
        metadata: isInspected ? AssetMetadata(contentType: type, kind: kind) : nil)
}

private func path(_ name: String) -> FilePath { FilePath("/p/\(name)") }

@MainActor
private func session(maximum: Int = 0, _ change: (inout PickerConfiguration) -> Void = { _ in })
    -> PickerSession
{
    var configuration = PickerConfiguration(library: LibraryRequest(folders: []))
    configuration.maximum = maximum
    configuration.order = .name
    change(&configuration)
    return PickerSession(configuration, settings: Settings(schema: "io.github.pickture.NoSuchSchema"))
}

@MainActor
@Suite struct WhatTheCallerLetsSee {
    @Test("the chosen named filter and the caller's conditions survive Show All")
    func showAll() {
        let session = session {
            $0.filter.kinds = [.photo]
            $0.namedFilters = [
                NamedFilter(name: "JPEG", patterns: [NamePattern("*.jpg")]),
                NamedFilter(name: "PNG", patterns: [NamePattern("*.png")]),
            ]
        }
        session.assets.apply(.found([photo("a.jpg"), photo("b.png"), photo("c.png", kind: .video)]))
        #expect(session.assets.model.elements.map(\.path) == [path("a.jpg")])
        session.choose(session.configuration.namedFilters[1])
        session.assets.filter.search = "x"
        session.assets.filter.folder = .alone(FilePath("/q"))
        #expect(session.assets.model.elements.isEmpty)
        session.showAll()
        #expect(session.assets.model.elements.map(\.path) == [path("b.png")])
    }
}

@MainActor
@Suite struct RangesOfRows {
    @Test("rows are picked and un-picked as one step with one notice, however many GTK names")
    func rows() {
        let session = session(maximum: 3)
        session.assets.apply(.found("abcde".map { photo(String($0)) }))
        var notices = 0
        var updates = 0
        session.onNotice { _ in notices += 1 }
        session.onSelectionChange { _ in updates += 1 }
        session.pick(rows: 1..<99)
        #expect(session.selection.picks == ["b", "c", "d"].map(path))
        #expect((notices, updates) == (1, 1))
        session.unpick(rows: 0..<3)
        #expect(session.selection.picks == [path("d")])
        session.update { _ = $0.undo() }
        session.update { _ = $0.undo() }
        #expect(session.selection.isEmpty)
    }
}

@MainActor
@Suite struct FilesThatAreDropped {
    @Test("are picked once they have been looked at, in their order, if the caller's filter admits them")
    func admitted() {
        var filter = AssetFilter()
        filter.contentTypes = ["image/*"]
        let list = AssetList()
        var files = DroppedFiles()
        files.add(["text", "b", "film", "a", "b"].map(path))
        #expect(files.takeReady(from: list, admittedBy: filter).isEmpty)
        list.apply(.found([photo("a", isInspected: false), photo("b"), photo("film", kind: .video)]))
        #expect(files.takeReady(from: list, admittedBy: filter) == [path("b")])
        list.apply(.inspected([photo("a")]))
        #expect(files.takeReady(from: list, admittedBy: filter) == [path("a")])
        #expect(files.takeReady(from: list, admittedBy: AssetFilter()).isEmpty)
    }

    @Test("are told of in one go when they can't be picked, once all of them have been looked at")
    func refused() {
        var filter = AssetFilter()
        filter.contentTypes = ["image/*"]
        let list = AssetList()
        var files = DroppedFiles()
        files.add(["text", "a", "film"].map(path))
        files.refuse([path("text"), path("never dropped")])
        list.apply(.found([photo("film", kind: .video), photo("a", isInspected: false)]))
        #expect(files.takeReady(from: list, admittedBy: filter).isEmpty)
        #expect(files.takeRefused().isEmpty)
        list.apply(.inspected([photo("a")]))
        #expect(files.takeReady(from: list, admittedBy: filter) == [path("a")])
        #expect(files.takeRefused() == ["text", "film"].map(path))
        #expect(files.takeRefused().isEmpty)
    }

    @Test("wait as the photo whose clip they are, and not at all when they can't be read")
    func passedOn() {
        let list = AssetList()
        var files = DroppedFiles()
        files.add([path("clip"), path("broken")])
        files.forget(path("broken"))
        files.pass(on: [path("clip"): path("still")])
        list.apply(.found([photo("still", kind: .live), photo("broken")]))
        #expect(files.takeReady(from: list, admittedBy: AssetFilter()) == [path("still")])
    }
}

import GLibBridge
import PictureLibrary
import Testing

@testable import ImagePicker

@MainActor
struct EventCollectorTests {
    private func asset(_ name: String) -> Asset {
        Asset(
            path: FilePath("/p/\(name)"), source: .library, kind: .photo, contentType: "image/png",
            file: FileStatus(kind: .regular, size: 1, modified: 0, device: 0, inode: 0))
    }

    @Test("What is found and what is inspected in turns comes as one change each")
    func turns() {
        var collector = EventCollector()
        for number in 0..<4 {
            collector.add(.found([asset("\(number)")]))
            collector.add(.inspected([asset("\(number)")]))
        }
        let events = collector.takeAll()
        guard events.count == 2, case .found(let found) = events[0],
            case .inspected(let inspected) = events[1]
        else {
            Issue.record("\(events.count) changes")
            return
        }
        #expect(found.map(\.path.displayName) == ["0", "1", "2", "3"])
        #expect(inspected.map(\.path) == found.map(\.path))
        #expect(collector.isEmpty)
    }

    @Test("What went and came again keeps its order")
    func order() {
        var collector = EventCollector()
        collector.add(.found([asset("a")]))
        collector.add(.inspected([asset("a")]))
        collector.add(.removed([FilePath("/p/a")]))
        collector.add(.found([asset("a")]))
        #expect(collector.takeAll().count == 4)
    }
}

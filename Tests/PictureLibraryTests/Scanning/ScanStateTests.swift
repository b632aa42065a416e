import GLibBridge
import Testing

@testable import PictureLibrary

/// Which files the threads are given to read.
struct ScanStateTests {
    private var state = ScanState(media: Set(MediaKind.allCases))
    private let worker = Worker()

    /// Files called by numbers, of which 0 was modified last.
    private mutating func take(_ count: Int) {
        for number in 0..<count {
            let status = FileStatus(
                kind: .regular, size: 1, modified: Int64(1000 - number), device: 1, inode: UInt64(number))
            state.take(FilePath("/photos/\(number).jpg"), status, source: .library, named: false)
        }
    }

    private mutating func next(_ count: Int) -> [ScanState.Inspection] {
        state.nextInspections(count, for: worker, settling: 0) { nil }
    }

    @Test("What a thread did not come to is given to others, what it has is not")
    mutating func givingBack() {
        take(6)
        let files = next(4)
        #expect(files.map(\.path.displayName) == ["0.jpg", "1.jpg", "2.jpg", "3.jpg"])
        state.deliver([(files[0], .refused)])
        state.giveBack(files[2...])
        #expect(next(10).map(\.path.displayName) == ["2.jpg", "3.jpg", "4.jpg", "5.jpg"])
        #expect(next(10).isEmpty)
        // What comes late from the first thread counts.
        state.deliver([(files[1], .refused)])
        #expect(state.catalogue.waiting == 4)
    }

    @Test("What was given back and is gone, or has been read meanwhile, is not read again")
    mutating func givingBackLate() {
        take(3)
        let files = next(3)
        state.deliver([(files[0], .refused)])
        state.catalogue.vanish(file: files[1].path)
        state.giveBack(files)
        #expect(next(10).map(\.path) == [files[2].path])
    }

    @Test("A file whose number was another's is read once, however often the number waits")
    mutating func numbersGivenAgain() {
        take(1)
        state.catalogue.vanish(file: FilePath("/photos/0.jpg"))
        _ = state.catalogue.drain()
        let status = FileStatus(kind: .regular, size: 1, modified: 5, device: 1, inode: 9)
        state.take(FilePath("/photos/new.jpg"), status, source: .library, named: false)
        #expect(next(10).map(\.path.displayName) == ["new.jpg"])
        #expect(next(10).isEmpty)
    }

    @Test("What a thread says late of a file that is gone is not taken for the one that has its number now")
    mutating func lateNewsOfAnother() {
        take(1)
        let files = next(1)
        state.catalogue.vanish(file: files[0].path)
        _ = state.catalogue.drain()
        let status = FileStatus(kind: .regular, size: 1, modified: 5, device: 1, inode: 9)
        state.take(FilePath("/photos/new.jpg"), status, source: .library, named: false)
        #expect(state.catalogue.number(of: FilePath("/photos/new.jpg")) == files[0].number)
        state.deliver([(files[0], .refused)])
        #expect(state.catalogue.waiting == 1)
        #expect(next(10).map(\.path.displayName) == ["new.jpg"])
    }

    @Test("Without an order all are given all the same, each once")
    mutating func unordered() {
        state = ScanState(media: Set(MediaKind.allCases), tellsOnlyTheEnd: true)
        take(6)
        #expect(Set(next(4).map(\.path) + next(4).map(\.path)).count == 6)
        #expect(next(1).isEmpty)
    }
}

import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// The list against one that sorts and filters everything anew.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AssetListTests {
    /// A list, and what a widget that follows its splices would show.
    @MainActor
    final class Mirror {
        let list: AssetList
        private(set) var rows: [FilePath] = []
        private(set) var splices = 0

        init(_ list: AssetList) {
            self.list = list
            rows = list.model.elements.map(\.path)
            connect(list.model.pointer, "items-changed") {
                [unowned self] (position: UInt32, removed: UInt32, added: UInt32) in
                let new = list.model.elements[Int(position)..<Int(position + added)].map(\.path)
                rows.replaceSubrange(Int(position)..<Int(position + removed), with: new)
                splices += 1
            }
        }
    }

    private func asset(
        _ name: String, modified: Int64, taken: Int64? = nil, offset: Int? = 0, kind: MediaKind = .photo
    ) -> Asset {
        var metadata: AssetMetadata?
        if let taken {
            metadata = AssetMetadata(contentType: "image/jpeg", kind: kind)
            metadata?.taken = CaptureDate(wallClock: taken, offset: offset)
            if taken % 2 == 0 { metadata?.position = Position(latitude: 0, longitude: 0) }
        }
        return Asset(
            path: FilePath("/photos/\(name)"), source: .library, kind: kind, contentType: "image/jpeg",
            file: FileStatus(
                kind: .regular, size: modified, modified: modified * 1_000_000_000, device: 1, inode: 1),
            metadata: metadata)
    }

    @Test("A folder that is chosen by its second path shows what the first one holds")
    func aliases() {
        let list = AssetList()
        list.apply(.found(["in/a.jpg", "in/sub/b.jpg", "c.jpg"].map { asset($0, modified: 1) }))
        let link = FilePath("/other/link")
        list.filter.folder = .withSubfolders(link)
        #expect(list.model.elements.isEmpty && !list.hasAssets(in: .withSubfolders(link)))
        func shown(_ folder: AssetFilter.Folder) -> Set<String> {
            list.filter.folder = folder
            #expect(list.hasAssets(in: folder) == !list.model.elements.isEmpty)
            return Set(list.model.elements.map(\.path.displayName))
        }
        list.apply(.alias(link, of: FilePath("/photos/in")))
        #expect(list.model.elements.count == 2)
        #expect(shown(.alone(link)) == ["a.jpg"])
        #expect(shown(.withSubfolders(FilePath("/other"))) == ["a.jpg", "b.jpg"])
        #expect(shown(.alone(FilePath("/other"))).isEmpty)
        list.apply(.alias(FilePath("/photos/in/sub/up"), of: FilePath("/photos")))
        #expect(
            shown(.withSubfolders(FilePath("/photos/in"))) == ["a.jpg", "b.jpg"], "not what is around it")
        list.apply(.alias(link, of: link))
        #expect(shown(.withSubfolders(link)).isEmpty)
    }

    private func check(_ mirror: Mirror, _ naive: [FilePath: (asset: Asset, arrival: Int)]) {
        let list = mirror.list
        let expected = naive.values.filter { list.filter.admits($0.asset) }
            .sorted { $0.arrival < $1.arrival }.map(\.asset).sorted(by: list.order)
        #expect(list.model.elements == expected)
        #expect(mirror.rows == expected.map(\.path))
        #expect(list.knownCount == naive.count)
        for (row, asset) in expected.enumerated() { #expect(list.index(of: asset.path) == row) }
    }

    private func randomEvent(
        _ naive: inout [FilePath: (asset: Asset, arrival: Int)], _ arrivals: inout Int,
        _ generator: inout SeededGenerator
    ) -> LibraryEvent {
        func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
        let paths = naive.keys.sorted()
        switch paths.isEmpty ? 0 : random(0..<4) {
        case 0:
            let new = (0..<random(1..<30)).map { _ in
                asset(
                    "\(random(0..<400))", modified: Int64(random(0..<50)),
                    kind: random(0..<5) == 0 ? .video : .photo)
            }.filter { naive[$0.path] == nil }
            let unique = Dictionary(new.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
            let batch = unique.values.sorted { $0.path < $1.path }
            for asset in batch {
                arrivals += 1
                naive[asset.path] = (asset, arrivals)
            }
            return .found(batch)
        case 1:
            let gone = Set((0..<random(1..<10)).map { _ in paths[random(0..<paths.count)] }).sorted()
            for path in gone { naive[path] = nil }
            return .removed(gone)
        default:
            let some = Set((0..<random(1..<20)).map { _ in paths[random(0..<paths.count)] }).sorted()
            let batch = some.map { path in
                var known = asset(
                    path.displayName, modified: Int64(random(0..<50)), taken: Int64(random(0..<50)))
                if random(0..<3) == 0 { known.kind = .live }
                naive[path]?.asset = known
                return known
            }
            return random(0..<2) == 0 ? .inspected(batch) : .changed(batch)
        }
    }

    @Test("Random events end as sorting everything anew does", arguments: SortOrder.allCases)
    func random(order: SortOrder) {
        var generator = SeededGenerator(seed: 7)
        var naive: [FilePath: (asset: Asset, arrival: Int)] = [:]
        var arrivals = 0
        let mirror = Mirror(AssetList(order: order))
        for step in 0..<300 {
            if step % 40 == 20 {
                mirror.list.filter.kinds = [[.photo], [.video], [.photo, .live]][step / 40 % 3]
            }
            if step % 40 == 30 { mirror.list.filter = AssetFilter() }
            if step % 70 == 50 { mirror.list.filter.withPosition = true }
            mirror.list.apply(randomEvent(&naive, &arrivals, &generator))
            check(mirror, naive)
        }
    }

    @Test("What is visible keeps its place when dates arrive; settling puts the rest right")
    func keepingInPlace() {
        var generator = SeededGenerator(seed: 11)
        var naive: [FilePath: (asset: Asset, arrival: Int)] = [:]
        var arrivals = 0
        let mirror = Mirror(AssetList())
        let list = mirror.list
        for step in 0..<400 {
            let before = list.model.elements.map(\.path)
            let visible = (before.count / 3)..<min(before.count, before.count / 3 + 12)
            let event = randomEvent(&naive, &arrivals, &generator)
            list.apply(event, keepingInPlace: visible)
            if case .removed = event {
            } else {
                #expect(list.model.elements[visible].map(\.path) == Array(before[visible]))
            }
            #expect(mirror.rows == list.model.elements.map(\.path))
            #expect(Set(mirror.rows) == Set(naive.keys))
            for (row, path) in mirror.rows.enumerated() { #expect(list.index(of: path) == row) }
            if step % 5 == 4 {
                list.settle()
                #expect(list.isSettled)
                check(mirror, naive)
            }
        }
    }

    @Test("After the folders were read, a new file comes to its place among the visible ones")
    func newFile() {
        let list = AssetList()
        list.apply(.found((1...20).map { asset("\($0)", modified: Int64($0 * 10)) }))
        list.apply(.listed)
        list.apply(
            .found([asset("first", modified: 1000), asset("amid", modified: 185)]), keepingInPlace: 0..<10)
        #expect(list.model.elements.prefix(4).map(\.path.displayName) == ["first", "20", "19", "amid"])
        #expect(list.isSettled)
    }

    @Test("An unchanged row is not replaced, and far more changes than splices are told in few")
    func fewSplices() {
        let mirror = Mirror(AssetList())
        mirror.list.apply(.found((0..<1000).map { asset("\($0)", modified: Int64($0)) }))
        #expect(mirror.splices == 1)
        mirror.list.apply(
            .inspected(
                (0..<1000).map {
                    asset(
                        "\($0)", modified: Int64($0), taken: WallClock.local(ofUnix: Int64($0)), offset: nil)
                }))
        #expect(mirror.splices == 1, "nothing to see has changed")
        // A zone that no machine has.
        mirror.list.apply(.inspected([asset("7", modified: 7, taken: 7 + 12_345, offset: 12_345)]))
        #expect(mirror.splices == 2, "the same moment on another wall clock")
        mirror.list.apply(.found((0..<500).map { asset("new \($0)", modified: Int64($0 * 2)) }))
        #expect(mirror.splices <= 10)
    }

    @Test("Another order of many assets is made in the background, with what happens meanwhile")
    func orderInBackground() async {
        let list = AssetList()
        list.apply(.found((0..<6000).map { asset("\($0)", modified: Int64($0)) }))
        var firstWhenSorted: String?
        list.onSorted = { [unowned list] in
            firstWhenSorted = list.model.elements.first?.path.displayName
        }
        list.order = .name
        list.apply(.removed([FilePath("/photos/17")]))
        list.apply(.found([asset("17.5", modified: 3)]))
        list.apply(.inspected([asset("18", modified: 18, taken: 1)]))
        await list.sorted()
        #expect(firstWhenSorted == "0")
        let names = list.model.elements.map(\.path.displayName)
        #expect(Array(names.prefix(20)) == (0..<17).map { "\($0)" } + ["17.5", "18", "19"])
        #expect(names.count == 6000)
        #expect(list.asset(for: FilePath("/photos/18"))?.metadata != nil)
    }

    @Test("Folders are by name, with count and first item")
    func folders() {
        let list = AssetList()
        func at(_ path: String, _ modified: Int64) -> Asset {
            var file = asset("x", modified: modified).file
            file.modified = modified
            return Asset(
                path: FilePath(path), source: .library, kind: .photo, contentType: "image/png", file: file)
        }
        list.apply(.found([at("/p/Day 10/a", 1), at("/p/Day 9/b", 2), at("/p/Day 10/c", 3)]))
        list.filter.search = "nothing"
        #expect(list.folders.map(\.displayName) == ["Day 9", "Day 10"])
        #expect(list.folders.map(\.count) == [1, 2])
        #expect(list.folders.map(\.cover.path) == [FilePath("/p/Day 9/b"), FilePath("/p/Day 10/c")])
        list.filter.search = ""
        list.filter.folder = .alone(FilePath("/p/Day 10"))
        #expect(list.model.elements.map(\.path) == [FilePath("/p/Day 10/c"), FilePath("/p/Day 10/a")])
        #expect(list.folders.count == 2)
        list.filter.folder = .alone(FilePath("/p"))
        #expect(list.model.elements.isEmpty)
        #expect(!list.hasAssets(in: .alone(FilePath("/p"))))
        list.filter.folder = .withSubfolders(FilePath("/p"))
        #expect(list.model.elements.count == 3)
        #expect(list.hasAssets(in: .withSubfolders(FilePath("/p/Day 9"))))
        #expect(!list.hasAssets(in: .withSubfolders(FilePath("/p/Day"))))
    }

    @Test("A large library comes in batches of 500")
    func many() {
        let count = getenv("PICKTURE_TEST_ASSETS").flatMap { Int(String(cString: $0)) } ?? 10_000
        var generator = SeededGenerator(seed: 3)
        let all = (0..<count).map { asset("IMG_\($0).JPG", modified: Int64($0)) }.shuffled(using: &generator)
        let list = AssetList()
        let clock = ContinuousClock()
        var longest = Duration.zero
        let total = clock.measure {
            for start in stride(from: 0, to: all.count, by: 500) {
                let time = clock.measure { list.apply(.found(Array(all[start..<(start + 500)]))) }
                longest = max(longest, time)
            }
        }
        print("\(count) assets: \(total), the longest batch \(longest)")
        #expect(list.model.elements.map(\.file.size) == (0..<Int64(count)).reversed())
    }
}

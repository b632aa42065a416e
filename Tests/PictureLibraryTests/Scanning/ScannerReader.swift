import GLibBridge
import PictureLibrary
import Testing

@testable import PictureLibrary

/// Reads a scanner's events and keeps what they add up to.
final class ScannerReader {
    let scanner: LibraryScanner
    private(set) var assets: [FilePath: Asset] = [:]
    private(set) var order: [FilePath] = []
    private(set) var inspected: [FilePath] = []
    private(set) var changed: [FilePath] = []
    private(set) var unreadable: [FilePath: String] = [:]
    private(set) var aliases: [FilePath: FilePath] = [:]
    /// How often the folders were said to be read, and how often more of them were added.
    private(set) var listedCount = 0
    private var addedCount = 0
    private(set) var isComplete = false
    private var events: AsyncStream<LibraryEvent>.Iterator

    init(_ scanner: LibraryScanner) {
        self.scanner = scanner
        events = scanner.events.makeAsyncIterator()
        scanner.start()
    }

    convenience init(_ request: LibraryRequest, watching: Bool = true) {
        self.init(LibraryScanner(request, watching: watching, index: nil))
    }

    deinit { scanner.stop() }

    /// Reads on until `condition` holds; an endless wait is the time limit's business.
    func wait(until condition: (ScannerReader) -> Bool) async {
        while !condition(self), let event = await events.next() { take(event) }
    }

    private func take(_ event: LibraryEvent) {
        switch event {
        case .found(let found):
            for asset in found {
                #expect(assets[asset.path] == nil, "\(asset.path) was found twice")
                assets[asset.path] = asset
                order.append(asset.path)
                isComplete = false
            }
        case .inspected(let new), .changed(let new):
            for asset in new {
                #expect(assets[asset.path] != nil, "\(asset.path) was never found")
                assets[asset.path] = asset
            }
            if case .inspected = event { inspected += new.map(\.path) }
            if case .changed = event {
                changed += new.map(\.path)
                isComplete = false
            }
        case .removed(let paths), .dismissed(let paths): remove(paths)
        case .joined(let clips): remove(Array(clips.keys))
        case .unreadable(let path, let reason): unreadable[path] = reason
        case .alias(let folder, let other): aliases[folder] = other
        case .progress(let found, let inspected): #expect(inspected <= found)
        case .listed:
            #expect(listedCount <= addedCount)
            listedCount += 1
        case .complete: isComplete = true
        }
    }

    private func remove(_ paths: [FilePath]) {
        for path in paths {
            #expect(assets.removeValue(forKey: path) != nil, "\(path) was not there")
        }
    }

    /// Offers more.
    func add(files: [FilePath] = [], folders: [FilePath] = []) {
        addedCount += 1
        scanner.add(files: files, folders: folders.map { .init(path: $0) })
    }

    func forgetProblems() { unreadable = [:] }

    var isListed: Bool { listedCount > 0 }

    var names: Set<String> { Set(assets.keys.map(\.displayName)) }
}

extension LibraryRequest {
    init(_ folder: FilePath, recursive: Bool = true, hidden: Bool = false) {
        self.init(folders: [Root(path: folder, recursive: recursive)], hidden: hidden)
    }
}

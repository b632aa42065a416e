import GLibBridge

/// Finds the assets of a ``LibraryRequest`` and tells what becomes of them.
///
/// All methods return at once and may be called on any thread; the work is done on threads of its own,
/// since a dead network folder may hold a call for minutes.
public final class LibraryScanner: Sendable {
    /// What happens, for one reader, from ``start()`` to ``stop()``.
    public let events: AsyncStream<LibraryEvent>
    private let engine: ScanEngine

    /// With `watching`, changes on disk are told too, and files appear once they are whole.
    public convenience init(_ request: LibraryRequest, watching: Bool) {
        self.init(request, watching: watching, tree: DiskTree())
    }

    init(
        _ request: LibraryRequest, watching: Bool, tree: any FileTree, timing: ScanTiming = ScanTiming()
    ) {
        let (events, continuation) = AsyncStream<LibraryEvent>.makeStream()
        self.events = events
        engine = ScanEngine(
            request, watching: watching, tree: tree, timing: timing, continuation: continuation)
    }

    deinit { engine.stop() }

    /// Begins to read; once. Events from before the first look at ``events`` are kept.
    public func start() {
        BackgroundThread.start(named: "library") { [engine] in engine.supervise() }
    }

    /// The metadata of these is read next, in this order; what was asked for before is not any more.
    public func prioritise(_ visible: [FilePath]) {
        engine.wish { $0.urgent = visible.reversed() }
    }

    /// Offers these too: dropped onto the window, or read from standard input. A folder among the files
    /// is searched.
    public func add(files: [FilePath], folders: [LibraryRequest.Root]) {
        engine.wish { $0.added.append((files, folders)) }
    }

    /// Reads anew what watching does not reach; for when the window gets the focus.
    public func rescan() {
        engine.wish { $0.rescan = true }
    }

    /// Ends the reading and the watching; nothing is told any more.
    public func stop() { engine.stop() }

    /// Everything that the request offers, looked at. Files that were named come first, in their order,
    /// then each folder's by path.
    public static func collect(
        _ request: LibraryRequest
    ) async -> (assets: [Asset], problems: [(path: FilePath, reason: String)]) {
        let scanner = LibraryScanner(request, watching: false)
        scanner.start()
        defer { scanner.stop() }
        var known: [FilePath: Asset] = [:]
        var problems: [(path: FilePath, reason: String)] = []
        for await event in scanner.events {
            switch event {
            case .found(let assets), .inspected(let assets), .changed(let assets):
                for asset in assets { known[asset.path] = asset }
            case .removed(let paths), .dismissed(let paths): for path in paths { known[path] = nil }
            case .joined(let clips): for clip in clips.keys { known[clip] = nil }
            case .unreadable(let path, let reason): problems.append((path, reason))
            case .alias, .progress, .listed: break
            case .complete: return (inGivenOrder(known, request), problems)
            }
        }
        return (inGivenOrder(known, request), problems)
    }

    private static func inGivenOrder(_ known: [FilePath: Asset], _ request: LibraryRequest) -> [Asset] {
        var known = known
        let named = request.files.compactMap { known.removeValue(forKey: $0) }
        let roots = request.folders.map(\.path)
        let rest = known.values.map { asset in
            (root: roots.firstIndex { asset.path.isInside($0) } ?? roots.count, asset: asset)
        }
        return named + rest.sorted { ($0.root, $0.asset.path) < ($1.root, $1.asset.path) }.map(\.asset)
    }
}

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
        self.init(request, watching: watching, index: AssetIndex())
    }

    init(
        _ request: LibraryRequest, watching: Bool, tree: any FileTree = DiskTree(),
        timing: ScanTiming = ScanTiming(), index: AssetIndex?,
        tellingOnlyTheEnd: Bool = false
    ) {
        let (events, continuation) = AsyncStream<LibraryEvent>.makeStream()
        self.events = events
        engine = ScanEngine(
            request, watching: watching, tree: tree, timing: timing, index: index,
            tellingOnlyTheEnd: tellingOnlyTheEnd, continuation: continuation)
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

    /// Keeps what thumbnails look like for the next opening.
    public func note(_ colours: [(asset: Asset, colours: PlaceholderColours)]) {
        engine.wish { $0.colours += colours }
    }

    /// Reads anew what watching does not reach; for when the window gets the focus.
    public func rescan() {
        engine.wish { $0.rescan = true }
    }

    /// Ends the reading and the watching; nothing is told any more.
    public func stop() { engine.stop() }

    /// Everything that the request offers, looked at, in `order`. In the order ``SortOrder/none`` files that
    /// were named come first, as they were named, then each folder's by path.
    public static func collect(
        _ request: LibraryRequest, order: SortOrder
    ) async -> (assets: [Asset], problems: [(path: FilePath, reason: String)]) {
        await collect(request, order: order, index: AssetIndex())
    }

    static func collect(
        _ request: LibraryRequest, order: SortOrder, index: AssetIndex?
    ) async -> (assets: [Asset], problems: [(path: FilePath, reason: String)]) {
        await collect(
            with: LibraryScanner(request, watching: false, index: index, tellingOnlyTheEnd: true),
            order: order)
    }

    static func collect(
        with scanner: LibraryScanner, order: SortOrder
    ) async -> (assets: [Asset], problems: [(path: FilePath, reason: String)]) {
        scanner.start()
        defer { scanner.stop() }
        var problems: [(path: FilePath, reason: String)] = []
        events: for await event in scanner.events {
            switch event {
            case .unreadable(let path, let reason): problems.append((path, reason))
            case .complete: break events
            default: break
            }
        }
        let engine = scanner.engine
        let assets = engine.state.withLock { $0.catalogue.offered() }
        // Written while they are sorted.
        async let saving: Void = engine.saveIndex()
        let sorted = order == .none ? inGivenOrder(assets, engine.request) : assets.sorted(by: order)
        await saving
        return (sorted, problems)
    }

    private static func inGivenOrder(_ assets: [Asset], _ request: LibraryRequest) -> [Asset] {
        let places = Dictionary(
            request.files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let roots = request.folders.map(\.path)
        return assets.map { asset in
            let root = roots.firstIndex { asset.path.isInside($0) } ?? roots.count
            return (place: places[asset.path] ?? places.count, root: root, asset: asset)
        }.sorted { ($0.place, $0.root, $0.asset.path) < ($1.place, $1.root, $1.asset.path) }.map(\.asset)
    }
}

import GLibBridge
import PictureLibrary

/// The state of one picker: what is shown, what is picked, what is known of the pictures.
///
/// Views show it and send intents here; they keep no copies. It outlives none of them: the window owns
/// it, and closing the window stops the scan.
@MainActor  // Said aloud: the optimizer loses the default with an isolated deinit.
final class PickerSession {
    /// Something happened that the user is told in passing.
    enum Notice {
        /// A pick was refused; this many can be picked.
        case limitReached(Int)
        /// Picked files vanished from disk.
        case vanished([FilePath])
        /// Picked files turned out to be no photos, or none that the caller asked for.
        case dismissed([FilePath])
        /// Dropped files are no photos, or none that the caller asked for.
        case refused([FilePath])
        /// A folder or file can't be read.
        case unreadable(FilePath, String)
        /// Only photos that know where they were taken are offered.
        case onlyWithPosition
    }

    let configuration: PickerConfiguration
    let assets: AssetList
    let scanner: LibraryScanner
    /// For tiles, the preview and copies alike.
    let decoder = DecoderPool()
    let thumbnails: ThumbnailLoader
    let settings: Settings

    /// What the caller lets the user see: its conditions, and the names of the filter that is chosen.
    private(set) var offered: AssetFilter
    private(set) var selection: Selection
    private(set) var progress = Progress()
    /// Folders and files that could not be read, with the reason.
    private(set) var problems: [(path: FilePath, reason: String)] = []

    /// What the scan has come to.
    struct Progress: Equatable {
        var found = 0
        var inspected = 0
        var isListed = false
        var isComplete = false
    }

    /// Rows that the user looks at and has begun to use: a date that arrives late does not move them.
    var rowsInUse: Range<Int>?

    private var selectionObservers: [([Asset.ID]) -> Void] = []
    private var listObservers: [() -> Void] = []
    private var noticeObservers: [(Notice) -> Void] = []
    /// What is known of picks, which may lie outside the list.
    private var pickedSizes: [Asset.ID: Int64] = [:]
    private var dropped = DroppedFiles()
    private var scan: Task<Void, Never>?

    init(_ configuration: PickerConfiguration, settings: Settings) {
        self.configuration = configuration
        self.settings = settings
        var offered = configuration.filter
        if let first = configuration.namedFilters.first { offered.namePatterns = first.patterns }
        self.offered = offered
        assets = AssetList(order: configuration.order, filter: offered)
        scanner = LibraryScanner(configuration.library, watching: true)
        thumbnails = ThumbnailLoader(decoder: decoder)
        selection = Selection(
            minimum: configuration.minimum, maximum: configuration.maximum,
            preselected: configuration.preselected)
        thumbnails.onColours = { [scanner] in scanner.note($0) }
        assets.onSorted = { [weak self] in self?.listChanged() }
    }

    isolated deinit { scan?.cancel() }

    /// Starts reading the library; once.
    func start() {
        let events = scanner.events
        scanner.start()
        decoder.prepare()
        scan = Task { [weak self] in
            for await event in events { self?.collect(event) }
        }
        measurePicks(selection.picks)
    }

    func stop() {
        scan?.cancel()
        flush?.cancel()
        scanner.stop()
        thumbnails.letGo()
    }

    // MARK: What views want to know

    /// `body` gets the ids whose pick or number may have changed.
    func onSelectionChange(_ body: @escaping ([Asset.ID]) -> Void) { selectionObservers.append(body) }
    /// Runs when the list, the progress or the problems changed.
    func onListChange(_ body: @escaping () -> Void) { listObservers.append(body) }
    func onNotice(_ body: @escaping (Notice) -> Void) { noticeObservers.append(body) }
    func tell(_ notice: Notice) { noticeObservers.forEach { $0(notice) } }

    /// The bytes of all picks together, as far as they are known.
    var pickedBytes: Int64 {
        selection.picks.reduce(0) { $0 + (pickedSizes[$1] ?? assets.asset(for: $1)?.file.size ?? 0) }
    }

    /// The picked assets; of one that the library does not hold, what its name and the file system say.
    func assets(for ids: [Asset.ID]) async -> [Asset] {
        let known = ids.map { ($0, assets.asset(for: $0)) }
        return await BackgroundThread.value(named: "files") {
            known.compactMap { id, asset in
                asset
                    ?? (try? FileStatus.read(id)).map {
                        Asset(
                            path: id, source: .library, kind: .photo,
                            contentType: ContentType.guess(name: id.name), file: $0)
                    }
            }
        }
    }

    // MARK: Intents

    /// Changes the selection without a word about what did not fit.
    func update(_ body: (inout Selection) -> Void) {
        let before = selection
        body(&selection)
        guard before.picks != selection.picks || before.isFull != selection.isFull else { return }
        // Picks before the first difference keep their numbers.
        let kept = zip(before.picks, selection.picks).prefix { $0 == $1 }.count
        let touched = Array(before.picks[kept...]) + Array(selection.picks[kept...])
        measurePicks(selection.picks[kept...].filter { !before.contains($0) })
        selectionObservers.forEach { $0(touched) }
    }

    /// Lets `filter` say which names are shown.
    func choose(_ filter: NamedFilter) {
        offered.namePatterns = filter.patterns
        assets.filter.namePatterns = filter.patterns
        listChanged()
    }

    /// Shows everything that the caller lets the user see.
    func showAll() {
        assets.filter = offered
        listChanged()
    }

    /// Offers what was dropped on the window. Files are picked, as far as there is room, once they turn out
    /// to be what the caller asked for.
    func add(_ paths: [FilePath]) {
        Task {
            let kinds = configuration.library.media
            let sorted = await BackgroundThread.value(named: "files") { DroppedPaths(paths, kinds: kinds) }
            scanner.add(
                files: sorted.files + sorted.clips,
                folders: sorted.folders.map { .init(path: $0, source: .library) })
            dropped.add(sorted.files + sorted.others)
            dropped.refuse(sorted.others)
            pickDropped()
        }
    }

    // MARK: What the scan says

    /// Shows the first photos at once, a few more soon, and the later ones a few times a second.
    private func collect(_ event: LibraryEvent) {
        collector.add(event)
        if assets.knownCount == 0, flush == nil, case .found = event { return takeCollected() }
        guard flush == nil else { return }
        // Between the first and the second, they are drawn.
        let pause = assets.knownCount < 500 ? .milliseconds(50) : max(.milliseconds(250), flushTime * 4)
        flush = Task { [weak self] in
            try? await Task.sleep(for: pause)
            guard let self, !Task.isCancelled else { return }
            flush = nil
            takeCollected()
        }
    }

    private func takeCollected() {
        flushTime = ContinuousClock().measure {
            for event in collector.takeAll() { take(event) }
            pickDropped()
            listChanged()
        }
    }
    private var collector = EventCollector()
    private var flush: Task<Void, Never>?
    /// How long the last one took: four times as much is left for drawing and input.
    private var flushTime: Duration = .zero

    private func take(_ event: LibraryEvent) {
        switch event {
        case .progress(let found, let inspected):
            progress.found = found
            progress.inspected = inspected
        case .listed: progress.isListed = true
        case .complete: progress.isComplete = true
        case .unreadable(let path, let reason):
            dropped.forget(path)
            problems.append((path, reason))
            tell(.unreadable(path, reason))
        case .removed(let paths):
            dropped.refuse(paths)
            drop(paths, because: Notice.vanished)
        case .dismissed(let paths):
            dropped.refuse(paths)
            drop(paths, because: Notice.dismissed)
        case .joined(let photos):
            dropped.pass(on: photos)
            update { $0.pass(on: photos) }
        case .changed(let changed): changed.forEach { thumbnails.forget($0.id) }
        case .found, .inspected, .alias: break
        }
        assets.apply(event, keepingInPlace: rowsInUse)
    }

    /// The order, the filter or the folder is another now.
    func listChanged() { listObservers.forEach { $0() } }

    /// Offers `folder` too and shows it alone, with its subfolders.
    func show(_ folder: FilePath) {
        scanner.add(files: [], folders: [.init(path: folder, source: .library)])
        progress.isListed = false
        problems.removeAll { $0.path == folder }
        assets.filter.folder = .withSubfolders(folder)
        listChanged()
    }

    /// Un-picks files that turned out to be gone when the picks were accepted.
    func dropVanished(_ paths: [FilePath]) { drop(paths, because: Notice.vanished) }

    /// Why `folder` can't be read, or without one the first thing that can't.
    func problem(of folder: FilePath?) -> (path: FilePath, reason: String)? {
        problems.first { folder == nil || $0.path == folder }
    }

    private func pickDropped() {
        let ready = dropped.takeReady(from: assets, admittedBy: offered)
        let refused = dropped.takeRefused()
        if !refused.isEmpty { tell(.refused(refused)) }
        if !ready.isEmpty { change(several: { $0.pick(all: ready) }) }
    }

    private func drop(_ paths: [FilePath], because notice: ([FilePath]) -> Notice) {
        let vanished = Set(paths)
        vanished.forEach { thumbnails.forget($0) }
        guard selection.picks.contains(where: vanished.contains) else { return }
        var dropped: [Asset.ID] = []
        update { dropped = $0.remove(vanished: vanished) }
        if !dropped.isEmpty { tell(notice(dropped)) }
    }

    private func measurePicks(_ ids: [Asset.ID]) {
        let unknown = ids.filter { assets.asset(for: $0) == nil && pickedSizes[$0] == nil }
        guard !unknown.isEmpty else { return }
        Task {
            let sizes = await BackgroundThread.value(named: "files") {
                unknown.map { ($0, (try? FileStatus.read($0))?.size) }
            }
            for (id, size) in sizes { pickedSizes[id] = size }
            selectionObservers.forEach { $0([]) }
        }
    }
}

extension AssetList {
    /// The asset of a row, or nil beyond the last.
    func asset(at row: Int) -> Asset? {
        model.elements.indices.contains(row) ? model.elements[row] : nil
    }
}

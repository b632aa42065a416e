import GLibBridge
import Glibc

/// What the scanner knows of the disk, and what it has told of it.
///
/// A plain value: callers put in what they saw, in any order and as often as they like, and
/// ``drain()`` tells the difference between what is now and what was told before.
struct Catalogue {
    let media: Set<MediaKind>
    /// How many files are known.
    private(set) var count = 0
    private(set) var waiting = 0
    var folders = FolderIndex()

    /// By the files' numbers; those of forgotten files are given again.
    private var entries: [Entry] = []
    private var free: [Int] = []
    private var tables = FileTables()
    /// The numbers of the files that may have something to tell.
    private var touched: [Int] = []
    /// Further events, told as they are.
    private var notes: [LibraryEvent] = []
    private var aliases: [FilePath: FilePath] = [:]
    /// Of files whose metadata has not been read yet, by their numbers.
    private var earlyColours: [Int: PlaceholderColours] = [:]
    /// Tables.
    private var unpaired: Set<Int> = []
    private var settled = SettledFolders()

    init(media: Set<MediaKind>) { self.media = media }

    /// How many items may have something to tell.
    var newsCount: Int { touched.count }

    subscript(number: Int) -> Entry { entries[number] }

    func number(of path: FilePath) -> Int? { tables.file(path) }

    subscript(path: FilePath) -> Entry? { tables.file(path).map { entries[$0] } }

    /// The files that are known to be in `folder`, by their numbers.
    func files(in folder: FilePath) -> [Int] {
        guard let table = tables.number(of: folder) else { return [] }
        return tables[table].files.values.filter { entries[$0].phase != .gone }
    }

    /// How many of the files in `folder` have not been looked at.
    func waiting(in folder: FilePath) -> Int { tables.number(of: folder).map { tables[$0].waiting } ?? 0 }

    /// A regular file that is there, and what is known of it. Returns its number if its bytes have to be read.
    mutating func take(
        _ path: FilePath, _ status: FileStatus, source: Asset.Source, named: Bool, known: Known? = nil
    ) -> Int? {
        let table = tables.table(for: path)
        let next = free.last ?? entries.count
        let number = tables[table].number(of: path, orNew: next)
        guard number != next else {
            add(path, in: table, status, source: source, named: named, known: known)
            return known == nil ? number : nil
        }
        guard update(number, status, named: named) else { return nil }
        guard let known else { return number }
        let outcome: Outcome = if case .asset(let asset) = known { .seen(asset) } else { .refused }
        deliver(number, status, outcome, isSettled: true)
        return nil
    }

    private mutating func add(
        _ path: FilePath, in table: Int, _ status: FileStatus, source: Asset.Source, named: Bool,
        known: Known?
    ) {
        var entry = Entry(
            path: path, table: table, status: status, source: source, named: named, phase: .waiting)
        switch known {
        case .asset(let asset):
            entry.phase = .seen
            entry.asset = asset
        case .refused: entry.phase = .refused
        case nil:
            entry.asset = MediaNames.suggestion(path).map {
                Asset(path: path, source: source, kind: $0.kind, contentType: $0.contentType, file: status)
            }
        }
        entry.isSettled = entry.phase != .waiting
        if entry.phase == .seen, entry.asset?.kind == .video { tables[table].hasClips = true }
        if tables[table].hasClips { unpaired.insert(table) }
        let number = free.popLast() ?? entries.count
        if number < entries.count { entries[number] = entry } else { entries.append(entry) }
        count += 1
        touched.append(number)
        if entry.phase == .waiting { wait(1, in: table) }
    }

    private mutating func wait(_ difference: Int, in table: Int) {
        waiting += difference
        tables[table].waiting += difference
    }

    // MARK: Settled folders

    /// Some files of `folder`, each for the first time.
    mutating func settle(_ files: SettledFiles, in folder: FilePath) { settled.append(files, in: folder) }

    /// Takes in as any other file what was settled: a file may be met again from now on.
    mutating func takeSettled() { takeSettled(settled.removeAll()) }

    private mutating func takeSettled(_ batches: [SettledFiles]) {
        for files in batches {
            for asset in files.assets {
                _ = take(asset.path, asset.file, source: asset.source, named: false, known: .asset(asset))
            }
            // What is no picture comes from nowhere in particular.
            for (path, status) in files.refused {
                _ = take(path, status, source: .library, named: false, known: .refused)
            }
        }
    }

    // MARK: Changes

    /// Notes that a known file is there; returns whether its bytes are other ones.
    private mutating func update(_ number: Int, _ status: FileStatus, named: Bool) -> Bool {
        var entry = entries[number]
        defer { entries[number] = entry }
        entry.named = entry.named || named
        guard entry.status != status || entry.phase == .gone else { return false }
        if entry.phase != .waiting { wait(1, in: entry.table) }
        entry.status = status
        entry.phase = .waiting
        // Kind and date stay until the new bytes are read, so that the tile stays where it is.
        entry.asset?.file = status
        entry.asset?.metadata?.colours = nil
        earlyColours[number] = nil
        entry.paired?.file = status
        if entry.shown != nil { entry.isRewritten = true }
        touched.append(number)
        return true
    }

    // MARK: Reading

    /// Notes that a thread has a file to read; nil where it need not be read, or another thread has it.
    mutating func beginReading(_ number: Int) -> Entry? {
        guard entries[number].phase == .waiting, !entries[number].isBeingRead else { return nil }
        entries[number].isBeingRead = true
        return entries[number]
    }

    /// The number that a file which a thread had has now; nil if it is not known any more.
    mutating func endReading(_ path: FilePath, number: Int) -> Int? {
        // The number may have been given to another file meanwhile.
        guard let number = entries[number].path == path ? number : tables.file(path) else { return nil }
        entries[number].isBeingRead = false
        return number
    }

    /// What reading the bytes of a file gave, when they had `status`; old news are ignored.
    mutating func deliver(
        _ number: Int, _ status: FileStatus, _ outcome: Outcome, isSettled: Bool = false
    ) {
        var entry = entries[number]
        guard entry.status == status, entry.phase == .waiting || entry.phase == .failed else { return }
        if entry.phase == .waiting { wait(-1, in: entry.table) }
        entry.paired = nil
        entry.isClip = false
        entry.isSettled = isSettled
        switch outcome {
        case .seen(var asset):
            if let colours = earlyColours.removeValue(forKey: number) { asset.metadata?.colours = colours }
            entry.phase = .seen
            entry.asset = asset
            if asset.kind == .video { tables[entry.table].hasClips = true }
        case .refused:
            entry.phase = .refused
            entry.asset = nil
        case .failed(let reason):
            entry.phase = .failed
            entry.asset?.metadata = nil
            if let reason, entry.asset != nil || entry.named {
                report(entry.path, reason)
            }
        case .vanished:
            // Gone while others were looked at: nobody's fault, unless somebody asked for this very file.
            if entry.named { report(entry.path, FileError(errno: ENOENT).reason) }
            entry.phase = .failed
            entries[number] = entry
            return vanish(number)
        }
        entries[number] = entry
        touched.append(number)
        if tables[entry.table].hasClips { unpaired.insert(entry.table) }
    }

    /// A file that is not there any more.
    mutating func vanish(file path: FilePath) {
        if let number = tables.file(path) { vanish(number) }
    }

    private mutating func vanish(_ number: Int) {
        let (phase, table) = (entries[number].phase, entries[number].table)
        guard phase != .gone else { return }
        if phase == .waiting { wait(-1, in: table) }
        entries[number].phase = .gone
        touched.append(number)
        unpaired.insert(table)
    }

    /// A folder that is not there any more, with all that was below it; returns its watches.
    mutating func vanish(folder path: FilePath) -> [FolderMonitor.Watch] {
        folders.removeTree(path).compactMap { folder, record in
            for number in files(in: folder) { vanish(number) }
            settled.remove(folder)
            return record?.watch
        }
    }

    mutating func report(_ path: FilePath, _ reason: String) {
        notes.append(.unreadable(path, reason: reason))
    }

    /// Notes that `folder` is known as `other`, which its files have in their paths; nil if by itself.
    mutating func note(_ folder: FilePath, knownAs other: FilePath?) {
        guard aliases[folder] != other else { return }
        aliases[folder] = other
        notes.append(.alias(folder, of: other ?? folder))
    }

    /// The files of `folder` that could not be read wait for another look; returns them.
    mutating func retry(in folder: FilePath) -> [Int] {
        let failed = files(in: folder).filter { entries[$0].phase == .failed }
        for number in failed {
            entries[number].phase = .waiting
            wait(1, in: entries[number].table)
        }
        return failed
    }

    /// The difference between what is and what was told.
    mutating func drain() -> [LibraryEvent] {
        pairClips()
        var news = CatalogueNews()
        for number in touched {
            let wanted = wanted(entries[number])
            news.add(entries[number], wanted)
            entries[number].shown = wanted
            entries[number].isRewritten = false
        }
        forgetTheGone()
        return news.events + drainNotes()
    }

    private mutating func forgetTheGone() {
        for number in touched where entries[number].phase == .gone {
            // A file may have been touched twice.
            let name = FileName(entries[number].path)
            guard tables[entries[number].table].files.removeValue(forKey: name) != nil else { continue }
            earlyColours[number] = nil
            free.append(number)
            count -= 1
        }
        touched.removeAll(keepingCapacity: true)
    }

    /// Everything that is offered now, in no order; for those who are told of no changes.
    mutating func offered() -> [Asset] {
        takeSettled(settled.removeAll { tables.number(of: $0) != nil })
        pairClips()
        return settled.values.reduce(into: entries.compactMap(wanted)) { offered, files in
            offered += files.assets.filter { media.contains($0.kind) }
        }
    }

    /// What is to be said beside the items.
    mutating func drainNotes() -> [LibraryEvent] {
        defer { notes.removeAll() }
        return notes
    }

    /// What the index can keep of the files in `folder`, in about the order in which the folder gave them:
    /// so they lie where they are looked for one after the other.
    func indexRecords(in folder: FilePath) -> [IndexRecord] {
        files(in: folder).sorted().compactMap { number in
            let entry = entries[number]
            guard entry.isSettled else { return nil }
            let metadata = entry.phase == .seen ? entry.asset?.metadata : nil
            guard metadata != nil || entry.phase == .refused else { return nil }
            return IndexRecord(name: entry.path.name, key: .init(entry.status), metadata: metadata)
        }
    }

    /// Notes what a thumbnail of the file of `asset` looks like, which nobody is told. Whether the index can
    /// keep it.
    mutating func note(_ colours: PlaceholderColours, of asset: Asset) -> Bool {
        guard let number = number(of: asset.path), entries[number].status == asset.file else { return false }
        switch entries[number].phase {
        // One that did not answer in time may do so yet.
        case .waiting, .failed: earlyColours[number] = colours
        case .seen: entries[number].asset?.metadata?.colours = colours
        case .refused, .gone: return false
        }
        return entries[number].isSettled
    }

    private func wanted(_ entry: Entry) -> Asset? {
        let asset: Asset?
        switch entry.phase {
        case .gone, .refused: asset = nil
        case .failed: asset = entry.named ? nil : entry.asset
        case .waiting, .seen: asset = entry.isClip ? nil : entry.paired ?? entry.asset
        }
        guard let asset, media.contains(asset.kind) else { return nil }
        return asset
    }

    /// Joins the live photos of the folders whose files have all been looked at.
    private mutating func pairClips() {
        for table in unpaired {
            guard tables[table].hasClips else {
                unpaired.remove(table)
                continue
            }
            guard tables[table].waiting == 0 else { continue }
            unpaired.remove(table)
            let seen = tables[table].files.values.compactMap { number -> (number: Int, asset: Asset)? in
                guard entries[number].phase == .seen, let asset = entries[number].asset else { return nil }
                return (number, asset)
            }.sorted { $0.asset.path < $1.asset.path }
            let pairs = Dictionary(
                LivePhotoPairing.pair(seen.map(\.asset)).map { ($0.path, $0) },
                uniquingKeysWith: { first, _ in first })
            let photos = Dictionary(
                pairs.values.compactMap { photo in photo.clip.map { ($0, photo.path) } },
                uniquingKeysWith: { first, _ in first })
            for (number, asset) in seen {
                let paired = pairs[asset.path]
                entries[number].paired = paired
                entries[number].isClip = paired == nil
                entries[number].photo = photos[asset.path]
                touched.append(number)
            }
        }
    }
}

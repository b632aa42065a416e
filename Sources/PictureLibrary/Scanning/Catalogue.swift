import GLibBridge
import Glibc

/// What the scanner knows of the disk, and what it has told of it.
///
/// A plain value: callers put in what they saw, in any order and as often as they like, and
/// ``drain()`` tells the difference between what is now and what was told before.
struct Catalogue {
    struct Entry {
        var status: FileStatus
        var source: Asset.Source
        /// Named by the user, not found in a folder.
        var named: Bool
        var phase: Phase
        /// By the name, then by the bytes; nil while neither says that this is a picture.
        var asset: Asset?
        /// ``asset`` with its clip.
        var paired: Asset?
        var isClip = false
        /// Whose clip this is.
        var photo: FilePath?
        /// What was told.
        var shown: Asset?
        /// Whether what is known of the bytes can be kept for another time.
        var isSettled = false
    }

    enum Phase {
        case waiting, seen, refused
        /// Could not be read.
        case failed
        /// No longer there; forgotten at the next drain.
        case gone
    }

    enum Outcome: Sendable {
        case metadata(AssetMetadata)
        case refused
        /// Nil where the reason was told of the whole folder.
        case failed(String?)
        case vanished
    }

    let media: Set<MediaKind>
    private(set) var entries: [FilePath: Entry] = [:]
    private(set) var waiting = 0
    var folders = FolderIndex()

    private var touched: [FilePath] = []
    private var changed: Set<FilePath> = []
    /// Further events, told as they are.
    private var notes: [LibraryEvent] = []
    private var aliases: [FilePath: FilePath] = [:]
    private var unpaired: Set<FilePath> = []

    init(media: Set<MediaKind>) { self.media = media }

    /// How many items may have something to tell.
    var newsCount: Int { touched.count }

    /// What reading a file gave when it was the same as now.
    enum Known: Sendable {
        case asset(Asset)
        case refused
    }

    /// A regular file that is there, and what is known of it. Returns whether its bytes have to be read.
    mutating func take(
        _ path: FilePath, _ status: FileStatus, source: Asset.Source, named: Bool, known: Known? = nil
    ) -> Bool {
        guard let index = entries.index(forKey: path) else {
            add(path, status, source: source, named: named, known: known)
            return known == nil
        }
        guard update(at: index, path, status, named: named) else { return false }
        guard let known else { return true }
        var outcome = Outcome.refused
        if case .asset(let asset) = known, let metadata = asset.metadata { outcome = .metadata(metadata) }
        deliver(path, status, outcome, isSettled: true)
        return false
    }

    private mutating func add(
        _ path: FilePath, _ status: FileStatus, source: Asset.Source, named: Bool, known: Known?
    ) {
        let folder = path.parent
        var entry = Entry(status: status, source: source, named: named, phase: .waiting)
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
        let isWaiting = entry.phase == .waiting
        entry.isSettled = !isWaiting
        entries[path] = entry
        touched.append(path)
        if isWaiting { waiting += 1 }
        let isClip = entry.phase == .seen && entry.asset?.kind == .video
        let mayPair = folders.add(file: path, in: folder, isWaiting: isWaiting, isClip: isClip)
        if mayPair { unpaired.insert(folder) }
    }

    /// Notes that a known file is there; returns whether its bytes are other ones.
    private mutating func update(
        at index: Dictionary<FilePath, Entry>.Index, _ path: FilePath, _ status: FileStatus, named: Bool
    ) -> Bool {
        var entry = entries.values[index]
        defer { entries.values[index] = entry }
        entry.named = entry.named || named
        guard entry.status != status || entry.phase == .gone else { return false }
        if entry.phase == .gone {
            folders.add(file: path, in: path.parent, isWaiting: true, isClip: false)
        } else if entry.phase != .waiting {
            folders.wait(1, in: path.parent)
        }
        if entry.phase != .waiting { waiting += 1 }
        entry.status = status
        entry.phase = .waiting
        // Kind and date stay until the new bytes are read, so that the tile stays where it is.
        entry.asset?.file = status
        entry.paired?.file = status
        if entry.shown != nil { changed.insert(path) }
        touched.append(path)
        return true
    }

    /// What reading the bytes of `path` gave, when they had `status`; old news are ignored.
    mutating func deliver(
        _ path: FilePath, _ status: FileStatus, _ outcome: Outcome, isSettled: Bool = false
    ) {
        guard var entry = entries[path], entry.status == status,
            entry.phase == .waiting || entry.phase == .failed
        else { return }
        let folder = path.parent
        if entry.phase == .waiting {
            waiting -= 1
            folders.wait(-1, in: folder)
        }
        entry.paired = nil
        entry.isClip = false
        entry.isSettled = isSettled
        switch outcome {
        case .metadata(let metadata):
            entry.phase = .seen
            entry.asset =
                entry.asset?.described(by: metadata, status)
                ?? Asset(
                    path: path, source: entry.source, kind: metadata.kind,
                    contentType: metadata.contentType, file: status, metadata: metadata)
            if metadata.kind == .video { folders.noteClips(in: folder) }
        case .refused:
            entry.phase = .refused
            entry.asset = nil
        case .failed(let reason):
            entry.phase = .failed
            entry.asset?.metadata = nil
            if let reason, entry.asset != nil || entry.named {
                report(path, reason)
            }
        case .vanished:
            // Gone while others were looked at: nobody's fault, unless somebody asked for this very file.
            if entry.named { report(path, FileError(errno: ENOENT).reason) }
            entry.phase = .failed
            entries[path] = entry
            return vanish(file: path)
        }
        entries[path] = entry
        touched.append(path)
        if folders[folder]?.hasClips == true { unpaired.insert(folder) }
    }

    /// A file that is not there any more.
    mutating func vanish(file path: FilePath) {
        guard let entry = entries[path], entry.phase != .gone else { return }
        folders.remove(file: path, wasWaiting: entry.phase == .waiting)
        if entry.phase == .waiting { waiting -= 1 }
        entries[path]?.phase = .gone
        touched.append(path)
        unpaired.insert(path.parent)
    }

    /// A folder that is not there any more, with all that was below it; returns its watches.
    mutating func vanish(folder path: FilePath) -> [FolderMonitor.Watch] {
        var watches: [FolderMonitor.Watch] = []
        for record in folders.removeTree(path) {
            for file in record.files {
                guard let entry = entries[file], entry.phase != .gone else { continue }
                if entry.phase == .waiting { waiting -= 1 }
                entries[file]?.phase = .gone
                touched.append(file)
            }
            if let watch = record.watch { watches.append(watch) }
        }
        return watches
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
    mutating func retry(in folder: FilePath) -> [FilePath] {
        let failed = (folders[folder]?.files ?? []).filter { entries[$0]?.phase == .failed }
        for path in failed { entries[path]?.phase = .waiting }
        waiting += failed.count
        folders.wait(failed.count, in: folder)
        return Array(failed)
    }

    /// The difference between what is and what was told.
    mutating func drain() -> [LibraryEvent] {
        pairClips()
        var removed: [FilePath] = []
        var dismissed: [FilePath] = []
        var joined: [FilePath: FilePath] = [:]
        var found: [Asset] = []
        var renewed: [Asset] = []
        var inspected: [Asset] = []
        for path in touched {
            guard let index = entries.index(forKey: path) else { continue }
            let entry = entries.values[index]
            let wanted = wanted(entry)
            if let wanted, entry.shown == nil {
                found.append(wanted)
            } else if let wanted, changed.contains(path) {
                changed.remove(path)
                renewed.append(wanted)
            } else if let wanted, wanted != entry.shown {
                inspected.append(wanted)
            } else if wanted == nil, entry.shown != nil {
                if entry.phase == .gone {
                    removed.append(path)
                } else if entry.isClip, let photo = entry.photo {
                    joined[path] = photo
                } else {
                    dismissed.append(path)
                }
            }
            if entry.phase == .gone {
                entries.remove(at: index)
            } else {
                entries.values[index].shown = wanted
            }
        }
        touched.removeAll()
        changed.removeAll()
        defer { notes.removeAll() }
        var events: [LibraryEvent] = []
        if !removed.isEmpty { events.append(.removed(removed)) }
        if !dismissed.isEmpty { events.append(.dismissed(dismissed)) }
        if !joined.isEmpty { events.append(.joined(joined)) }
        if !found.isEmpty { events.append(.found(found)) }
        if !renewed.isEmpty { events.append(.changed(renewed)) }
        if !inspected.isEmpty { events.append(.inspected(inspected)) }
        return events + notes
    }

    /// Everything that was told, in no order.
    var shown: [Asset] { entries.values.compactMap(\.shown) }

    /// What the index can keep of the files in `folder`.
    func indexRecords(in folder: FilePath) -> [IndexRecord] {
        (folders[folder]?.files ?? []).compactMap { path in
            guard let entry = entries[path], entry.isSettled else { return nil }
            let metadata = entry.phase == .seen ? entry.asset?.metadata : nil
            guard metadata != nil || entry.phase == .refused else { return nil }
            return IndexRecord(name: path.name, key: .init(entry.status), metadata: metadata)
        }
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
        for folder in unpaired {
            guard let record = folders[folder], record.hasClips else {
                unpaired.remove(folder)
                continue
            }
            guard record.waiting == 0 else { continue }
            unpaired.remove(folder)
            let assets = record.files.compactMap { path -> Asset? in
                guard let entry = entries[path], entry.phase == .seen else { return nil }
                return entry.asset
            }.sorted { $0.path < $1.path }
            let pairs = Dictionary(
                LivePhotoPairing.pair(assets).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
            let photos = Dictionary(
                pairs.values.compactMap { photo in photo.clip.map { ($0, photo.path) } },
                uniquingKeysWith: { first, _ in first })
            for asset in assets {
                let paired = pairs[asset.path]
                entries[asset.path]?.paired = paired
                entries[asset.path]?.isClip = paired == nil
                entries[asset.path]?.photo = photos[asset.path]
                touched.append(asset.path)
            }
        }
    }
}

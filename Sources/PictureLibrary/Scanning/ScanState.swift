import GLibBridge
import Glibc
import Synchronization

/// A thread at work. Its owner and the supervisor both look at it.
final class Worker: Sendable {
    /// When it last got an answer from the file system, in microseconds of the monotonic clock.
    let beat = Atomic<Int>(ScanTiming.now)
    /// Set when the others went on without it.
    let isAbandoned = Atomic<Bool>(false)
    /// Of a list of paths: the one that is asked about, and how many have been handed over.
    let index = Atomic<Int>(0)
    let handedOver = Atomic<Int>(0)

    func tick() { beat.store(ScanTiming.now, ordering: .relaxed) }
    var isLeftBehind: Bool { isAbandoned.load(ordering: .relaxed) }
}

/// What the scanner's threads share, under one lock.
struct ScanState {
    struct Listing {
        let worker: Worker
        let job: ListingJob
    }
    /// Files that a thread reads, one after the other; ``Worker/index`` says which it is at.
    struct Reading {
        let worker: Worker
        let files: [Inspection]
    }
    struct Inspection {
        let number: Int
        let path: FilePath
        let status: FileStatus
        let source: Asset.Source
        /// What the name suggests, or what it was before.
        let asset: Asset?
        /// Whether a change of the file from now on must show in its times.
        let isSettled: Bool
    }
    struct Unfinished {
        var due: Int
        var interval: Int
    }

    var catalogue: Catalogue
    var roots: [FilePath: LibraryRequest.Root] = [:]
    var named: Set<FilePath> = []
    /// The root that is being opened. The next one waits for it: of two that are the same folder the first
    /// named is shown.
    private(set) var opening: FilePath?

    var namedJobs = JobQueue<[FilePath]>()
    var jobs = JobQueue<ListingJob>()
    var linkJobs = JobQueue<ListingJob>()
    /// By the worker; nil between two jobs.
    var listings: [ObjectIdentifier: Listing?] = [:]

    var inspections: InspectionQueue
    var inspecting: [ObjectIdentifier: Reading?] = [:]
    /// Whether files that the index knows are settled: nobody is told of them before the end, and none of
    /// them can be met twice.
    private(set) var settlesKnown: Bool

    var watched = WatchedFolders()
    var outOfWatches = false
    var dirty: Set<FilePath> = []
    var dirtySince = 0
    var fresh: Set<FilePath> = []
    var unfinished: [FilePath: Unfinished] = [:]
    /// How many files of a folder have not answered; of one with too many no further file is asked for.
    private var stalls: [FilePath: Int] = [:]
    private static let mostStalls = 3
    /// What was said of folders, so that it is said once.
    var reported: [FilePath: Int32] = [:]

    /// Folders with files that were read, of which the index does not know yet.
    var unsaved: Set<FilePath> = []
    var lastSaved = ScanTiming.now
    var lastColoured = 0
    var isSaved = false

    var lastTold = 0
    var isListed = false
    var isComplete = false

    init(media: Set<MediaKind>, tellsOnlyTheEnd: Bool = false) {
        catalogue = Catalogue(media: media)
        // Nobody looks at some of them while others are read.
        inspections = InspectionQueue(isOrdered: !tellsOnlyTheEnd)
        settlesKnown = tellsOnlyTheEnd
    }

    /// A file that was named, or a folder that is read again, is met twice.
    mutating func stopSettling() {
        guard settlesKnown else { return }
        settlesKnown = false
        catalogue.takeSettled()
    }

    var isListing: Bool {
        !listings.isEmpty || !jobs.isEmpty || !namedJobs.isEmpty || !linkJobs.isEmpty
    }
    var isInspecting: Bool { !inspecting.isEmpty || catalogue.waiting > 0 }

    /// How many threads would have work to list.
    var listingDemand: Int {
        let active = activeJobs
        let links = linkJobs.isEmpty || !active.isEmpty || !jobs.isEmpty ? 0 : 1
        return active.count + (isHeldUp ? 0 : jobs.count) + (namedJobs.isEmpty || areNamesRead ? 0 : 1)
            + links
    }

    /// Whether the next job has to wait until another root has been opened.
    private var isHeldUp: Bool {
        guard opening != nil, case .folder(let root)? = jobs.first else { return false }
        return roots[root.path] != nil
    }

    /// Notes that it is known what `folder` is, or that it does not answer; true if others waited for that.
    mutating func endOpening(_ folder: FilePath) -> Bool {
        guard opening == folder else { return false }
        opening = nil
        return !jobs.isEmpty
    }

    /// How many threads would have files to read.
    var inspectionDemand: Int {
        inspecting.values.count { $0 != nil } + (inspections.isEmpty ? 0 : catalogue.waiting)
    }

    private var activeJobs: [ListingJob] { listings.values.compactMap { $0?.job } }

    /// Files that were named keep their order, so one thread at a time reads them.
    private var areNamesRead: Bool {
        activeJobs.contains { if case .paths(_, .named) = $0 { true } else { false } }
    }

    /// Takes a regular file in, and what reading it gave when it was the same.
    mutating func take(
        _ path: FilePath, _ status: FileStatus, source: Asset.Source, named: Bool,
        known: Catalogue.Known? = nil
    ) {
        guard let file = catalogue.take(path, status, source: source, named: named, known: known) else {
            return
        }
        inspections.push(
            file, modified: status.modified, isHinted: named || MediaNames.suggestion(path) != nil)
        isComplete = false
    }

    /// The next job of `worker`; nil if there is none now.
    mutating func nextListing(for worker: Worker) -> ListingJob? {
        let job: ListingJob
        if !areNamesRead, let names = namedJobs.popFirst() {
            job = .paths(names, .named)
        } else if !isHeldUp, let first = jobs.popFirst() {
            job = first
            if case .folder(let root) = first, roots[root.path] != nil { opening = root.path }
        } else if activeJobs.isEmpty, let link = linkJobs.popFirst() {
            // Links come last: of a folder reached both ways the real path is shown.
            job = link
        } else {
            return nil
        }
        worker.tick()
        listings[ObjectIdentifier(worker)] = .some(Listing(worker: worker, job: job))
        return job
    }

    /// The next files for `worker` to read, at most `count`; `urgent` ones first.
    mutating func nextInspections(
        _ count: Int, for worker: Worker, settling: Int, urgent: () -> FilePath?
    ) -> [Inspection] {
        let now = time(nil) * 1_000_000
        var files: [Inspection] = []
        while files.count < count {
            let number: Int
            if let path = urgent() {
                guard let known = catalogue.number(of: path) else { continue }
                number = known
            } else if let next = inspections.pop() {
                number = next
            } else {
                break
            }
            guard let entry = catalogue.beginReading(number) else { continue }
            let age = now - Int(entry.status.changed / 1000)
            files.append(
                Inspection(
                    number: number, path: entry.path, status: entry.status, source: entry.source,
                    asset: entry.asset, isSettled: age > settling))
        }
        worker.index.store(0, ordering: .relaxed)
        worker.handedOver.store(0, ordering: .relaxed)
        worker.tick()
        if !files.isEmpty {
            inspecting[ObjectIdentifier(worker)] = .some(Reading(worker: worker, files: files))
        }
        return files
    }

    mutating func deliver(_ outcomes: [(inspection: Inspection, outcome: Catalogue.Outcome)]) {
        var folder: FilePath?
        for (inspection, outcome) in outcomes {
            let number = catalogue.endReading(inspection.path, number: inspection.number)
            if let number {
                catalogue.deliver(number, inspection.status, outcome, isSettled: inspection.isSettled)
                // It was written anew meanwhile.
                waitAgain(number, isHinted: true)
            }
            if inspection.isSettled, folder.map(inspection.path.lies(in:)) != true {
                let parent = inspection.path.parent
                unsaved.insert(parent)
                folder = parent
            }
        }
    }

    /// Has others read what a thread that was left behind did not.
    mutating func giveBack(_ files: some Sequence<Inspection>) {
        for file in files {
            guard let number = catalogue.endReading(file.path, number: file.number) else { continue }
            waitAgain(number, isHinted: true)
        }
    }

    private mutating func waitAgain(_ number: Int, isHinted: Bool) {
        let entry = catalogue[number]
        guard entry.phase == .waiting else { return }
        inspections.push(number, modified: entry.status.modified, isHinted: isHinted)
    }

    /// Whether `folder` answers, but its files do not.
    func isSilent(_ folder: FilePath) -> Bool { stalls[folder, default: 0] >= Self.mostStalls }

    /// A file that does not answer: a few cost themselves only, more of them their folder.
    mutating func noteStall(of file: FilePath, reporting reportsFile: Bool) {
        let folder = file.parent
        stalls[folder, default: 0] += 1
        let error = FileError(errno: ETIMEDOUT)
        if reportsFile { report(file, error, tr("The file does not answer.")) }
        guard isSilent(folder) else { return }
        report(folder, error, tr("The folder does not answer."))
        for number in catalogue.files(in: folder) { giveUp(number) }
    }

    /// A file of `folder` answers after all; true if the others were given up.
    mutating func endStall(in folder: FilePath) -> Bool {
        let wasSilent = isSilent(folder)
        guard stalls.removeValue(forKey: folder) != nil, wasSilent else { return false }
        reported[folder] = nil
        for number in catalogue.retry(in: folder) {
            waitAgain(number, isHinted: MediaNames.suggestion(catalogue[number].path) != nil)
        }
        isComplete = false
        return true
    }

    /// Drops all work that waits, since no thread may be started for it.
    mutating func giveUp() {
        let error = FileError(errno: ETIMEDOUT)
        while let names = namedJobs.popFirst() {
            for path in names { report(path, error, tr("The file does not answer.")) }
        }
        while let job = jobs.popFirst() {
            if case .folder(let root) = job { report(root.path, error, tr("The folder does not answer.")) }
        }
        while linkJobs.popFirst() != nil {}
        while let number = inspections.pop() { giveUp(number) }
    }

    /// A file that is not going to be read.
    private mutating func giveUp(_ number: Int) {
        let entry = catalogue[number]
        guard entry.phase == .waiting, !entry.isBeingRead else { return }
        catalogue.deliver(number, entry.status, .failed(nil))
    }

    mutating func vanish(folder: FilePath, monitor: FolderMonitor) {
        for watch in catalogue.vanish(folder: folder) where watched.remove(in: folder, from: watch) {
            monitor.remove(watch)
        }
    }

    /// A folder or file that can't be read; said again only after it could be read.
    mutating func report(_ path: FilePath, _ error: FileError, _ reason: String) {
        guard reported.updateValue(error.errno, forKey: path) != error.errno else { return }
        catalogue.report(path, reason)
    }
}

extension FilePath {
    var isHidden: Bool { nameBytes.first == UInt8(ascii: ".") }
}

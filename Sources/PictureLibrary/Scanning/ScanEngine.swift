import GLibBridge
import Glibc
import Synchronization

/// The threads behind a ``LibraryScanner``.
///
/// A supervisor waits for changes on disk and for the callers' wishes, and looks after the others:
/// threads that list folders and threads that read files, which are started when there is work and end
/// when there is none. One that the file system does not answer is left behind, and another takes its place.
final class ScanEngine: Sendable {
    /// What callers wish; a lock of its own, so that no caller ever waits for a batch.
    struct Wishes {
        /// The last is the first to be read.
        var urgent: [FilePath] = []
        var added: [(files: [FilePath], folders: [LibraryRequest.Root])] = []
        var colours: [(asset: Asset, colours: PlaceholderColours)] = []
        var rescan = false
    }

    let request: LibraryRequest
    let tree: any FileTree
    let timing: ScanTiming
    let monitor = FolderMonitor()
    /// Nil for none.
    let index: AssetIndex?
    /// What the index knows of the folders that are being read.
    let indexed = Locked<[FilePath: IndexSlot]>([:])
    /// Held while the index is written, so that what is newer is not replaced by what is older.
    let indexWriting = Locked(())
    let watching: Bool
    let state: Locked<ScanState>
    let wishes = Locked(Wishes())
    let continuation: AsyncStream<LibraryEvent>.Continuation
    private let stopped = Atomic<Bool>(false)
    /// Nothing is told of the items, only the end: for those who want them all at once.
    let tellsOnlyTheEnd: Bool
    private let listers = 4
    private let inspectors = max(2, Parallel.cores)
    /// Files that one thread takes to read, and after how many microseconds it hands over what it has.
    private let mostAtOnce = 64
    private let slowReading = 4_000
    /// More threads than this are never left behind: something is badly wrong then.
    private let mostLeftBehind = 64
    private let leftBehind = Atomic<Int>(0)

    init(
        _ request: LibraryRequest, watching: Bool, tree: any FileTree, timing: ScanTiming, index: AssetIndex?,
        tellingOnlyTheEnd: Bool, continuation: AsyncStream<LibraryEvent>.Continuation
    ) {
        self.request = request
        self.watching = watching
        self.tree = tree
        self.timing = timing
        self.index = index
        tellsOnlyTheEnd = tellingOnlyTheEnd
        self.continuation = continuation
        state = Locked(ScanState(media: request.media, tellsOnlyTheEnd: tellingOnlyTheEnd))
    }

    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func stop() {
        stopped.store(true, ordering: .relaxed)
        continuation.finish()
        monitor.wake()
    }

    func wish(_ body: (inout Wishes) -> Void) {
        wishes.withLock { body(&$0) }
        monitor.wake()
    }

    // MARK: The supervisor

    func supervise() {
        state.withLock { state in
            add(files: request.files, folders: request.folders, to: &state)
            goOn(&state)
        }
        while !isStopped {
            let timeout = state.withLock { nextLook($0) }
            let events = monitor.wait(milliseconds: timeout)
            state.withLock { state in
                takeWishes(&state)
                take(events, &state)
                lookAtChanges(&state)
                leaveStalledBehind(&state)
                goOn(&state)
                saveIndexIfDue(&state)
            }
        }
    }

    /// Milliseconds until the supervisor has something to do by itself; -1 for never.
    private func nextLook(_ state: borrowing ScanState) -> Int {
        if state.isListing || state.isInspecting { return 100 }
        if !state.dirty.isEmpty || !state.fresh.isEmpty { return max(1, timing.debounce / 1000) }
        var due = state.unfinished.values.map(\.due).min()
        if !state.unsaved.isEmpty, index != nil { due = min(due ?? .max, nextSaving(state)) }
        guard let due else { return -1 }
        return max(1, (due - ScanTiming.now) / 1000)
    }

    private func takeWishes(_ state: inout ScanState) {
        let (added, colours, rescan) = wishes.withLock { wishes in
            defer {
                wishes.added = []
                wishes.colours = []
                wishes.rescan = false
            }
            return (wishes.added, wishes.colours, wishes.rescan)
        }
        note(colours, &state)
        for wish in added { add(files: wish.files, folders: wish.folders, to: &state) }
        if rescan { readAnew(everything: false, &state) }
    }

    private func add(files: [FilePath], folders: [LibraryRequest.Root], to state: inout ScanState) {
        state.isListed = false
        if !files.isEmpty {
            state.stopSettling()
            state.named.formUnion(files)
            state.namedJobs.append(files)
        }
        // All are known before the first is read: an outer root leaves an inner one to itself.
        let new = folders.filter { state.roots[$0.path] == nil }
        for root in new where state.roots[root.path] == nil {
            state.roots[root.path] = root
            state.jobs.append(.folder(root))
        }
        // What could not be read is tried again, and said again.
        for root in folders where state.reported.removeValue(forKey: root.path) != nil {
            state.jobs.append(.folder(state.roots[root.path] ?? root))
        }
    }

    private func leaveStalledBehind(_ state: inout ScanState) {
        let now = ScanTiming.now
        for case .some(let listing) in state.listings.values
        where now - listing.worker.beat.load(ordering: .relaxed) > timing.folderDeadline {
            leaveBehind(listing.worker, &state)
            state.listings[ObjectIdentifier(listing.worker)] = nil
            switch listing.job {
            case .fresh: break
            case .folder(let root):
                _ = state.endOpening(root.path)
                state.report(root.path, FileError(errno: ETIMEDOUT), tr("The folder does not answer."))
            case .paths(let paths, let purpose):
                let index = listing.worker.index.load(ordering: .relaxed)
                let first = listing.worker.handedOver.load(ordering: .relaxed)
                guard index < paths.count else { break }
                if case .files = purpose {
                    state.noteStall(of: paths[index], reporting: true)
                } else {
                    state.report(paths[index], FileError(errno: ETIMEDOUT), tr("The file does not answer."))
                }
                let rest = Array(paths[min(first, index)..<index] + paths[(index + 1)...])
                guard !rest.isEmpty else { break }
                if purpose == .named {
                    state.namedJobs.prepend(rest)
                } else {
                    state.jobs.prepend(.paths(rest, purpose))
                }
            }
        }
        for case .some(let reading) in state.inspecting.values
        where now - reading.worker.beat.load(ordering: .relaxed) > timing.fileDeadline {
            leaveBehind(reading.worker, &state)
            state.inspecting[ObjectIdentifier(reading.worker)] = nil
            let index = reading.worker.index.load(ordering: .relaxed)
            let first = reading.worker.handedOver.load(ordering: .relaxed)
            state.giveBack(reading.files[min(first, index)..<index] + reading.files[(index + 1)...])
            let stalled = reading.files[index]
            state.deliver([(stalled, .failed(tr("The file does not answer.")))])
            state.noteStall(of: stalled.path, reporting: false)
        }
    }

    private func leaveBehind(_ worker: Worker, _ state: inout ScanState) {
        state.stopSettling()
        worker.isAbandoned.store(true, ordering: .relaxed)
        leftBehind.add(1, ordering: .relaxed)
    }

    // MARK: The workers

    /// Starts the threads that there is work for, and tells what is new.
    func goOn(_ state: inout ScanState) {
        guard !isStopped else { return }
        if leftBehind.load(ordering: .relaxed) < mostLeftBehind {
            start(min(listers, state.listingDemand), "scan", &state.listings) { $0.runLister($1) }
            start(min(inspectors, state.inspectionDemand), "inspect", &state.inspecting) {
                $0.runInspector($1)
            }
        } else {
            state.giveUp()
        }
        tell(&state)
    }

    /// Starts threads until `count` are at work.
    private func start<Work>(
        _ count: Int, _ name: String, _ active: inout [ObjectIdentifier: Work?],
        _ run: @escaping @Sendable (ScanEngine, Worker) -> Void
    ) {
        while active.count < count {
            let worker = Worker()
            active[ObjectIdentifier(worker)] = .some(nil)
            guard BackgroundThread.start(named: name, { [self] in run(self, worker) }) else {
                active[ObjectIdentifier(worker)] = nil
                return
            }
        }
    }

    private func runLister(_ worker: Worker) {
        while !isStopped {
            let job = state.withLock { state -> ListingJob? in
                guard !worker.isLeftBehind else { return nil }
                state.listings[ObjectIdentifier(worker)] = .some(nil)
                let job = state.nextListing(for: worker)
                if job == nil { state.listings[ObjectIdentifier(worker)] = nil }
                goOn(&state)
                return job
            }
            guard let job else { break }
            perform(job, worker)
        }
        welcomeBack(worker)
    }

    private func runInspector(_ worker: Worker) {
        var done: [(inspection: ScanState.Inspection, outcome: Catalogue.Outcome)] = []
        var count = 1
        while true {
            // Once for many files, since all threads wait for this lock.
            let files = state.withLock { state -> [ScanState.Inspection] in
                state.deliver(done)
                if worker.isLeftBehind {
                    if let last = done.last { _ = state.endStall(in: last.inspection.path.parent) }
                } else {
                    state.inspecting[ObjectIdentifier(worker)] = .some(nil)
                }
                tell(&state)
                guard !worker.isLeftBehind, !isStopped else { return [] }
                let files = state.nextInspections(count, for: worker, settling: timing.settling) {
                    wishes.withLock { $0.urgent.popLast() }
                }
                if files.isEmpty { state.inspecting[ObjectIdentifier(worker)] = nil }
                return files
            }
            guard !files.isEmpty else { break }
            done = inspect(files, worker)
            // Where files come slowly, each is told at once, and nobody has many while others have none.
            let isQuick = worker.handedOver.load(ordering: .relaxed) == 0
            count = isQuick ? min(2 * count, mostAtOnce) : 1
        }
        state.withLock { goOn(&$0) }
        welcomeBack(worker)
    }

    /// Reads `files` one by one; hands over what it has when that took long, and returns the rest.
    private func inspect(
        _ files: [ScanState.Inspection], _ worker: Worker
    ) -> [(inspection: ScanState.Inspection, outcome: Catalogue.Outcome)] {
        var done: [(inspection: ScanState.Inspection, outcome: Catalogue.Outcome)] = []
        done.reserveCapacity(files.count)
        var start = ScanTiming.now
        for (index, file) in files.enumerated() where !isStopped {
            worker.index.store(index, ordering: .relaxed)
            done.append((file, inspect(file)))
            worker.tick()
            // The others have the rest.
            if worker.isLeftBehind { return done }
            guard index + 1 < files.count, ScanTiming.now - start > slowReading else { continue }
            state.withLock { state in
                state.deliver(done)
                worker.handedOver.store(index + 1, ordering: .relaxed)
                tell(&state)
            }
            done.removeAll(keepingCapacity: true)
            start = ScanTiming.now
        }
        return done
    }

    private func inspect(_ inspection: ScanState.Inspection) -> Catalogue.Outcome {
        do throws(MetadataError) {
            let metadata = try tree.inspect(inspection.path)
            return .seen(
                inspection.asset?.described(by: metadata, inspection.status)
                    ?? Asset(
                        path: inspection.path, source: inspection.source, kind: metadata.kind,
                        contentType: metadata.contentType, file: inspection.status, metadata: metadata))
        } catch {
            switch error {
            case .notAPicture: return .refused
            case .unreadable(let error) where error.meansAbsence: return .vanished
            case .unreadable(let error): return .failed(error.reason)
            }
        }
    }

    /// The thread of a stalled folder has its answer: what it found is news for the supervisor.
    private func welcomeBack(_ worker: Worker) {
        guard worker.isLeftBehind else { return }
        leftBehind.subtract(1, ordering: .relaxed)
        monitor.wake()
    }

    // MARK: Telling

    /// Tells what is new if it is time to: at once when all is done, else in batches.
    func tell(_ state: inout ScanState) {
        let now = ScanTiming.now
        let isIdle = !state.isListing && !state.isInspecting
        let isDue = state.catalogue.newsCount >= 500 || now - state.lastTold >= timing.batching
        guard isIdle || isDue && !tellsOnlyTheEnd else { return }
        let events = tellsOnlyTheEnd ? state.catalogue.drainNotes() : state.catalogue.drain()
        for event in events { continuation.yield(event) }
        if !events.isEmpty {
            state.lastTold = now
            let files = state.catalogue.count
            continuation.yield(.progress(found: files, inspected: files - state.catalogue.waiting))
        }
        if !state.isListing, state.fresh.isEmpty, !state.isListed {
            state.isListed = true
            continuation.yield(.listed)
        }
        if isIdle, state.fresh.isEmpty, !state.isComplete {
            state.isComplete = true
            indexed.withLock { $0 = [:] }
            continuation.yield(.complete)
        }
    }
}

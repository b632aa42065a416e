import GLibBridge
import Glibc
import Synchronization

/// What the listing threads do.
extension ScanEngine {
    typealias Batch = [(path: FilePath, status: FileStatus)]

    func perform(_ job: ListingJob, _ worker: Worker) {
        worker.index.store(0, ordering: .relaxed)
        worker.handedOver.store(0, ordering: .relaxed)
        switch job {
        case .folder(let root): list(root, worker)
        case .paths(let paths, .recheck): recheck(paths, worker)
        case .paths(let paths, let purpose): read(paths, purpose, worker)
        case .fresh: sortOutFresh()
        }
    }

    // MARK: Folders

    /// Reads the names in a folder; asking for the files is work for several threads, and each of them may
    /// be left behind at one file.
    private func list(_ root: LibraryRequest.Root, _ worker: Worker) {
        let folder = root.path
        let isRoot = state.withLock { $0.roots[folder] != nil }
        if isRoot, watching { watchForReturn(of: folder) }
        var files: [FilePath] = []
        // At first few: a window waits for them.
        var batch = 64
        var links: [FilePath] = []
        var subfolders: [FilePath] = []
        var names: Set<[UInt8]>?
        do throws(FileError) {
            try tree.list(
                folder,
                enter: { status, isRemote in
                    worker.tick()
                    guard enter(root, status, isRemote: isRemote) else { return false }
                    let isKnown = state.withLock { state in
                        state.reported[folder] = nil
                        return !state.catalogue.files(in: folder).isEmpty
                            || state.catalogue.folders[folder]?.subfolders.isEmpty == false
                    }
                    if isKnown { names = [] } else { prepareIndex(of: folder) }
                    return true
                },
                entry: { entry in
                    worker.tick()
                    names?.insert(entry.name)
                    let path = folder.appending(entry.name)
                    guard request.hidden || !path.isHidden else { return !isStopped }
                    switch entry.kind {
                    case .file, .unknown: files.append(path)
                    case .link: links.append(path)
                    case .folder: subfolders.append(path)
                    case .special: break
                    }
                    if files.count >= batch {
                        askFor(files, in: root)
                        files = []
                        // Another thread looks at them: before the other names are read, where processors are few.
                        if batch == 64 { sched_yield() }
                        batch = 500
                    }
                    return !isStopped
                })
            askFor(files, in: root)
            finish(root, names: names, links: links, subfolders: subfolders)
        } catch {
            askFor(files, in: root)
            fail(folder, error, isRoot: isRoot)
        }
    }

    /// Before further folders are read: the first photos come soon that way.
    private func askFor(_ files: [FilePath], in root: LibraryRequest.Root) {
        guard !files.isEmpty else { return }
        state.withLock { state in
            state.jobs.prepend(.paths(files, .files(root)))
            goOn(&state)
        }
    }

    /// Whether `folder` is to be read now: not if it is known by another path.
    private func enter(_ root: LibraryRequest.Root, _ status: FileStatus, isRemote: Bool) -> Bool {
        let folder = root.path
        let identity = FolderIndex.Identity(status)
        while true {
            let entrance = state.withLock { state in
                if let old = state.catalogue.folders[folder]?.identity, old != identity {
                    state.vanish(folder: folder, monitor: monitor)
                }
                let entrance = state.catalogue.folders.enter(root, status)
                if case .entered = entrance { state.catalogue.note(folder, knownAs: nil) }
                if state.endOpening(folder) { goOn(&state) }
                return entrance
            }
            guard case .elsewhere(let other) = entrance else { break }
            // It may have been renamed to this path a moment ago.
            if let there = try? tree.status(of: other), FolderIndex.Identity(there) == identity {
                state.withLock { $0.catalogue.note(folder, knownAs: other) }
                return false
            }
            state.withLock { $0.vanish(folder: other, monitor: monitor) }
        }
        if watching, !isRemote { watch(folder) }
        return true
    }

    private func finish(
        _ root: LibraryRequest.Root, names: Set<[UInt8]>?, links: [FilePath], subfolders: [FilePath]
    ) {
        state.withLock { state in
            if let names, !isStopped {
                for number in state.catalogue.files(in: root.path) {
                    let file = state.catalogue[number].path
                    if !names.contains(file.name) { state.catalogue.vanish(file: file) }
                }
                for subfolder in state.catalogue.folders[root.path]?.subfolders ?? []
                where !names.contains(subfolder.name) {
                    state.vanish(folder: subfolder, monitor: monitor)
                }
            }
            if !links.isEmpty { state.linkJobs.append(.paths(links.sorted(), .links(root))) }
            for subfolder in subfolders.sorted() { enterLater(subfolder, from: root, &state) }
        }
    }

    /// Has a folder read that was found in another, unless it is none of that one's business.
    private func enterLater(_ folder: FilePath, from outer: LibraryRequest.Root, _ state: inout ScanState) {
        guard outer.recursive, state.roots[folder] == nil, !ThumbnailFolders.contains(folder) else { return }
        state.jobs.append(.folder(.init(path: folder, source: outer.source)))
    }

    private func fail(_ folder: FilePath, _ error: FileError, isRoot: Bool) {
        state.withLock { state in
            if state.endOpening(folder) { goOn(&state) }
            if error.meansAbsence {
                state.vanish(folder: folder, monitor: monitor)
                // One that went while it was searched is nobody's concern.
                guard isRoot else { return }
            }
            state.report(folder, error, error.reason)
        }
    }

    // MARK: Single paths

    private func read(_ paths: [FilePath], _ purpose: ListingJob.Purpose, _ worker: Worker) {
        // Of a folder's own entries links are known, and come last.
        let isOwn = if case .files = purpose { true } else { false }
        if isOwn, let folder = paths.first?.parent, state.withLock({ $0.isSilent(folder) }) { return }
        // While it is watched, a folder may be renamed, and what is found must be there by its path.
        let open = isOwn && !watching ? paths.first.flatMap { tree.open($0.parent) } : nil
        var batch: Batch = []
        var lastHandover = ScanTiming.now
        for (index, path) in paths.enumerated() {
            guard !isStopped else { return }
            worker.index.store(index, ordering: .relaxed)
            worker.tick()
            let result = Result { () throws(FileError) in
                if let open { return try open.status(of: path) }
                return try tree.status(of: path, followingLinks: !isOwn)
            }
            // The others have the rest.
            if worker.isLeftBehind { return askAgain(path, purpose) }
            take(path, result, purpose, &batch)
            let isLast = index == paths.count - 1
            if isLast || batch.count >= 500 || ScanTiming.now - lastHandover > 20_000 {
                handOver(batch, purpose)
                batch = []
                lastHandover = ScanTiming.now
                worker.handedOver.store(index + 1, ordering: .relaxed)
            }
        }
    }

    private func take(
        _ path: FilePath, _ result: Result<FileStatus, FileError>, _ purpose: ListingJob.Purpose,
        _ batch: inout Batch
    ) {
        switch (result, purpose) {
        case (.success(let status), _) where status.kind == .regular:
            batch.append((path, status))
            if purpose == .named, watching { watchNamed(path) }
        case (.success(let status), .named) where status.kind == .folder: enterNamed(path)
        case (.success(let status), .files(let root)) where status.kind == .folder,
            (.success(let status), .links(let root)) where status.kind == .folder:
            state.withLock { enterLater(path, from: root, &$0) }
        // Where the file system does not say what is a link.
        case (.success, .files(let root)): state.withLock { $0.linkJobs.append(.paths([path], .links(root))) }
        case (.success, .named): refuse(path, .notRegular)
        case (.success, _): break
        case (.failure(let error), .named):
            if watching { watchNamed(path) }
            refuse(path, error)
        case (.failure, _):
            state.withLock { state in
                state.catalogue.vanish(file: path)
                state.vanish(folder: path, monitor: monitor)
            }
        }
    }

    /// Asks anew for a path, now that it answers.
    private func askAgain(_ path: FilePath, _ purpose: ListingJob.Purpose) {
        state.withLock { state in
            state.reported[path] = nil
            switch purpose {
            case .named: state.namedJobs.append([path])
            case .files(let root) where state.endStall(in: root.path): state.jobs.append(.folder(root))
            default: state.jobs.append(.paths([path], purpose))
            }
        }
    }

    private func enterNamed(_ folder: FilePath) {
        state.withLock { state in
            state.named.remove(folder)
            let root =
                state.roots[folder] ?? LibraryRequest.Root(path: folder, recursive: request.recursive)
            state.roots[folder] = root
            state.jobs.append(.folder(root))
        }
    }

    private func refuse(_ path: FilePath, _ error: FileError) {
        state.withLock { state in
            state.catalogue.vanish(file: path)
            state.report(path, error, error.reason)
        }
    }

    /// Compares with the disk what may have changed there.
    private func recheck(_ paths: [FilePath], _ worker: Worker) {
        var found: [(FilePath, FileStatus)] = []
        var missing: [FilePath] = []
        for (index, path) in paths.enumerated() {
            guard !isStopped else { return }
            worker.index.store(index, ordering: .relaxed)
            worker.tick()
            let status = try? tree.status(of: path)
            if worker.isLeftBehind { return askAgain(path, .recheck) }
            if let status { found.append((path, status)) } else { missing.append(path) }
        }
        state.withLock { state in
            // What went, first: a folder that was renamed is free to be entered by its new name.
            for path in missing {
                state.catalogue.vanish(file: path)
                state.vanish(folder: path, monitor: monitor)
                if let root = state.roots[path] { state.jobs.append(.folder(root)) }
            }
            for (path, status) in found { take(path, status, &state) }
        }
    }

    /// Takes in what a changed path is now.
    private func take(_ path: FilePath, _ status: FileStatus, _ state: inout ScanState) {
        if status.kind != .regular { state.catalogue.vanish(file: path) }
        if status.kind != .folder { state.vanish(folder: path, monitor: monitor) }
        let isNamed = state.named.contains(path)
        let parent = state.catalogue.folders[path.parent]
        switch status.kind {
        case .special: break
        case .regular:
            guard isNamed || (parent != nil && (request.hidden || !path.isHidden)) else { return }
            state.reported[path] = nil
            state.take(path, status, source: parent?.source ?? .library, named: isNamed)
        case .folder:
            if let root = state.roots[path] {
                state.jobs.append(.folder(root))
            } else if let parent, request.hidden || !path.isHidden {
                enterLater(path, from: parent.root(at: path.parent), &state)
            }
        }
    }

    // MARK: Handing over

    private func handOver(_ batch: Batch, _ purpose: ListingJob.Purpose) {
        guard !batch.isEmpty else { return }
        let areNamed = purpose == .named
        let now = Int64(time(nil)) * 1_000_000_000
        let freshness = Int64(timing.freshness) * 1000
        let known = lookUp(batch, purpose)
        var settled = SettledFiles()
        if tellsOnlyTheEnd, case .files = purpose {
            for (file, known) in zip(batch, known) {
                if let known { settled.append(file.path, file.status, known) }
            }
        }
        state.withLock { state in
            let areSettled = state.settlesKnown && !settled.isEmpty
            if areSettled, let folder = batch.first?.path.parent {
                state.catalogue.settle(settled, in: folder)
            }
            for ((path, status), known) in zip(batch, known) where !areSettled || known == nil {
                if !state.reported.isEmpty { state.reported[path] = nil }
                if watching, !areNamed, abs(now.subtractingReportingOverflow(status.modified).0) < freshness,
                    state.catalogue[path]?.status != status
                {
                    state.fresh.insert(path)
                } else {
                    let isNamed = areNamed || state.named.contains(path)
                    state.take(path, status, source: purpose.source, named: isNamed, known: known)
                }
            }
            if !state.fresh.isEmpty { monitor.wake() }
            goOn(&state)
        }
    }
}

/// The caches of thumbnails, which are no photos.
enum ThumbnailFolders {
    private static let shared = UserFolders.cache.appending("thumbnails")
    private static let names: Set<[UInt8]> = [Array(".thumbnails".utf8), Array(".sh_thumbnails".utf8)]

    static func contains(_ folder: FilePath) -> Bool { folder == shared || names.contains(folder.name) }
}

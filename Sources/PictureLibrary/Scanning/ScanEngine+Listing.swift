import GLibBridge
import Glibc
import Synchronization

/// What the listing threads do.
extension ScanEngine {
    private typealias Batch = [(path: FilePath, status: FileStatus)]

    func perform(_ job: ListingJob, _ worker: Worker) {
        worker.index.store(0, ordering: .relaxed)
        worker.handedOver.store(0, ordering: .relaxed)
        switch job {
        case .folder(let path, let source): list(path, source, worker)
        case .paths(let paths, .recheck): recheck(paths, worker)
        case .paths(let paths, .named): read(paths, source: .library, areNamed: true, worker)
        case .paths(let paths, .links(let source)): read(paths, source: source, areNamed: false, worker)
        case .fresh: sortOutFresh()
        }
    }

    // MARK: Folders

    private func list(_ folder: FilePath, _ source: Asset.Source, _ worker: Worker) {
        let isRoot = state.withLock { $0.roots[folder] != nil }
        if isRoot, watching { watchForReturn(of: folder) }
        var batch: Batch = []
        var links: [FilePath] = []
        var subfolders: [FilePath] = []
        var names: Set<[UInt8]>?
        var lastHandover = ScanTiming.now
        do throws(FileError) {
            try tree.list(
                folder,
                enter: { status, isRemote in
                    worker.tick()
                    guard enter(folder, status, source, isRemote: isRemote) else { return false }
                    let isKnown = state.withLock { state in
                        state.reported[folder] = nil
                        let record = state.catalogue.folders[folder]
                        return record.map { !$0.files.isEmpty || !$0.subfolders.isEmpty } ?? false
                    }
                    if isKnown { names = [] }
                    return true
                },
                entry: { entry, status in
                    worker.tick()
                    names?.insert(entry.name)
                    let path = folder.appending(entry.name)
                    guard request.hidden || !path.isHidden else { return !isStopped }
                    switch entry.kind {
                    case .file: if let status, status.kind == .regular { batch.append((path, status)) }
                    case .link: links.append(path)
                    case .folder: subfolders.append(path)
                    case .special, .unknown: break
                    }
                    if batch.count >= 500 || (!batch.isEmpty && ScanTiming.now - lastHandover > 20_000) {
                        handOver(batch, source: source, areNamed: false)
                        batch = []
                        lastHandover = ScanTiming.now
                    }
                    return !isStopped
                })
            handOver(batch, source: source, areNamed: false)
            finish(folder, names: names, links: links, subfolders: subfolders, source)
        } catch {
            handOver(batch, source: source, areNamed: false)
            fail(folder, error, isRoot: isRoot)
        }
    }

    /// Whether `folder` is to be read now: not if it is known by another path.
    private func enter(
        _ folder: FilePath, _ status: FileStatus, _ source: Asset.Source, isRemote: Bool
    ) -> Bool {
        let identity = FolderIndex.Identity(status)
        while true {
            let entrance = state.withLock { state in
                if let old = state.catalogue.folders[folder]?.identity, old != identity {
                    state.vanish(folder: folder, monitor: monitor)
                }
                return state.catalogue.folders.enter(folder, status, source: source)
            }
            guard case .elsewhere(let other) = entrance else { break }
            // It may have been renamed to this path a moment ago.
            if let there = try? tree.status(of: other), FolderIndex.Identity(there) == identity {
                return false
            }
            state.withLock { $0.vanish(folder: other, monitor: monitor) }
        }
        if watching, !isRemote { watch(folder) }
        return true
    }

    private func finish(
        _ folder: FilePath, names: Set<[UInt8]>?, links: [FilePath], subfolders: [FilePath],
        _ source: Asset.Source
    ) {
        state.withLock { state in
            if let names, !isStopped, let record = state.catalogue.folders[folder] {
                for file in record.files where !names.contains(file.name) {
                    state.catalogue.vanish(file: file)
                }
                for subfolder in record.subfolders where !names.contains(subfolder.name) {
                    state.vanish(folder: subfolder, monitor: monitor)
                }
            }
            if !links.isEmpty { state.linkJobs.append(.paths(links.sorted(), .links(source))) }
            guard request.recursive else { return }
            for subfolder in subfolders.sorted()
            where state.roots[subfolder] == nil && !ThumbnailFolders.contains(subfolder) {
                state.jobs.append(.folder(subfolder, source))
            }
        }
    }

    private func fail(_ folder: FilePath, _ error: FileError, isRoot: Bool) {
        state.withLock { state in
            if error.errno == ENOENT || error.errno == ENOTDIR {
                state.vanish(folder: folder, monitor: monitor)
                // One that went while it was searched is nobody's concern.
                guard isRoot else { return }
            }
            state.report(
                folder, error, tr("The folder can't be read: {reason}", ["reason": error.reason]))
        }
    }

    // MARK: Single paths

    private func read(_ paths: [FilePath], source: Asset.Source, areNamed: Bool, _ worker: Worker) {
        var batch: Batch = []
        for (index, path) in paths.enumerated() {
            guard !isStopped else { return }
            worker.index.store(index, ordering: .relaxed)
            worker.tick()
            let result = Result { () throws(FileError) in try tree.status(of: path) }
            if worker.isLeftBehind {
                // The others have the rest; this one is asked for anew, now that it answers.
                state.withLock { state in
                    state.reported[path] = nil
                    if areNamed {
                        state.namedJobs.append([path])
                    } else {
                        state.jobs.append(.paths([path], .links(source)))
                    }
                }
                return
            }
            switch result {
            case .success(let status) where status.kind == .regular:
                batch.append((path, status))
                if areNamed, watching { watchNamed(path) }
            case .success(let status) where status.kind == .folder:
                enterLater(path, source, isNamed: areNamed)
            case .success: if areNamed { refuse(path, .notRegular) }
            case .failure(let error):
                if areNamed {
                    if watching { watchNamed(path) }
                    refuse(path, error)
                } else {
                    state.withLock { state in
                        state.catalogue.vanish(file: path)
                        state.vanish(folder: path, monitor: monitor)
                    }
                }
            }
            if batch.count >= 500 || index == paths.count - 1 {
                handOver(batch, source: source, areNamed: areNamed)
                batch = []
                worker.handedOver.store(index + 1, ordering: .relaxed)
            }
        }
    }

    private func enterLater(_ folder: FilePath, _ source: Asset.Source, isNamed: Bool) {
        state.withLock { state in
            if isNamed {
                state.named.remove(folder)
                state.roots[folder] = state.roots[folder] ?? source
            } else if !request.recursive || state.roots[folder] != nil {
                return
            }
            state.jobs.append(.folder(folder, source))
        }
    }

    private func refuse(_ path: FilePath, _ error: FileError) {
        state.withLock { state in
            state.catalogue.vanish(file: path)
            state.report(path, error, error.sentence)
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
            if worker.isLeftBehind {
                state.withLock { $0.jobs.append(.paths([path], .recheck)) }
                return
            }
            if let status { found.append((path, status)) } else { missing.append(path) }
        }
        state.withLock { state in
            // What went, first: a folder that was renamed is free to be entered by its new name.
            for path in missing {
                state.catalogue.vanish(file: path)
                state.vanish(folder: path, monitor: monitor)
                if let source = state.roots[path] { state.jobs.append(.folder(path, source)) }
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
            guard isNamed || (parent?.identity != nil && (request.hidden || !path.isHidden)) else { return }
            state.reported[path] = nil
            state.take(path, status, source: parent?.source ?? .library, named: isNamed)
        case .folder:
            if let source = state.roots[path] {
                state.jobs.append(.folder(path, source))
            } else if let parent, parent.identity != nil, request.recursive,
                request.hidden || !path.isHidden, !ThumbnailFolders.contains(path)
            {
                state.jobs.append(.folder(path, parent.source))
            }
        }
    }

    // MARK: Handing over

    private func handOver(_ batch: Batch, source: Asset.Source, areNamed: Bool) {
        guard !batch.isEmpty else { return }
        let now = Int64(time(nil)) * 1_000_000_000
        let freshness = Int64(timing.freshness) * 1000
        state.withLock { state in
            for (path, status) in batch {
                state.reported[path] = nil
                let isNew = state.catalogue.entries[path]?.status != status
                if watching, !areNamed, isNew,
                    abs(now.subtractingReportingOverflow(status.modified).0) < freshness
                {
                    state.fresh.insert(path)
                } else {
                    let isNamed = areNamed || state.named.contains(path)
                    state.take(path, status, source: source, named: isNamed)
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

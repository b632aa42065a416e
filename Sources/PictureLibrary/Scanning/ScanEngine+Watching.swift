import GLibBridge
import Glibc
import Synchronization

/// How changes on disk are noticed. A notice only says where to look; what is there, the disk says.
extension ScanEngine {
    // MARK: Watches

    /// Watches `folder`, which was entered.
    func watch(_ folder: FilePath) {
        guard let watch = addWatch(folder) else { return }
        state.withLock { state in
            state.watched.insert(folder, by: watch)
            state.catalogue.folders.set(watch, of: folder)
        }
    }

    /// Watches the folder of a file that was named.
    func watchNamed(_ file: FilePath) {
        let folder = file.parent
        guard !state.withLock({ $0.watched.contains(folder) }) else { return }
        guard let watch = addWatch(folder) else { return }
        state.withLock { $0.watched.insert(folder, by: watch) }
    }

    /// Watches the nearest folder above `root` that is there, since the root may go, and come again.
    func watchForReturn(of root: FilePath) {
        var folder = root
        while folder != folder.parent {
            folder = folder.parent
            guard let watch = addWatch(folder) else { continue }
            state.withLock { $0.watched.insert(folder, by: watch) }
            // The one below may have come before the watch was set.
            guard folder != root.parent, let next = root.ancestor(below: folder),
                (try? tree.status(of: next)) != nil
            else { return }
            folder = root
        }
    }

    /// Nil without a free watch, or where there is no folder; rescans do the work then.
    private func addWatch(_ folder: FilePath) -> FolderMonitor.Watch? {
        guard !state.withLock({ $0.outOfWatches }) else { return nil }
        do throws(FileError) {
            return try monitor.add(folder)
        } catch {
            if error.errno == ENOSPC || error.errno == EBADF { state.withLock { $0.outOfWatches = true } }
            return nil
        }
    }

    // MARK: Notices

    func take(_ events: [FolderMonitor.Event], _ state: inout ScanState) {
        for event in events {
            switch event {
            case .begun(let watch, let name):
                for folder in state.watched[watch] {
                    let path = folder.appending(name)
                    if isOffered(path, in: folder, state), state.catalogue[path] == nil {
                        state.unfinished[path] = .init(
                            due: ScanTiming.now + timing.firstLook, interval: timing.firstLook)
                    }
                    noteRoots(at: path, &state)
                }
            case .happened(let watch, let name):
                for folder in state.watched[watch] {
                    let path = folder.appending(name)
                    state.unfinished[path] = nil
                    state.fresh.remove(path)
                    if isOffered(path, in: folder, state) { note(path, &state) }
                    noteRoots(at: path, &state)
                }
            case .moved(let watch):
                for folder in state.watched[watch] { note(folder, &state) }
            case .ended(let watch):
                for folder in state.watched.remove(watch) {
                    if state.catalogue.folders[folder]?.watch == watch {
                        state.catalogue.folders.set(nil, of: folder)
                    }
                    note(folder, &state)
                    noteRoots(at: folder, &state)
                }
            case .overflow: readAnew(everything: true, &state)
            }
        }
    }

    private func isOffered(_ path: FilePath, in folder: FilePath, _ state: borrowing ScanState) -> Bool {
        state.named.contains(path) || state.catalogue.folders[folder] != nil
    }

    private func note(_ path: FilePath, _ state: inout ScanState) {
        if state.dirty.isEmpty { state.dirtySince = ScanTiming.now }
        state.dirty.insert(path)
    }

    /// Notes the roots that are at `path` or below it.
    private func noteRoots(at path: FilePath, _ state: inout ScanState) {
        for root in state.roots.keys where root.isInside(path) { note(root, &state) }
    }

    /// Sends the listing threads to what has changed.
    func lookAtChanges(_ state: inout ScanState) {
        let now = ScanTiming.now
        if !state.dirty.isEmpty, now - state.dirtySince >= timing.debounce {
            state.jobs.append(.paths(state.dirty.sorted(), .recheck))
            state.dirty = []
        }
        for path in state.unfinished.filter({ $0.value.due <= now }).keys { state.fresh.insert(path) }
        let isUnderWay = state.jobs.contains { if case .fresh = $0 { true } else { false } }
        if !state.fresh.isEmpty, !isUnderWay { state.jobs.append(.fresh) }
    }

    /// Takes in those of the fresh files that nobody writes to any more, and waits for the others.
    func sortOutFresh() {
        let fresh = state.withLock { state in
            defer { state.fresh = [] }
            return state.fresh
        }
        let busy = OpenFiles.beingWritten(of: fresh)
        state.withLock { state in
            let now = ScanTiming.now
            for path in busy {
                let interval = min(
                    timing.longestLook, 2 * (state.unfinished[path]?.interval ?? timing.firstLook))
                state.unfinished[path] = .init(due: now + interval, interval: interval)
            }
            let whole = fresh.subtracting(busy)
            for path in whole { state.unfinished[path] = nil }
            if !whole.isEmpty { state.jobs.prepend(.paths(whole.sorted(), .recheck)) }
        }
    }

    /// Reads folders again: all of them, or those that no watch covers; and files that were named.
    func readAnew(everything: Bool, _ state: inout ScanState) {
        if !watching || everything || state.outOfWatches {
            for root in state.roots.values { state.jobs.append(.folder(root)) }
        } else {
            for path in state.catalogue.folders.unwatched {
                guard let record = state.catalogue.folders[path] else { continue }
                state.jobs.append(.folder(record.root(at: path)))
            }
            for (path, root) in state.roots where state.catalogue.folders[path] == nil {
                state.jobs.append(.folder(root))
            }
        }
        let named = state.named.sorted()
        if !named.isEmpty { state.jobs.append(.paths(named, .recheck)) }
    }
}

extension FilePath {
    /// The one on the way to this path that lies directly in `folder`.
    fileprivate func ancestor(below folder: FilePath) -> FilePath? {
        var path = self
        while path.parent != folder {
            guard path != path.parent else { return nil }
            path = path.parent
        }
        return path
    }
}

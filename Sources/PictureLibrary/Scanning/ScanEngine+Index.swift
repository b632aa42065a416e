import GLibBridge

/// How the index of known files is used and kept.
extension ScanEngine {
    // MARK: Reading

    /// Notes that what is known of a folder, which is about to be read for the first time, will be wanted.
    func prepareIndex(of folder: FilePath) {
        if index != nil { indexed.withLock { $0[folder] = IndexSlot() } }
    }

    /// What is known of the files of a batch, as they are now.
    func lookUp(_ batch: Batch, _ purpose: ListingJob.Purpose) -> [Catalogue.Known?] {
        guard index != nil else { return [Catalogue.Known?](repeating: nil, count: batch.count) }
        var folder: FilePath?
        var reader: IndexReader?
        var next = 0
        return batch.map { path, status in
            if folder.map(path.lies(in:)) != true {
                let parent = path.parent
                folder = parent
                reader = self.reader(of: parent, purpose)
            }
            guard let reader, let record = reader.number(of: path.nameBytes, .init(status), near: &next)
            else {
                return nil
            }
            if let asset = Asset(
                path: path, source: purpose.source, file: status, in: reader, record: record)
            {
                return .asset(asset)
            }
            return reader.finding(record) == .notAPicture ? .refused : nil
        }
    }

    private func reader(of folder: FilePath, _ purpose: ListingJob.Purpose) -> IndexReader? {
        let slot = indexed.withLock { slots -> IndexSlot? in
            if let slot = slots[folder] { return slot }
            // Of the files of a folder that is read again only what is new is asked for: not worth a file.
            if case .files = purpose { return nil }
            let slot = IndexSlot()
            slots[folder] = slot
            return slot
        }
        return slot?.reader { index?.reader(of: folder) }
    }

    // MARK: Writing

    /// Takes in what thumbnails look like.
    func note(_ colours: [(asset: Asset, colours: PlaceholderColours)], _ state: inout ScanState) {
        for (asset, colours) in colours where state.catalogue.note(colours, of: asset) {
            state.unsaved.insert(asset.path.parent)
            state.lastColoured = ScanTiming.now
        }
    }

    /// When what was read is to be written, in microseconds of the monotonic clock.
    func nextSaving(_ state: borrowing ScanState) -> Int {
        guard state.isComplete, !state.isSaved else {
            return max(state.lastSaved + timing.saving, state.lastColoured + timing.colouring)
        }
        return 0
    }

    /// Has the index written on a thread of its own, where there is something new: for a window, which goes on.
    func saveIndexIfDue(_ state: inout ScanState) {
        guard watching, index != nil, !state.unsaved.isEmpty, ScanTiming.now >= nextSaving(state) else {
            return
        }
        state.lastSaved = ScanTiming.now
        state.isSaved = state.isComplete
        BackgroundThread.start(named: "index") { [self] in
            saveIndex()
            // What reading and writing 100,000 files needed for the moment is a third of what they need for good.
            CHeap.giveBack()
        }
    }

    /// Writes what was read since the last time, folder by folder; blocking.
    func saveIndex() {
        guard let index else { return }
        indexWriting.withLock { _ in save(in: index) }
    }

    private func save(in index: AssetIndex) {
        let folders = state.withLock { state in
            // Folders whose files are still being read wait for the next time.
            let done = state.unsaved.filter { state.catalogue.waiting(in: $0) == 0 }
            state.unsaved.subtract(done)
            return done
        }
        for folder in folders {
            let (records, isListed) = state.withLock { state in
                (state.catalogue.indexRecords(in: folder), state.catalogue.folders[folder] != nil)
            }
            let isStored = index.store(records, of: folder) { name in
                // What is not offered this time may be the next.
                !isListed || !request.hidden && name.first == UInt8(ascii: ".")
            }
            // Nothing can be written, so that the others are not tried.
            guard isStored else { return }
        }
        if !folders.isEmpty { index.trim() }
    }
}

/// What the index knows of a folder, read when the first of its files is looked up: meanwhile further names
/// are read.
final class IndexSlot: Sendable {
    private let content = Locked<IndexReader??>(nil)

    /// What `read` gave, which is called once; who comes meanwhile waits.
    func reader(_ read: () -> IndexReader?) -> IndexReader? {
        content.withLock { content in
            if let known = content { return known }
            let reader = read()
            content = .some(reader)
            return reader
        }
    }
}

import GLibBridge

/// The tiles' pictures in memory; the least recently shown go first.
struct ThumbnailMemory {
    struct Entry {
        var content: TileContent
        var side: Int
        /// The file that this shows.
        var file: FileStatus
        /// Better is to come.
        var isRough: Bool
        /// Not to be asked for before this time.
        var retry: ContinuousClock.Instant?
        /// Grows with each showing.
        var use = 0
    }

    /// Bytes.
    let budget: Int
    /// What the pixels take now.
    private(set) var used = 0
    private var entries: [Asset.ID: Entry] = [:]
    private var clock = 0

    init(budget: Int) { self.budget = budget }

    /// What is known of an asset as it is now on disk.
    func entry(for asset: Asset) -> Entry? {
        guard let entry = entries[asset.id], entry.file == asset.file else { return nil }
        return entry
    }

    /// Keeps `entry`, and drops others down to the budget; those in `kept` stay in any case.
    mutating func insert(_ entry: Entry, for id: Asset.ID, keeping kept: Set<Asset.ID>) {
        remove(id)
        clock += 1
        var entry = entry
        entry.use = clock
        entries[id] = entry
        used += entry.content.byteCount
        guard used > budget else { return }
        // A tenth more than needed, so that the sorting is rare.
        let oldest = entries.filter { !kept.contains($0.key) && $0.key != id }.sorted {
            $0.value.use < $1.value.use
        }
        for (id, _) in oldest {
            remove(id)
            if used <= budget / 10 * 9 { break }
        }
    }

    /// Notes that these are being shown.
    mutating func touch(_ ids: some Sequence<Asset.ID>) {
        clock += 1
        for id in ids { entries[id]?.use = clock }
    }

    mutating func remove(_ id: Asset.ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        used -= entry.content.byteCount
    }
}

extension TileContent {
    /// The memory of the pixels.
    var byteCount: Int {
        switch self {
        case .placeholder(let pixels), .picture(let pixels): pixels.byteCount
        case .waiting, .broken, .unavailable: 0
        }
    }
}

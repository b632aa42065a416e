import GLibBridge

/// Gets pictures for tiles: what is visible first, in memory for a while, from the own pack, from the shared
/// cache, from the EXIF preview, else by decoding. Nothing here blocks the main actor.
@MainActor
public final class ThumbnailLoader {
    /// Called on the main actor whenever ``content(of:)`` of an asset has something new, also if it is
    /// shown no more: a tile may be kept that is out of sight, and come back as it was.
    public var onChange: (Asset.ID, TileContent) -> Void = { _, _ in }
    /// Called on the main actor with the colours of assets that came without.
    public var onColours: ([(asset: Asset, colours: PlaceholderColours)]) -> Void = { _ in }

    /// The tile's side in device pixels. Changing it makes sharp pictures for what is shown; until they
    /// come, those of the old side serve as placeholders.
    public var tileSide = 120 {
        didSet { if tileSide != oldValue { refresh() } }
    }

    private let queue: ThumbnailQueue
    private var memory: ThumbnailMemory
    /// Of the assets that came without; they stay when ``memory`` is full.
    private var colours: [Asset.ID: PlaceholderColours] = [:]
    private var visible: [Asset] = []
    private var ahead: [Asset] = []
    private var visibleIDs: Set<Asset.ID> = []
    private var shownIDs: Set<Asset.ID> = []
    private let mailbox = Mailbox()

    /// - Parameters:
    ///   - decoder: what makes pixels from files.
    ///   - tiles: the tiles that were shown before, nil for none.
    ///   - cache: the cache shared with other programs, nil for none.
    ///   - inspect: reads the metadata of assets that come without; called on worker threads.
    ///   - memoryBudget: bytes of pixels kept; what is visible is kept in any case.
    ///   - workers: threads that decode; by default as many as there are processors.
    ///   - answerLimit: a thread that a file holds for longer is replaced by another.
    ///   - retryPause: after this time, what could not be read is tried again.
    public init(
        decoder: any ThumbnailDecoder = DecoderPool(), tiles: TilePack? = TilePack(),
        cache: ThumbnailCache? = ThumbnailCache(),
        inspect: @escaping @Sendable (FilePath) -> AssetMetadata? = { try? MetadataReader.read($0) },
        memoryBudget: Int = 32 << 20, workers: Int? = nil,
        answerLimit: Duration = .seconds(20), retryPause: Duration = .seconds(10)
    ) {
        let mailbox = mailbox
        queue = ThumbnailQueue(
            pipeline: ThumbnailPipeline(decoder: decoder, tiles: tiles, cache: cache, inspect: inspect),
            workers: workers ?? Parallel.cores, answerLimit: answerLimit, retryPause: retryPause
        ) {
            Task(priority: .userInitiated) { @MainActor in mailbox.owner?.deliver() }
        }
        memory = ThumbnailMemory(budget: memoryBudget)
        mailbox.owner = self
    }

    deinit { queue.replace([]) }

    /// Replaces what is wanted: `visible` first and in this order, then `ahead`. All else is cancelled.
    /// Cheap enough for each frame.
    public func show(visible: [Asset], ahead: [Asset]) {
        self.visible = visible
        self.ahead = ahead
        visibleIDs = Set(visible.lazy.map(\.id))
        shownIDs = visibleIDs.union(ahead.lazy.map(\.id))
        memory.touch(ahead.lazy.map(\.id))
        memory.touch(visible.lazy.map(\.id))
        refresh()
    }

    /// Lets go of all that was wanted; what is in memory can still be shown.
    public func letGo() { show(visible: [], ahead: []) }

    /// What is in memory, at once. Asks for nothing.
    public func content(of asset: Asset) -> TileContent {
        guard let entry = memory.entry(for: asset) else {
            return .waiting(asset.metadata?.colours ?? colours[asset.id])
        }
        if case .picture(let pixels) = entry.content, entry.side != tileSide { return .placeholder(pixels) }
        return entry.content
    }

    /// Microseconds of the processors that finding and making pictures took in this process, without its
    /// decoder processes.
    public var processorTime: Int { queue.processorTime }

    /// Drops what is known of a file that was rewritten or removed; a result under way is thrown away.
    /// The next ``show(visible:ahead:)`` that names it asks anew.
    public func forget(_ id: Asset.ID) {
        queue.forget(id)
        memory.remove(id)
        colours[id] = nil
    }

    /// Asks for what is shown and not there yet.
    private func refresh() {
        deliver()
        let now = ContinuousClock.now
        var nextRetry: ContinuousClock.Instant?
        var asked: Set<Asset.ID> = []
        func wishes(_ assets: [Asset], isVisible: Bool) -> [ThumbnailQueue.Wish] {
            assets.compactMap { asset in
                if let retry = memory.entry(for: asset)?.retry, retry > now {
                    nextRetry = min(nextRetry ?? retry, retry)
                    return nil
                }
                guard isWanted(asset), asked.insert(asset.id).inserted else { return nil }
                return ThumbnailQueue.Wish(asset: asset, side: tileSide, isVisible: isVisible)
            }
        }
        queue.replace(wishes(visible, isVisible: true) + wishes(ahead, isVisible: false))
        if let nextRetry { ask(at: nextRetry) }
    }

    private func isWanted(_ asset: Asset) -> Bool {
        guard let entry = memory.entry(for: asset) else { return true }
        if entry.isRough { return true }
        switch entry.content {
        case .broken, .unavailable: return false
        case .waiting, .placeholder, .picture: return entry.side != tileSide
        }
    }

    private func deliver() {
        var new: [(asset: Asset, colours: PlaceholderColours)] = []
        for delivery in queue.takeDeliveries() {
            let asset = delivery.wish.asset
            if let found = delivery.colours, colours.updateValue(found, forKey: asset.id) == nil {
                new.append((asset, found))
            }
            // A rough picture of the new side does not replace a sharp one of the old.
            if delivery.isRough, case .picture? = memory.entry(for: asset)?.content { continue }
            let retry = delivery.retry.map { ContinuousClock.now + $0 }
            memory.insert(
                ThumbnailMemory.Entry(
                    content: delivery.content, side: delivery.wish.side, file: asset.file,
                    isRough: delivery.isRough || retry != nil, retry: retry),
                for: asset.id, keeping: visibleIDs)
            if let retry, shownIDs.contains(asset.id) { ask(at: retry) }
            onChange(asset.id, content(of: asset))
        }
        if !new.isEmpty { onColours(new) }
    }

    /// When what is shown is asked for again.
    private var nextAsking: ContinuousClock.Instant?

    private func ask(at time: ContinuousClock.Instant) {
        if let nextAsking, nextAsking <= time { return }
        nextAsking = time
        Task { [weak self] in
            try? await Task.sleep(until: time, clock: .continuous)
            guard let self else { return }
            if nextAsking == time { nextAsking = nil }
            refresh()
        }
    }

    /// Lets workers find the loader without keeping it alive.
    @MainActor
    private final class Mailbox {
        weak var owner: ThumbnailLoader?
        nonisolated init() {}
    }
}

import Dispatch
import GLibBridge

/// What the workers share, under one lock.
extension ThumbnailQueue {
    struct Entry {
        var wish: Wish
        var stage = Stage.glance
        var isRunning = false
    }

    enum Stage: Sendable {
        case glance
        case decode(AssetMetadata?)
    }

    struct Running {
        var wish: Wish
        let cancellation = Cancellation()
        /// Its result is of no use any more.
        var isVoid = false
    }

    struct State {
        var entries: [Entry] = []
        var running: [Asset.ID: Running] = [:]
        /// Those whose workers were left behind; nobody else touches these files before they answer.
        var stalled: [Asset.ID: Running] = [:]
        var stores: [ThumbnailPipeline.Store] = []
        var deliveries: [Delivery] = []
        var idle: [DispatchQueue] = []
        var working: [ObjectIdentifier: Work] = [:]
        var leftBehind = 0
        /// Whether a look at the workers is due.
        var isWatched = false
        var hasDecoded = false

        /// Pictures that wait to be stored; above this, storing goes before decoding.
        private static let storeLimit = 48

        /// Visible tiles first get something, then their pictures; then those ahead; then the disk.
        mutating func next() -> Task? {
            if let index = first(visible: true, glance: true) { return take(index) }
            if stores.count > Self.storeLimit { return .store(stores.removeFirst()) }
            if let index = first(visible: true, glance: false)
                ?? first(visible: false, glance: true) ?? first(visible: false, glance: false)
            {
                return take(index)
            }
            return stores.isEmpty ? nil : .store(stores.removeFirst())
        }

        private func first(visible: Bool, glance: Bool) -> Int? {
            entries.firstIndex { entry in
                guard entry.wish.isVisible == visible, !entry.isRunning, running[entry.wish.id] == nil,
                    stalled[entry.wish.id] == nil
                else {
                    return false
                }
                if case .glance = entry.stage { return glance }
                return !glance
            }
        }

        private mutating func take(_ index: Int) -> Task {
            entries[index].isRunning = true
            let entry = entries[index]
            let running = Running(wish: entry.wish)
            self.running[entry.wish.id] = running
            switch entry.stage {
            case .glance: return .glance(entry.wish)
            case .decode(let metadata): return .decode(entry.wish, metadata, running.cancellation)
            }
        }
    }

    /// What a worker is at.
    struct Work {
        /// Since when, on the monotonic clock, in microseconds.
        var since = MonotonicClock.microseconds
        var wish: Wish?
    }

    enum Task {
        case glance(Wish)
        case decode(Wish, AssetMetadata?, Cancellation)
        case store(ThumbnailPipeline.Store)
    }
}

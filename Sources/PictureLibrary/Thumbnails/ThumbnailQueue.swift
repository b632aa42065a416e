import CGlib
import Dispatch
import GLibBridge
import Synchronization

/// The work behind ``ThumbnailLoader``: what is wanted, in which order, and who works on it. Any thread.
///
/// A few serial dispatch queues are the workers: their threads may block, which those of Swift's own pool
/// must not. A worker that finds nothing to do ends; `replace` starts it again.
final class ThumbnailQueue: Sendable {
    /// One picture that a tile wants.
    struct Wish: Sendable {
        var asset: Asset
        /// Device pixels.
        var side: Int
        var isVisible: Bool

        var id: Asset.ID { asset.id }

        /// Whether both want the same pixels.
        func isSame(as other: Wish) -> Bool {
            id == other.id && side == other.side && asset.file == other.asset.file
        }
    }

    /// Something new for the loader.
    struct Delivery: Sendable {
        var wish: Wish
        var content: TileContent
        /// Better is under way.
        var isRough = false
        /// The file was changing: ask again a little later.
        var isPassing = false
    }

    private struct Entry {
        var wish: Wish
        var stage = Stage.glance
        var isRunning = false
    }

    private enum Stage: Sendable {
        case glance
        case decode(AssetMetadata?)
    }

    private struct Running {
        var wish: Wish
        let cancellation = Cancellation()
        /// Its result is of no use any more.
        var isVoid = false
    }

    private struct State {
        var entries: [Entry] = []
        var running: [Asset.ID: Running] = [:]
        var stores: [ThumbnailPipeline.Store] = []
        var deliveries: [Delivery] = []
        var idle: [DispatchQueue] = []
        var hasDecoded = false
    }

    private enum Task {
        case glance(Wish)
        case decode(Wish, AssetMetadata?, Cancellation)
        case store(ThumbnailPipeline.Store)
    }

    /// Pictures that wait to be stored; above this, storing goes before decoding.
    private static let storeLimit = 48

    private let state: Mutex<State>
    private let pipeline: ThumbnailPipeline
    private let wake: @Sendable () -> Void

    /// `wake` is called on a worker when the first delivery after ``takeDeliveries()`` waits.
    init(pipeline: ThumbnailPipeline, workers: Int, wake: @escaping @Sendable () -> Void) {
        self.pipeline = pipeline
        self.wake = wake
        let queues = (0..<max(1, workers)).map { DispatchQueue(label: "thumbnails \($0)", qos: .utility) }
        state = Mutex(State(idle: queues))
    }

    /// Replaces what is wanted, in this order; work on anything else is given up.
    func replace(_ wishes: [Wish]) {
        state.withLock { state in
            var stages: [Asset.ID: Entry] = [:]
            for entry in state.entries { stages[entry.wish.id] = entry }
            // What came after the loader looked is not made twice.
            let delivered = Dictionary(
                state.deliveries.lazy.filter { !$0.isRough }.map { ($0.wish.id, $0.wish) }
            ) { $1 }
            let open = wishes.filter { delivered[$0.id]?.isSame(as: $0) != true }
            state.entries = open.map { wish in
                guard var entry = stages[wish.id], entry.wish.isSame(as: wish) else {
                    return Entry(wish: wish)
                }
                entry.wish = wish
                return entry
            }
            let wanted = Dictionary(wishes.map { ($0.id, $0) }) { first, _ in first }
            for (id, running) in state.running where wanted[id]?.isSame(as: running.wish) != true {
                running.cancellation.cancel()
            }
            start(&state)
        }
    }

    /// Gives up the work on one file and throws away what it has brought.
    func forget(_ id: Asset.ID) {
        state.withLock { state in
            state.entries.removeAll { $0.wish.id == id }
            state.deliveries.removeAll { $0.wish.id == id }
            state.stores.removeAll { $0.path == id }
            state.running[id]?.isVoid = true
            state.running[id]?.cancellation.cancel()
        }
    }

    /// What has come since the last call.
    func takeDeliveries() -> [Delivery] {
        state.withLock { state in
            defer { state.deliveries = [] }
            return state.deliveries
        }
    }

    // MARK: Workers

    private func start(_ state: inout State) {
        var work = state.entries.count { !$0.isRunning } + state.stores.count
        while work > 0, let queue = state.idle.popLast() {
            work -= 1
            queue.async { [weak self] in
                // Without its queue's owner nobody wants anything.
                while self?.step(queue) == true {}
            }
        }
    }

    /// Does one piece of work; false when there is none, with the worker idle again.
    private func step(_ queue: DispatchQueue) -> Bool {
        let task = state.withLock { state -> Task? in
            let task = next(&state)
            if task == nil { state.idle.append(queue) }
            return task
        }
        switch task {
        case .glance(let wish)?: finish(wish, pipeline.glance(at: wish.asset, side: wish.side))
        case .decode(let wish, let metadata, let cancellation)?: decode(wish, metadata, cancellation)
        case .store(let store)?:
            if let cache = pipeline.cache { store.run(in: cache) }
        case nil:
            giveBackMemory()
            return false
        }
        return true
    }

    /// Visible tiles first get something, then their pictures; then those nearby; then the disk.
    private func next(_ state: inout State) -> Task? {
        if let index = first(state, visible: true, glance: true) { return take(index, &state) }
        if state.stores.count > Self.storeLimit { return .store(state.stores.removeFirst()) }
        if let index = first(state, visible: true, glance: false)
            ?? first(state, visible: false, glance: true) ?? first(state, visible: false, glance: false)
        {
            return take(index, &state)
        }
        return state.stores.isEmpty ? nil : .store(state.stores.removeFirst())
    }

    private func first(_ state: State, visible: Bool, glance: Bool) -> Int? {
        state.entries.firstIndex { entry in
            guard entry.wish.isVisible == visible, !entry.isRunning, state.running[entry.wish.id] == nil
            else {
                return false
            }
            if case .glance = entry.stage { return glance }
            return !glance
        }
    }

    private func take(_ index: Int, _ state: inout State) -> Task {
        state.entries[index].isRunning = true
        let entry = state.entries[index]
        let running = Running(wish: entry.wish)
        state.running[entry.wish.id] = running
        switch entry.stage {
        case .glance: return .glance(entry.wish)
        case .decode(let metadata): return .decode(entry.wish, metadata, running.cancellation)
        }
    }

    private func finish(_ wish: Wish, _ glance: ThumbnailPipeline.Glance) {
        switch glance {
        case .finished(let content): finish(wish, Delivery(wish: wish, content: content))
        case .decode(let placeholder, let metadata):
            let delivery = placeholder.map { Delivery(wish: wish, content: .placeholder($0), isRough: true) }
            finish(wish, delivery, then: .decode(metadata))
        }
    }

    private func decode(_ wish: Wish, _ metadata: AssetMetadata?, _ cancellation: Cancellation) {
        state.withLock { $0.hasDecoded = true }
        do throws(DecodeError) {
            let outcome = try pipeline.decode(
                wish.asset, metadata, side: wish.side, cancellation: cancellation)
            let delivery = Delivery(wish: wish, content: outcome.content, isPassing: outcome.isPassing)
            finish(wish, delivery, store: pipeline.cache == nil ? nil : outcome.store)
        } catch .cancelled {
            finish(wish, nil, then: .decode(metadata))
        } catch {
            finish(wish, Delivery(wish: wish, content: .broken(reason: error.sentence)))
        }
    }

    /// Ends the work on a wish: it is fulfilled, or goes on with `stage`.
    private func finish(
        _ wish: Wish, _ delivery: Delivery?, then stage: Stage? = nil,
        store: ThumbnailPipeline.Store? = nil
    ) {
        let isFirst = state.withLock { state -> Bool in
            let isVoid = state.running.removeValue(forKey: wish.id)?.isVoid ?? true
            if let index = state.entries.firstIndex(where: { $0.wish.isSame(as: wish) }), !isVoid {
                state.entries[index].isRunning = false
                if let stage {
                    state.entries[index].stage = stage
                } else {
                    state.entries.remove(at: index)
                }
            }
            // A wish for the same file that had to wait for this one, and what a worker left behind.
            defer { start(&state) }
            guard !isVoid else { return false }
            if let store { state.stores.append(store) }
            guard let delivery else { return false }
            state.deliveries.append(delivery)
            return state.deliveries.count == 1
        }
        if isFirst { wake() }
    }

    /// Decoding leaves holes in the C heap that the system could use.
    private func giveBackMemory() {
        let isDue = state.withLock { state in
            defer { state.hasDecoded = false }
            return state.hasDecoded
        }
        if isDue { malloc_trim(0) }
    }
}

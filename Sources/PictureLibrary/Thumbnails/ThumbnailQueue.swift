import Dispatch
import GLibBridge
import Synchronization

/// The work behind ``ThumbnailLoader``: what is wanted, in which order, and who works on it. Any thread.
///
/// A few serial dispatch queues are the workers: their threads may block, which those of Swift's own pool
/// must not. A worker that finds nothing to do ends; `replace` starts it again. One that the file system
/// does not answer is left behind, and another takes its place; its answer is taken when it comes.
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
        /// What the asset knew nothing of before.
        var colours: PlaceholderColours?
        /// It says nothing for good, as of a file that was changing: ask again after this time.
        var retry: Duration?
    }

    /// More workers than this are never left behind: something is badly wrong then.
    private static let mostLeftBehind = 64
    /// How long a file that was changing while it was decoded is left alone.
    private static let pause = Duration.seconds(1)

    private let state: Locked<State>
    private let pipeline: ThumbnailPipeline
    private let wake: @Sendable () -> Void
    /// How long a worker may be without an answer.
    private let answerLimit: Duration
    private let retryPause: Duration
    private let computed = Atomic(0)
    private let watch = DispatchQueue(label: "thumbnails watch", qos: .utility)

    /// `wake` is called on a worker when the first delivery after ``takeDeliveries()`` waits. What cannot be
    /// read now may be asked for again after `retryPause`.
    init(
        pipeline: ThumbnailPipeline, workers: Int, answerLimit: Duration, retryPause: Duration,
        wake: @escaping @Sendable () -> Void
    ) {
        self.pipeline = pipeline
        self.answerLimit = answerLimit
        self.retryPause = retryPause
        self.wake = wake
        let queues = (0..<max(1, workers)).map { DispatchQueue(label: "thumbnails \($0)", qos: .utility) }
        state = Locked(State(idle: queues))
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
            state.stalled[id]?.isVoid = true
        }
    }

    /// Microseconds of the processors that the workers have had in this process.
    var processorTime: Int { computed.load(ordering: .relaxed) }

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
            state.working[ObjectIdentifier(queue)] = Work()
            queue.async { [weak self] in
                // Without its queue's owner nobody wants anything.
                while self?.step(queue) == true {}
            }
        }
        watchWorkers(&state)
    }

    /// Sees to it that workers without an answer are noticed; looks only while there are any at work.
    private func watchWorkers(_ state: inout State) {
        guard !state.isWatched, !state.working.isEmpty else { return }
        state.isWatched = true
        watch.asyncAfter(deadline: .now() + .microseconds(answerLimit.microseconds / 4)) { [weak self] in
            self?.leaveStalledBehind()
        }
    }

    private func leaveStalledBehind() {
        let isFirst = state.withLock { state -> Bool in
            state.isWatched = false
            let hadNone = state.deliveries.isEmpty
            let start = MonotonicClock.microseconds - answerLimit.microseconds
            for (worker, work) in state.working
            where work.since < start && state.leftBehind < Self.mostLeftBehind {
                state.working[worker] = nil
                state.leftBehind += 1
                state.idle.append(DispatchQueue(label: "thumbnails", qos: .utility))
                if let wish = work.wish { giveUp(wish, &state) }
            }
            self.start(&state)
            watchWorkers(&state)
            return hadNone && !state.deliveries.isEmpty
        }
        if isFirst { wake() }
    }

    /// The worker at this wish does not come back for now.
    private func giveUp(_ wish: Wish, _ state: inout State) {
        guard let running = state.running.removeValue(forKey: wish.id) else { return }
        state.stalled[wish.id] = running
        guard !running.isVoid else { return }
        state.entries.removeAll { $0.wish.isSame(as: wish) }
        state.deliveries.append(
            Delivery(
                wish: wish, content: .broken(reason: tr("The file does not answer.")), retry: retryPause))
    }

    /// Does one piece of work; false when there is none, with the worker idle again.
    private func step(_ queue: DispatchQueue) -> Bool {
        let worker = ObjectIdentifier(queue)
        let (task, isLeftBehind) = state.withLock { state -> (Task?, Bool) in
            guard state.working[worker] != nil else {
                state.leftBehind -= 1
                return (nil, true)
            }
            let task = state.next()
            switch task {
            case .glance(let wish)?, .decode(let wish, _, _)?: state.working[worker] = Work(wish: wish)
            case .store?: state.working[worker] = Work()
            case nil:
                state.working[worker] = nil
                state.idle.append(queue)
            }
            return (task, false)
        }
        guard !isLeftBehind else { return false }
        let began = ProcessorClock.thread
        defer { computed.add(ProcessorClock.thread - began, ordering: .relaxed) }
        switch task {
        case .glance(let wish)?: finish(wish, pipeline.glance(at: wish.asset, side: wish.side))
        case .decode(let wish, let metadata, let cancellation)?: decode(wish, metadata, cancellation)
        case .store(let store)?:
            store.run(in: pipeline.cache, pipeline.tiles)
        case nil:
            giveBackMemory()
            return false
        }
        return true
    }

    private func finish(_ wish: Wish, _ glance: ThumbnailPipeline.Glance) {
        switch glance {
        case .finished(let content, let store):
            finish(
                wish, Delivery(wish: wish, content: content, colours: colours(content, wish)), store: store)
        case .failed(let error): fail(wish, error)
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
            let delivery = Delivery(
                wish: wish, content: outcome.content, colours: colours(outcome.content, wish),
                retry: outcome.isPassing ? Self.pause : nil)
            finish(wish, delivery, store: outcome.store)
        } catch .cancelled {
            finish(wish, nil, then: .decode(metadata))
        } catch {
            fail(wish, error)
        }
    }

    private func colours(_ content: TileContent, _ wish: Wish) -> PlaceholderColours? {
        guard case .picture(let tile) = content, wish.asset.metadata?.colours == nil else { return nil }
        return PlaceholderColours(of: tile)
    }

    private func fail(_ wish: Wish, _ error: DecodeError) {
        let content = TileContent.broken(reason: error.sentence)
        finish(wish, Delivery(wish: wish, content: content, retry: error.isFinal ? nil : retryPause))
    }

    /// Ends the work on a wish: it is fulfilled, or goes on with `stage`.
    private func finish(
        _ wish: Wish, _ delivery: Delivery?, then stage: Stage? = nil,
        store: ThumbnailPipeline.Store? = nil
    ) {
        let isFirst = state.withLock { state -> Bool in
            let running =
                state.running.removeValue(forKey: wish.id) ?? state.stalled.removeValue(forKey: wish.id)
            let isVoid = running?.isVoid ?? true
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
        if isDue { CHeap.giveBack() }
    }
}

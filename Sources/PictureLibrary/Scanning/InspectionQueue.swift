/// The files whose bytes are to be read, the most wanted first: by name a picture or video before what may
/// be anything, then by modification time, the latest first. Without an order the last is the first.
struct InspectionQueue {
    private let isOrdered: Bool
    private struct Item {
        let isHinted: Bool
        let modified: Int64
        let file: Int

        func precedes(_ other: Item) -> Bool {
            isHinted != other.isHinted ? isHinted : modified > other.modified
        }
    }

    /// A binary heap: no item precedes its parent.
    private var heap: [Item] = []

    init(isOrdered: Bool) { self.isOrdered = isOrdered }

    var isEmpty: Bool { heap.isEmpty }

    /// A file, by its number in the catalogue, may be in the queue more than once; who takes it looks whether
    /// it still has to be read.
    mutating func push(_ file: Int, modified: Int64, isHinted: Bool) {
        heap.append(Item(isHinted: isHinted, modified: modified, file: file))
        guard isOrdered else { return }
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> Int? {
        guard isOrdered else { return heap.popLast()?.file }
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else {
            // Large once, small from then on.
            heap = []
            return first.file
        }
        heap[0] = last
        var parent = 0
        while true {
            var best = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].precedes(heap[best]) { best = child }
            guard best != parent else { return first.file }
            heap.swapAt(parent, best)
            parent = best
        }
    }
}

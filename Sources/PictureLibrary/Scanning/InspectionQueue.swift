import GLibBridge

/// The files whose bytes are to be read, the most wanted first: by name a picture or video before what may
/// be anything, then by modification time, the latest first.
struct InspectionQueue {
    private struct Item {
        let isHinted: Bool
        let modified: Int64
        /// In ``paths``: an item that is only numbers is moved about without counting references.
        let path: Int

        func precedes(_ other: Item) -> Bool {
            isHinted != other.isHinted ? isHinted : modified > other.modified
        }
    }

    /// A binary heap: no item precedes its parent.
    private var heap: [Item] = []
    private var paths: [FilePath] = []

    var isEmpty: Bool { heap.isEmpty }

    /// A path may be in the queue more than once; who takes it looks whether it still has to be read.
    mutating func push(_ path: FilePath, modified: Int64, isHinted: Bool) {
        heap.append(Item(isHinted: isHinted, modified: modified, path: paths.count))
        paths.append(path)
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> FilePath? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        let path = paths[first.path]
        guard !heap.isEmpty else {
            removeAll()
            return path
        }
        heap[0] = last
        var parent = 0
        while true {
            var best = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].precedes(heap[best]) { best = child }
            guard best != parent else { return path }
            heap.swapAt(parent, best)
            parent = best
        }
    }

    private mutating func removeAll() {
        heap.removeAll()
        paths.removeAll()
    }
}

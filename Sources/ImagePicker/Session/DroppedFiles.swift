import GLibBridge
import PictureLibrary

/// Files that were dropped or pasted, until it is known whether they may be picked.
struct DroppedFiles {
    private var waiting: [FilePath] = []
    /// Those that may not be, until all the others are known, too: one message is enough.
    private var refused: [FilePath] = []

    /// Notes `paths` behind the others, each once.
    mutating func add(_ paths: [FilePath]) {
        for path in paths where !waiting.contains(path) { waiting.append(path) }
    }

    mutating func forget(_ path: FilePath) { waiting.removeAll { $0 == path } }

    /// Notes that `paths`, as far as they were dropped, are nothing that can be picked.
    mutating func refuse(_ paths: [FilePath]) {
        guard !waiting.isEmpty else { return }
        let paths = Set(paths)
        refused += waiting.filter(paths.contains)
        waiting.removeAll(where: paths.contains)
    }

    /// Waits for the photos of live photos in the place of their clips.
    mutating func pass(on photos: [FilePath: FilePath]) {
        guard !waiting.isEmpty else { return }
        waiting = waiting.map { photos[$0] ?? $0 }
    }

    /// Takes out those whose bytes have been looked at, and returns what `filter` admits of them, in the
    /// order in which they were dropped.
    mutating func takeReady(from list: AssetList, admittedBy filter: AssetFilter) -> [FilePath] {
        let ready = waiting.compactMap { list.asset(for: $0) }.filter { $0.metadata != nil }
        guard !ready.isEmpty else { return [] }
        refuse(ready.filter { !filter.admits($0) }.map(\.path))
        let admitted = ready.filter(filter.admits).map(\.path)
        waiting.removeAll(where: Set(admitted).contains)
        return admitted
    }

    /// Takes out those that can't be picked, once nothing waits any more.
    mutating func takeRefused() -> [FilePath] {
        guard waiting.isEmpty else { return [] }
        defer { refused = [] }
        return refused
    }
}

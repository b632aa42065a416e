import PictureLibrary

/// Gathers what a scanner tells into a few large changes of the list: each one costs GTK a new look at
/// every tile that it has, however little changed.
struct EventCollector {
    private var pending: [LibraryEvent] = []

    var isEmpty: Bool { pending.isEmpty }

    /// Takes an event in; of neighbours that say the same of other assets, one is made.
    mutating func add(_ event: LibraryEvent) {
        switch (pending.last, event) {
        case (.found(let earlier), .found(let assets)): replaceLast(with: .found(earlier + assets))
        case (.inspected, .found(let assets)):
            // While folders are read the two come in turns; what is found later is no asset inspected before.
            guard pending.count > 1, case .found(let earlier) = pending[pending.count - 2] else {
                return pending.append(event)
            }
            pending[pending.count - 2] = .found(earlier + assets)
        case (.inspected(let earlier), .inspected(let assets)):
            replaceLast(with: .inspected(earlier + assets))
        case (.removed(let earlier), .removed(let paths)): replaceLast(with: .removed(earlier + paths))
        case (.dismissed(let earlier), .dismissed(let paths)): replaceLast(with: .dismissed(earlier + paths))
        case (.joined(let earlier), .joined(let clips)):
            replaceLast(with: .joined(earlier.merging(clips) { $1 }))
        case (.progress, .progress): replaceLast(with: event)
        case (_, .progress):
            // The count goes to the front, where it keeps no other events apart.
            if case .progress = pending.first { pending.removeFirst() }
            pending.insert(event, at: 0)
        default: pending.append(event)
        }
    }

    /// Everything gathered, in order.
    mutating func takeAll() -> [LibraryEvent] {
        defer { pending = [] }
        return pending
    }

    private mutating func replaceLast(with event: LibraryEvent) { pending[pending.count - 1] = event }
}

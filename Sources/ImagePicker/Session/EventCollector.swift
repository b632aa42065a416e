import PictureLibrary

/// Gathers what a scanner tells into a few large changes of the list: each one costs GTK a new look at
/// every tile that it has, however little changed.
struct EventCollector {
    private var pending: [LibraryEvent] = []

    var isEmpty: Bool { pending.isEmpty }

    /// Takes an event in; of neighbours that say the same of other assets, one is made.
    mutating func add(_ event: LibraryEvent) {
        switch event {
        case .found(let assets):
            if let place = placeOfFound { return extend(place, by: assets) }
        case .inspected(let assets):
            if case .inspected = pending.last { return extend(pending.count - 1, by: assets) }
        default: break
        }
        switch (pending.last, event) {
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

    /// The last event, or the one before what was inspected: while folders are read the two come in turns, and what
    /// is found later is no asset inspected before.
    private var placeOfFound: Int? {
        guard let place = pending.lastIndex(where: { if case .found = $0 { true } else { false } }) else {
            return nil
        }
        return pending[(place + 1)...].allSatisfy { if case .inspected = $0 { true } else { false } }
            ? place : nil
    }

    /// Adds to what an event names. It is taken out for that, so that its array has one owner and grows in place:
    /// of the batches of a large folder, copies would take longer than reading it.
    private mutating func extend(_ place: Int, by assets: [Asset]) {
        let event = pending.remove(at: place)
        switch consume event {
        case .found(var all):
            all += assets
            pending.insert(.found(all), at: place)
        case .inspected(var all):
            all += assets
            pending.insert(.inspected(all), at: place)
        default: preconditionFailure("only what names assets grows")
        }
    }

    private mutating func replaceLast(with event: LibraryEvent) { pending[pending.count - 1] = event }
}

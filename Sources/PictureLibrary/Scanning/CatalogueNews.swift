import GLibBridge

/// What differs between what is on the disk and what was told of it.
struct CatalogueNews {
    private var removed: [FilePath] = []
    private var dismissed: [FilePath] = []
    private var joined: [FilePath: FilePath] = [:]
    private var found: [Asset] = []
    private var renewed: [Asset] = []
    private var inspected: [Asset] = []

    /// A file that may have something to tell, and what is to be shown of it from now on.
    mutating func add(_ entry: Catalogue.Entry, _ wanted: Asset?) {
        if let wanted {
            if entry.shown == nil {
                found.append(wanted)
            } else if entry.isRewritten {
                renewed.append(wanted)
            } else if wanted != entry.shown {
                inspected.append(wanted)
            }
        } else if entry.shown != nil {
            if entry.phase == .gone {
                removed.append(entry.path)
            } else if entry.isClip, let photo = entry.photo {
                joined[entry.path] = photo
            } else {
                dismissed.append(entry.path)
            }
        }
    }

    /// What goes before what comes.
    var events: [LibraryEvent] {
        var events: [LibraryEvent] = []
        if !removed.isEmpty { events.append(.removed(removed)) }
        if !dismissed.isEmpty { events.append(.dismissed(dismissed)) }
        if !joined.isEmpty { events.append(.joined(joined)) }
        if !found.isEmpty { events.append(.found(found)) }
        if !renewed.isEmpty { events.append(.changed(renewed)) }
        if !inspected.isEmpty { events.append(.inspected(inspected)) }
        return events
    }
}

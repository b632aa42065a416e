import GLibBridge
import PictureLibrary

/// Photos that went to the trash in one step, and what was picked before it.
struct TrashedPhotos {
    var files: [TrashedFile]
    var selection: Selection
}

/// What came of moving files to the trash; made on a background thread.
nonisolated struct TrashOutcome: Sendable {
    /// Gone from their folders.
    var moved: Set<FilePath> = []
    /// Of these, those that can be brought back.
    var restorable: [TrashedFile] = []
    /// On disks without a trash.
    var unsupported: [FilePath] = []
    var failures: [(path: FilePath, reason: String)] = []

    /// Moves the files; blocking.
    static func move(_ files: [FilePath]) -> TrashOutcome {
        var outcome = TrashOutcome()
        for path in files {
            do throws(TrashError) {
                let trashed = try UninterruptedWrite.run { () throws(TrashError) in try Trash.move(path) }
                if let trashed { outcome.restorable.append(trashed) }
                outcome.moved.insert(path)
            } catch {
                switch error {
                case .unsupported: outcome.unsupported.append(path)
                case .failed(let reason): outcome.failures.append((path, reason))
                }
            }
        }
        return outcome
    }

    /// Deletes the files for good; blocking.
    static func delete(_ files: [FilePath]) -> TrashOutcome {
        var outcome = TrashOutcome()
        for path in files {
            do throws(FileError) {
                try Trash.delete(path)
                outcome.moved.insert(path)
            } catch {
                outcome.failures.append((path, error.reason))
            }
        }
        return outcome
    }
}

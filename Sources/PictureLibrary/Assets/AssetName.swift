import GLibBridge
import Synchronization

/// An asset's path, and its name as sorting and searching want it.
///
/// The dear forms are made once, when first asked for, on whatever thread asks.
final class AssetName: Sendable, Equatable {
    let path: FilePath
    private let made = Mutex(Forms())

    private struct Forms {
        var collationKey: CollationKey?
        var searchKey: [UInt8]?
    }

    init(_ path: FilePath) { self.path = path }

    /// Of the display name.
    var collationKey: CollationKey {
        made.withLock { forms in
            if let key = forms.collationKey { return key }
            let key = CollationKey(path.displayName)
            forms.collationKey = key
            return key
        }
    }

    /// The display name without case and marks.
    var searchKey: [UInt8] {
        made.withLock { forms in
            if let key = forms.searchKey { return key }
            let key = SearchText.key(path.displayName)
            forms.searchKey = key
            return key
        }
    }

    static func == (left: AssetName, right: AssetName) -> Bool {
        left === right || left.path == right.path
    }
}

import CGlib
import Glibc

/// What a name is ordered by: as file managers do it, by the locale, without case, numbers by value.
public struct CollationKey: Sendable, Hashable, Comparable {
    private let bytes: [UInt8]

    /// Asks `g_utf8_collate_key_for_filename`, which takes microseconds.
    public init(_ name: String) {
        guard let key = g_utf8_collate_key_for_filename(name, gssize(name.utf8.count)) else {
            bytes = []
            return
        }
        defer { g_free(key) }
        bytes = FilePath(cString: key).bytes
    }

    public static func < (left: CollationKey, right: CollationKey) -> Bool {
        let order = memcmp(left.bytes, right.bytes, min(left.bytes.count, right.bytes.count))
        return order == 0 ? left.bytes.count < right.bytes.count : order < 0
    }

    public static func == (left: CollationKey, right: CollationKey) -> Bool {
        left.bytes.count == right.bytes.count && memcmp(left.bytes, right.bytes, left.bytes.count) == 0
    }
}

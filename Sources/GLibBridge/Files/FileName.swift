import Glibc

/// The last component of a path as the key of a table of one folder's files: hashed and compared without
/// the folder, and without a copy.
public struct FileName: Sendable, Hashable {
    private let path: FilePath
    private let start: Int

    public init(_ path: FilePath) {
        self.path = path
        start = path.nameBytes.startIndex
    }

    public func hash(into hasher: inout Hasher) {
        path.bytes.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    public static func == (left: FileName, right: FileName) -> Bool {
        let count = left.path.bytes.count - left.start
        guard count == right.path.bytes.count - right.start else { return false }
        return left.path.bytes[left.start...].withUnsafeBytes { bytes in
            right.path.bytes[right.start...].withUnsafeBytes { others in
                // Without a byte there is no address either.
                count == 0 || memcmp(bytes.baseAddress!, others.baseAddress!, count) == 0
            }
        }
    }
}

/// What `statx(2)` says of a file.
public struct FileStatus: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case regular
        case folder
        /// A FIFO, a socket or a device: never opened.
        case special
    }

    public var kind: Kind
    /// Bytes.
    public var size: Int64
    /// The time of the last change of the contents, in nanoseconds since 1970 UTC.
    public var modified: Int64
    /// The time of the last change of anything about the file, also of the times themselves (`st_ctime`): it
    /// can't be set, so it tells a file from one that was put in its place. Nanoseconds since 1970 UTC.
    public var changed: Int64
    /// The device and the inode together tell a file from all others.
    public var device: UInt64
    public var inode: UInt64

    /// Where `changed` is not given, it is `modified`.
    public init(
        kind: Kind, size: Int64, modified: Int64, changed: Int64? = nil, device: UInt64, inode: UInt64
    ) {
        self.kind = kind
        self.size = size
        self.modified = modified
        self.changed = changed ?? modified
        self.device = device
        self.inode = inode
    }
}

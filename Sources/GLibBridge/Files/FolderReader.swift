import CGlib
import Glibc

/// An open folder, read entry by entry on one thread; closed with the object.
public final class FolderReader {
    public struct Entry: Sendable {
        public let name: [UInt8]
        public let kind: Kind

        public enum Kind: Sendable {
            case file, folder, link
            /// A FIFO, a socket or a device.
            case special
            /// This file system does not say; ``FileStatus`` does.
            case unknown
        }

        public init(name: [UInt8], kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    /// Of the folder when it was opened.
    public let status: FileStatus
    private let stream: OpaquePointer
    private let descriptor: Int32

    /// Opens `path`, which may be a link to a folder; blocking, for background threads only.
    public init(_ path: FilePath) throws(FileError) {
        let opened = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
        guard opened >= 0 else { throw FileError(errno: errno) }
        var status = stat()
        guard fstat(opened, &status) == 0, let stream = fdopendir(opened) else {
            let error = FileError(errno: errno)
            close(opened)
            throw error
        }
        self.status = FileStatus(status)
        self.stream = stream
        descriptor = opened
    }

    deinit { closedir(stream) }

    /// The next entry in the file system's order, without `.` and `..`; nil at the end.
    public func next() throws(FileError) -> Entry? {
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw FileError(errno: errno) }
                return nil
            }
            let start = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
            let name = start.assumingMemoryBound(to: UInt8.self)
            let count = strlen(start.assumingMemoryBound(to: CChar.self))
            let dot = UInt8(ascii: ".")
            if name[0] == dot, count == 1 || count == 2 && name[1] == dot { continue }
            let bytes = Array(UnsafeBufferPointer(start: name, count: count))
            return Entry(name: bytes, kind: Self.kind(of: entry.pointee.d_type))
        }
    }

    /// Whether the folder lies where others write unseen by this kernel: NFS, SMB, FUSE, 9P and the like.
    public var isRemote: Bool {
        var system = statfs()
        guard fstatfs(descriptor, &system) == 0 else { return true }
        return Self.remoteSystems.contains(UInt32(truncatingIfNeeded: system.f_type))
    }

    /// statfs(2): NFS, SMB, CIFS, SMB2, FUSE, 9P, Ceph, AFS.
    private static let remoteSystems: Set<UInt32> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
    ]

    private static func kind(of type: UInt8) -> Entry.Kind {
        switch Int(type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): .unknown
        default: .special
        }
    }
}

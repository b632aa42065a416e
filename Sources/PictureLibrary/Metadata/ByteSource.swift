import GLibBridge

/// A stretch of a file that is read a little at a time; parts of it share one budget.
///
/// The budget bounds what any file can cost, whatever it claims: when it is used up, every read finds
/// nothing more, and the readers of containers come to their end.
struct ByteSource {
    private let pages: FilePages
    /// Where in the file, or in what is in memory, this stretch begins.
    let start: Int64
    let count: Int64
    private let isFile: Bool

    /// Reads the head of a file, which is often all that is needed of it.
    init(_ reader: FileReader) throws(FileError) {
        let head = try reader.read(at: 0, count: FilePages.headSize)
        pages = FilePages(head: ByteSlice(head), read: { try? reader.read(at: $0, count: $1) })
        isFile = true
        start = 0
        count = reader.size
    }

    /// Bytes in memory, such as a block that lay in pieces.
    init(_ slice: ByteSlice, standsForFile: Bool = false) {
        isFile = standsForFile
        pages = FilePages(head: slice, read: { _, _ in nil })
        start = 0
        count = Int64(slice.count)
    }

    private init(pages: FilePages, isFile: Bool, start: Int64, count: Int64) {
        self.pages = pages
        self.isFile = isFile
        self.start = start
        self.count = count
    }

    /// Exactly `count` bytes, or nil where there are fewer.
    func bytes(at offset: Int64, count length: Int) -> ByteSlice? {
        guard offset >= 0, length >= 0, offset <= count, Int64(length) <= count - offset else { return nil }
        return pages.bytes(at: start + offset, count: length)
    }

    /// Up to `length` bytes; empty past the end.
    func bytes(at offset: Int64, upTo length: Int) -> ByteSlice {
        guard offset >= 0, offset < count else { return .empty }
        return bytes(at: offset, count: Int(min(Int64(length), count - offset))) ?? .empty
    }

    /// The stretch of exactly `length` bytes from `offset` on, or nil where it does not lie in this one.
    func part(at offset: Int64, count length: Int64) -> ByteSource? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return ByteSource(pages: pages, isFile: isFile, start: start + offset, count: length)
    }

    /// The stretch from `offset` to the end, at most `length` bytes long.
    func part(at offset: Int64, upTo length: Int64) -> ByteSource? {
        part(at: offset, count: Swift.min(length, count - offset))
    }

    /// The first bytes, at most `limit`, that come out of `packed`, which lies in this file. They are bounded
    /// together like all that is read, since a small file may hold many that unpack to a lot.
    func unpacked(_ packed: ByteSlice, _ format: Inflation.Format, limit: Int) -> ByteSlice {
        pages.unpacked(packed, format, limit: limit)
    }

    /// The range in the file of a range in this stretch; nil where it does not lie in a file.
    func fileRange(_ offset: Int64, _ length: Int64) -> Range<Int64>? {
        guard isFile, let part = part(at: offset, count: length) else { return nil }
        return part.start..<(part.start + length)
    }
}

/// The two pieces of a file that are kept at hand: its head, and the place last looked at.
private final class FilePages {
    private let read: (Int64, Int) -> [UInt8]?
    private let head: ByteSlice
    private var window: (start: Int64, bytes: ByteSlice) = (0, .empty)
    private var readsLeft = 4096
    private var bytesLeft = 48 << 20
    private var looksLeft = 400_000
    private var unpackedLeft = 1 << 20

    static let headSize = 8 << 10
    private static let windowSize = 4 << 10

    init(head: ByteSlice, read: @escaping (Int64, Int) -> [UInt8]?) {
        self.head = head
        self.read = read
    }

    func bytes(at start: Int64, count: Int) -> ByteSlice? {
        guard looksLeft > 0 else { return nil }
        looksLeft -= 1
        if start <= Int64(head.count), let found = head.part(Int(start), count) { return found }
        if start >= window.start, start - window.start <= Int64(window.bytes.count),
            let found = window.bytes.part(Int(start - window.start), count)
        {
            return found
        }
        guard let fresh = fetch(at: start, count: max(count, Self.windowSize)) else { return nil }
        window = (start, fresh)
        return fresh.part(0, count)
    }

    func unpacked(_ packed: ByteSlice, _ format: Inflation.Format, limit: Int) -> ByteSlice {
        let bytes = Inflation.prefix(of: packed.bytes, format: format, limit: min(limit, unpackedLeft))
        unpackedLeft -= bytes.count
        return ByteSlice(bytes)
    }

    private func fetch(at start: Int64, count: Int) -> ByteSlice? {
        guard readsLeft > 0, bytesLeft >= count, let bytes = read(start, count) else { return nil }
        readsLeft -= 1
        bytesLeft -= bytes.count
        return ByteSlice(bytes)
    }
}

import GLibBridge

/// The pack's files: segments with tiles one behind the other, each with the index of its records.
///
/// Readers take them as they are at any moment and check what they get. Writers come one at a time, under
/// a lock of all processes, put a tile down before its record, and cut off what another left unfinished.
struct TileSegments: Sendable {
    private let files: CacheFolder
    /// Bytes of a segment with its index.
    private let segmentLimit: Int64

    /// Names have eight digits.
    private static let highestNumber = 99_999_999

    init(_ folder: FilePath, limit: Int64, segmentLimit: Int64) {
        files = CacheFolder(path: folder, limit: limit)
        self.segmentLimit = segmentLimit
    }

    /// The segments there are, oldest first.
    func numbers() -> [Int] {
        guard let folder = try? FolderReader(files.path) else { return [] }
        var numbers: Set<Int> = []
        while let entry = try? folder.next() {
            if let number = Self.number(of: entry.name) { numbers.insert(number) }
        }
        return numbers.sorted()
    }

    /// The index of a segment as it is now; nil where there is none that can be read.
    func index(of number: Int) -> FileReader? {
        let file = try? FileReader(path(Self.index(number)))
        return file.flatMap { $0.size <= segmentLimit ? $0 : nil }
    }

    /// The tile of a record; nil unless it is there as it was written.
    func tile(of record: TileRecord, in number: Int) -> [UInt8]? {
        guard let file = try? FileReader(path(Self.data(number))),
            let tile = try? file.read(at: Int64(record.range.lowerBound), count: record.range.count),
            record.fits(tile)
        else { return nil }
        return tile
    }

    /// Adds a tile; blocking while others do. The oldest segments go where there is no room for a new one.
    func append(_ tile: [UInt8], _ key: TileRecord.Key) throws(FileError) {
        let needed = Int64(tile.count + TileRecord.byteCount)
        guard needed <= segmentLimit else { return }
        try path("lock").whileLocked { () throws(FileError) in
            var number = numbers().last ?? 0
            // One that can't be opened is not ours; the next one will tell what is wrong with the folder.
            if number > 0, let segment = try? open(number, room: needed) {
                return try segment.append(tile, key)
            }
            number += 1
            if number > Self.highestNumber {
                numbers().forEach(remove)
                number = 1
            }
            makeRoom()
            try open(number, room: needed)?.append(tile, key)
        }
    }

    // MARK: Writing

    /// A segment open for a tile more.
    private struct OpenSegment {
        let data: GrowingFile
        let index: GrowingFile

        func append(_ tile: [UInt8], _ key: TileRecord.Key) throws(FileError) {
            let start = UInt32(clamping: data.size)
            let range = start..<(start + UInt32(tile.count))
            try data.append(tile)
            try index.append(TileRecord(key, range: range, of: tile).bytes)
        }
    }

    /// Nil for a segment that is full, or whose last record does not hold, so that nobody knows where its
    /// tiles end.
    private func open(_ number: Int, room: Int64) throws(FileError) -> OpenSegment? {
        let index = try GrowingFile(path(Self.index(number)))
        let data = try GrowingFile(path(Self.data(number)))
        let count = index.size / Int64(TileRecord.byteCount)
        var end: Int64 = 0
        if count > 0 {
            let start = (count - 1) * Int64(TileRecord.byteCount)
            guard let last = try self.index(of: number)?.read(at: start, count: TileRecord.byteCount),
                last.count == TileRecord.byteCount, let record = TileRecord(last, number: 0),
                tile(of: record, in: number) != nil
            else { return nil }
            end = Int64(record.range.upperBound)
        }
        try index.cut(to: count * Int64(TileRecord.byteCount))
        try data.cut(to: end)
        guard index.size + data.size + room <= segmentLimit else { return nil }
        return OpenSegment(data: data, index: index)
    }

    private func makeRoom() {
        let sizes = numbers().map { number in
            (number, bytes: size(Self.index(number)) + size(Self.data(number)))
        }
        var total = sizes.reduce(segmentLimit) { $0 + $1.bytes }
        for (number, bytes) in sizes where total > files.limit {
            remove(number)
            total -= bytes
        }
    }

    private func remove(_ number: Int) {
        files.remove(Self.index(number))
        files.remove(Self.data(number))
    }

    private func size(_ name: String) -> Int64 {
        (try? FileStatus.read(path(name), followingLinks: false))?.size ?? 0
    }

    // MARK: Names

    private func path(_ name: String) -> FilePath { files.path.appending(name) }

    private static func index(_ number: Int) -> String { digits(number) + ".index" }
    private static func data(_ number: Int) -> String { digits(number) + ".tiles" }

    private static func digits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Nil for a name that no segment has.
    private static func number(of name: [UInt8]) -> Int? {
        let name = String(decoding: name, as: UTF8.self)
        guard let number = Int(name.prefix(8)), number > 0, [index(number), data(number)].contains(name)
        else { return nil }
        return number
    }
}

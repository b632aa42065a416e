import GLibBridge

/// What the index of a segment says of one tile: whose it is, and where its bytes are.
struct TileRecord: Equatable {
    /// What tells a tile from all others.
    struct Key: Hashable {
        /// A digest.
        let path: UInt64
        let file: IndexRecord.Key
        /// Device pixels.
        let side: UInt64

        /// Of what `status` says the file was when the tile was made.
        init(path: FilePath, status: FileStatus, side: Int) {
            self.path = IndexLayout.hash(path.bytes)
            file = IndexRecord.Key(status)
            self.side = UInt64(side)
        }

        /// Of the record with this number in an index.
        init(_ index: [UInt8], number: Int) {
            let first = number * TileRecord.byteCount / 8
            func signed(_ place: Int) -> Int64 { Int64(bitPattern: IndexLayout.word(index, first + place)) }
            path = IndexLayout.word(index, first)
            file = IndexRecord.Key(
                inode: IndexLayout.word(index, first + 1), size: signed(2), modified: signed(3),
                changed: signed(4))
            side = IndexLayout.word(index, first + 5)
        }

        /// Where a table looks first.
        var hash: UInt64 {
            IndexLayout.mix(IndexLayout.mix(path, UInt64(bitPattern: file.changed)), side)
        }
    }

    let key: Key
    /// In the segment.
    let range: Range<UInt32>
    /// Of all else here, and the bytes.
    let checksum: UInt64

    /// Eight little-endian words: path, inode, size, modified, changed, side, range (start, end), checksum.
    static let byteCount = 64
    /// What checksums begin with: raised when a tile, or this, means something else than before.
    private static let version: UInt64 = 1

    init(_ key: Key, range: Range<UInt32>, of tile: [UInt8]) {
        self.key = key
        self.range = range
        checksum = Self.checksum(key, range, tile)
    }

    /// The record with this number in an index; whatever is there, it is one, and ``fits(_:)`` tells a good
    /// one. Nil where the range ends before it starts.
    init?(_ index: [UInt8], number: Int) {
        let first = number * Self.byteCount / 8
        let place = IndexLayout.word(index, first + 6)
        let start = UInt32(truncatingIfNeeded: place)
        let end = UInt32(truncatingIfNeeded: place >> 32)
        guard start <= end else { return nil }
        key = Key(index, number: number)
        range = start..<end
        checksum = IndexLayout.word(index, first + 7)
    }

    /// The record for the index.
    var bytes: [UInt8] { (Self.words(key, range) + [checksum]).littleEndianBytes }

    /// Whether this record was written for these bytes.
    func fits(_ tile: [UInt8]) -> Bool {
        tile.count == range.count && checksum == Self.checksum(key, range, tile)
    }

    private static func words(_ key: Key, _ range: Range<UInt32>) -> [UInt64] {
        [
            key.path, key.file.inode, UInt64(bitPattern: key.file.size),
            UInt64(bitPattern: key.file.modified), UInt64(bitPattern: key.file.changed), key.side,
            UInt64(range.lowerBound) | UInt64(range.upperBound) << 32,
        ]
    }

    private static func checksum(_ key: Key, _ range: Range<UInt32>, _ tile: [UInt8]) -> UInt64 {
        var sum = words(key, range).reduce(version, IndexLayout.mix)
        for index in 0..<(tile.count / 8) { sum = IndexLayout.mix(sum, IndexLayout.word(tile, index)) }
        let rest = tile.suffix(tile.count % 8).reduce(0) { $0 << 8 | UInt64($1) }
        return IndexLayout.mix(sum, rest)
    }
}

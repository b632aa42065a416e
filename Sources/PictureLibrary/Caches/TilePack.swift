import GLibBridge

/// The tiles of photos that were shown before, as small JPEGs of exactly the tile's size.
///
/// In `$XDG_CACHE_HOME/pickture/tiles`, where any number of processes read and write. Everything here blocks
/// and may run on any thread. Nothing is ever an error for the user: what cannot be read, is damaged or was
/// deleted is a miss, what cannot be written is left out.
public final class TilePack: Sendable {
    private struct Segment {
        let number: Int
        /// The index. It stays open, so that one that is put in its place has another inode.
        let file: FileReader
        var records = TileIndex()
    }

    private struct State {
        /// Oldest first.
        var segments: [Segment] = []
        /// When the folder was last looked at, on the monotonic clock, in microseconds.
        var lastLook: Int?
    }

    private let segments: TileSegments
    private let state = Locked(State())
    private let writing = WritingState()

    /// Microseconds after a look in which there is none for what is missing: others have added little.
    private static let pause = 500_000

    /// `limit` is in bytes, for all segments together with their indexes.
    public init(
        _ folder: FilePath = UserFolders.cache.appending("pickture").appending("tiles"),
        limit: Int64 = 512 << 20, segmentLimit: Int64 = 32 << 20
    ) {
        segments = TileSegments(folder, limit: limit, segmentLimit: segmentLimit)
    }

    /// The tile of `side` pixels of the file that is as `status` describes it.
    func tile(of path: FilePath, status: FileStatus, side: Int) -> PixelBuffer? {
        guard let jpeg = find(TileRecord.Key(path: path, status: status, side: side)) else { return nil }
        let size = PixelSize(width: side, height: side)
        // A record that is not ours may be of any size: it is bounded, and no tile then.
        let picture = jpeg.withUnsafeBytes { try? ImageCodec.jpeg.decode($0, size: size) }
        guard let picture, picture.isComplete, picture.pixels.size == size else { return nil }
        return picture.pixels
    }

    /// Keeps a square tile that was made of the file as `status` describes it, unless it is there already.
    func store(_ tile: PixelBuffer, of path: FilePath, status: FileStatus) {
        let key = TileRecord.Key(path: path, status: status, side: tile.size.width)
        guard writing.isAllowed, find(key) == nil, let jpeg = tile.jpeg() else { return }
        do throws(FileError) {
            try UninterruptedWrite.run { () throws(FileError) in try segments.append(jpeg, key) }
        } catch {
            _ = writing.failed(error.errno)
        }
        state.withLock { look(&$0) }
    }

    private func find(_ key: TileRecord.Key) -> [UInt8]? {
        if let tile = findKnown(key) { return tile }
        let hasLooked = state.withLock { state in
            if let last = state.lastLook, MonotonicClock.microseconds < last + Self.pause { return false }
            look(&state)
            return true
        }
        return hasLooked ? findKnown(key) : nil
    }

    private func findKnown(_ key: TileRecord.Key) -> [UInt8]? {
        let found = state.withLock { state -> (TileRecord, Int)? in
            for segment in state.segments.reversed() {
                if let record = segment.records.find(key) { return (record, segment.number) }
            }
            return nil
        }
        return found.flatMap { segments.tile(of: $0.0, in: $0.1) }
    }

    /// Learns what was added, deleted or replaced.
    private func look(_ state: inout State) {
        state.lastLook = MonotonicClock.microseconds
        var known = Dictionary(uniqueKeysWithValues: state.segments.map { ($0.number, $0) })
        // Each is in one place only while it grows, which would copy it otherwise.
        state.segments = []
        state.segments = segments.numbers().compactMap { number in
            guard let file = segments.index(of: number) else { return nil }
            var segment = Segment(number: number, file: file)
            if let old = known.removeValue(forKey: number), old.file.inode == file.inode,
                old.records.end <= file.size
            {
                segment.records = old.records
            }
            let start = segment.records.end
            if start < file.size, let bytes = try? file.read(at: start, count: Int(file.size - start)) {
                segment.records.add(bytes)
            }
            return segment
        }
    }
}

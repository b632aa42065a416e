/// The records of one segment in memory, found by their keys: two flat arrays, and nothing made of a record
/// before it is asked for.
struct TileIndex {
    /// As in the file, which may lie.
    private var records: [UInt8] = []
    /// Numbers of records from 1 on, 0 where free: a power of two, and at least half of them are.
    private var slots: [UInt32] = [0, 0]

    /// Bytes of the index file that are known.
    var end: Int64 { Int64(records.count) }
    private var count: Int { records.count / TileRecord.byteCount }

    /// Adds the records that follow ``end`` in the file; of a torn one at the end nothing.
    mutating func add(_ bytes: [UInt8]) {
        let known = count
        if records.isEmpty { records = bytes } else { records += bytes }
        records.removeLast(records.count % TileRecord.byteCount)
        guard slots.count < 2 * count else { return insert(known..<count) }
        var size = slots.count
        while size < 2 * count { size *= 2 }
        slots = Array(repeating: 0, count: size)
        insert(0..<count)
    }

    /// The newest record with this key.
    func find(_ key: TileRecord.Key) -> TileRecord? {
        let number = Int(slots[slot(of: key)])
        return number > 0 ? TileRecord(records, number: number - 1) : nil
    }

    private mutating func insert(_ numbers: Range<Int>) {
        for number in numbers {
            slots[slot(of: TileRecord.Key(records, number: number))] = UInt32(number + 1)
        }
    }

    /// The slot that has this key, else the free one where it belongs.
    private func slot(of key: TileRecord.Key) -> Int {
        var slot = Int(truncatingIfNeeded: key.hash) & (slots.count - 1)
        while slots[slot] > 0, TileRecord.Key(records, number: Int(slots[slot]) - 1) != key {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}

/// The records of one segment in memory, found by their keys: two flat arrays, and no object for any of them.
struct TileIndex {
    private var records: [TileRecord] = []
    /// Numbers of records from 1 on, 0 where free: a power of two, and at least half of them are.
    private var slots: [UInt32] = [0, 0]
    /// Bytes of the index file that are known.
    private(set) var end: Int64 = 0

    /// Adds the records that follow ``end`` in the file; of a torn one at the end nothing.
    mutating func add(_ bytes: [UInt8]) {
        let count = bytes.count / TileRecord.byteCount
        end += Int64(count * TileRecord.byteCount)
        let first = records.count
        records += (0..<count).lazy.compactMap { TileRecord(bytes, number: $0) }
        guard slots.count < 2 * records.count else { return insert(first..<records.count) }
        var size = slots.count
        while size < 2 * records.count { size *= 2 }
        slots = Array(repeating: 0, count: size)
        insert(records.indices)
    }

    /// The newest record with this key.
    func find(_ key: TileRecord.Key) -> TileRecord? {
        let number = Int(slots[slot(of: key)])
        return number > 0 ? records[number - 1] : nil
    }

    private mutating func insert(_ numbers: Range<Int>) {
        for number in numbers { slots[slot(of: records[number].key)] = UInt32(number + 1) }
    }

    /// The slot that has this key, else the free one where it belongs.
    private func slot(of key: TileRecord.Key) -> Int {
        var slot = Int(truncatingIfNeeded: key.hash) & (slots.count - 1)
        while slots[slot] > 0, records[Int(slots[slot]) - 1].key != key {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}

import GLibBridge

/// Memory that several threads share: who would exceed it waits until others gave theirs back.
final class ByteBudget: Sendable {
    /// What decoders take for whole pictures, all threads together.
    static let decoding = ByteBudget(total: 512 << 20)
    /// Microseconds between two looks whether somebody still waits for the result.
    private static let pause = 100_000

    private let total: Int
    private let used = Monitored(0)

    init(total: Int) { self.total = total }

    /// Runs `body` with `bytes` of the budget, all of it for what exceeds it.
    ///
    /// - Throws: `.cancelled` when nobody waits any more, or what `body` throws.
    func with<Result>(
        _ bytes: Int, cancellation: Cancellation, _ body: () throws(DecodeError) -> Result
    ) throws(DecodeError) -> Result {
        let share = min(bytes, total)
        let room = total - share
        while !used.change(
            when: { $0 <= room }, until: MonotonicClock.microseconds + Self.pause, { $0 += share })
        {
            if cancellation.isCancelled { throw .cancelled }
        }
        defer { used.change { $0 -= share } }
        return try body()
    }
}

/// Short work, on any thread, that the end of the process waits for, so that it leaves no temporary file.
///
/// A signal waits only where ``TerminationSignals`` handles it.
public enum UninterruptedWrite {
    /// Microseconds that the end of the process waits at most, for file systems that stall.
    private static let patience = 2_000_000

    /// Runs `body`, which begins no more once the process is ending.
    public static func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        gate.change(when: { !$0.isClosed }) { $0.running += 1 }
        defer { gate.change { $0.running -= 1 } }
        return try body()
    }

    /// Waits for what has begun and lets nothing begin any more.
    public static func close() {
        gate.change { $0.isClosed = true }
        gate.change(when: { $0.running == 0 }, until: MonotonicClock.microseconds + patience) { _ in }
        HalfWrittenFiles.removeAll()
    }

    private struct Gate {
        var running = 0
        var isClosed = false
    }

    private static let gate = Monitored(Gate())
}

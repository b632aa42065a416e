import GLibBridge

/// Finds the assets of a ``LibraryRequest`` and tells what becomes of them.
///
/// All methods return at once and may be called on any thread; the work is done on threads of its own.
public final class LibraryScanner: Sendable {
    /// What happens, for one reader. It ends after ``stop()``, and without watching also after
    /// ``LibraryEvent/complete``.
    public let events: AsyncStream<LibraryEvent>
    private let continuation: AsyncStream<LibraryEvent>.Continuation
    private let request: LibraryRequest

    /// - Parameter watching: whether changes on disk are told after everything was read.
    public init(_ request: LibraryRequest, watching: Bool) {
        self.request = request
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Begins to read. Events from before the first look at ``events`` are kept.
    public func start() {}

    /// These are looked at next, in this order; what was asked for before is not any more.
    public func prioritise(_ visible: [FilePath]) {}

    /// Offers these too: dropped onto the window, or read from standard input.
    public func add(files: [FilePath], folders: [LibraryRequest.Root]) {}

    /// Reads the folders anew where watching does not reach; for when the window gets the focus.
    public func rescan() {}

    /// Ends the reading and the watching; nothing is told any more.
    public func stop() { continuation.finish() }

    /// Everything that the request offers, looked at. Files that were named come first, in their order,
    /// then each folder's by path.
    public static func collect(
        _ request: LibraryRequest
    ) async -> (assets: [Asset], problems: [(path: FilePath, reason: String)]) {
        ([], [])
    }
}

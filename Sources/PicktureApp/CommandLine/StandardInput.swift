import Dispatch
import GLibBridge

/// Names from standard input, while they arrive.
nonisolated enum StandardInput {
    enum Arrival: Sendable {
        /// Some that came together, without their terminators, and not empty.
        case names([[UInt8]])
        /// The last: no more can be read.
        case failure(FileError)
    }

    /// The names as they come; the stream ends with the input.
    ///
    /// A thread of its own waits for input, which may come slowly or never.
    static func arrivals(endingIn terminator: UInt8) -> AsyncStream<Arrival> {
        AsyncStream { arrivals in
            DispatchQueue(label: "standard input").async {
                var splitter = NameSplitter(terminator: terminator)
                var failure: FileError?
                do throws(FileError) {
                    while true {
                        let bytes = try StandardStreams.readInput()
                        if bytes.isEmpty { break }
                        let names = splitter.feed(bytes)
                        if !names.isEmpty { arrivals.yield(.names(names)) }
                    }
                } catch {
                    failure = error
                }
                if let last = splitter.finish() { arrivals.yield(.names([last])) }
                if let failure { arrivals.yield(.failure(failure)) }
                arrivals.finish()
            }
        }
    }
}

/// Cuts a stream of bytes into names.
nonisolated struct NameSplitter {
    /// Bytes of a name that are kept, so that input without an end takes no memory: no file has a longer one,
    /// not even as a URI with each byte escaped.
    static let longest = 16 << 10

    let terminator: UInt8
    private var rest: [UInt8] = []

    init(terminator: UInt8) { self.terminator = terminator }

    /// The names that `bytes` complete.
    mutating func feed(_ bytes: [UInt8]) -> [[UInt8]] {
        guard let end = bytes.lastIndex(of: terminator) else {
            rest += bytes.prefix(Self.longest - rest.count)
            return []
        }
        let whole = rest + bytes[..<end]
        rest = Array(bytes[(end + 1)...].prefix(Self.longest))
        return whole.split(separator: terminator).map { Array($0.prefix(Self.longest)) }
    }

    /// The last name, where it has no terminator.
    mutating func finish() -> [UInt8]? {
        defer { rest = [] }
        return rest.isEmpty ? nil : rest
    }
}

import Dispatch
import GLibBridge

/// Names from standard input, while they arrive.
nonisolated enum StandardInput {
    /// One name at a time, without its terminator; empty ones are left out. The stream ends with the
    /// input; a failure to read it is said on standard error and ends it too.
    ///
    /// A thread of its own waits for input, which may come slowly or never.
    static func names(endingIn terminator: UInt8) -> AsyncStream<[UInt8]> {
        AsyncStream { names in
            DispatchQueue(label: "standard input").async {
                var splitter = NameSplitter(terminator: terminator)
                do throws(FileError) {
                    while true {
                        let bytes = try StandardStreams.readInput()
                        if bytes.isEmpty { break }
                        for name in splitter.feed(bytes) { names.yield(name) }
                    }
                } catch {
                    Message.say(tr("Standard input can't be read: {reason}", ["reason": error.reason]))
                }
                if let last = splitter.finish() { names.yield(last) }
                names.finish()
            }
        }
    }
}

/// Cuts a stream of bytes into names.
nonisolated struct NameSplitter {
    let terminator: UInt8
    private var rest: [UInt8] = []

    init(terminator: UInt8) { self.terminator = terminator }

    /// The names that `bytes` complete.
    mutating func feed(_ bytes: [UInt8]) -> [[UInt8]] {
        guard let end = bytes.lastIndex(of: terminator) else {
            rest += bytes
            return []
        }
        let whole = rest + bytes[..<end]
        rest = Array(bytes[(end + 1)...])
        return whole.split(separator: terminator).map(Array.init)
    }

    /// The last name, where it has no terminator.
    mutating func finish() -> [UInt8]? {
        defer { rest = [] }
        return rest.isEmpty ? nil : rest
    }
}

import CWorker
import Glibc

/// One end of the line between a process and its worker: packets that arrive whole, each with a descriptor
/// if need be. Closed with the object. One thread at a time.
public final class WorkerSocket: Sendable {
    /// Something that arrived.
    public enum Packet {
        case bytes([UInt8], FileDescriptor?)
        /// The other end is closed, or sent what no packet may be.
        case end
        /// Nothing came in the time given.
        case nothing
    }

    /// More bytes than any packet has.
    public static let largestPacket = 4096
    /// Where a worker finds its end.
    static let numberInWorker: Int32 = 3

    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The worker's own end.
    public static func inWorker() -> WorkerSocket {
        _ = fcntl(numberInWorker, F_SETFD, FD_CLOEXEC)
        return WorkerSocket(numberInWorker)
    }

    /// Both ends, which close on exec.
    static func pair() throws(FileError) -> (WorkerSocket, WorkerSocket) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw FileError(errno: errno) }
        return (WorkerSocket(ends[0]), WorkerSocket(ends[1]))
    }

    /// Sends `bytes`, at most ``largestPacket``; the other end gets a copy of the file's descriptor.
    public func send(_ bytes: [UInt8], _ file: FileReader? = nil) throws(FileError) {
        try send(bytes, descriptor: file?.descriptor ?? -1)
    }

    /// The same with a descriptor that is not a file's.
    public func send(_ bytes: [UInt8], _ memory: FileDescriptor) throws(FileError) {
        try send(bytes, descriptor: memory.number)
    }

    private func send(_ bytes: [UInt8], descriptor other: Int32) throws(FileError) {
        let error = cworker_send(descriptor, bytes, bytes.count, other)
        guard error == 0 else { throw FileError(errno: error) }
    }

    /// Waits at most so long, or without end if negative.
    public func receive(milliseconds: Int32) -> Packet {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, milliseconds) > 0 else { return .nothing }
        var other: Int32 = -1
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.largestPacket) { buffer, filled in
            count = cworker_receive(descriptor, buffer.baseAddress, buffer.count, &other)
            filled = max(0, count)
        }
        let attached = other >= 0 ? FileDescriptor(other) : nil
        if count == Int(-EAGAIN) { return .nothing }
        return count > 0 ? .bytes(bytes, attached) : .end
    }
}

/// A descriptor that is closed with the object.
public final class FileDescriptor: Sendable {
    private let owned: Locked<Int32>

    /// Takes `number` over.
    public init(_ number: Int32) { owned = Locked(number) }

    deinit {
        let number = owned.withLock { $0 }
        if number >= 0 { close(number) }
    }

    var number: Int32 { owned.withLock { $0 } }

    /// Opens it as a file.
    public func file() throws(FileError) -> FileReader {
        let number = owned.withLock { number in
            defer { number = -1 }
            return number
        }
        return try FileReader(takingOver: number)
    }
}

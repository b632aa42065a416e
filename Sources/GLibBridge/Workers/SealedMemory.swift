import CGlib
import CWorker
import Glibc

/// Memory that one process fills and another reads, and that nobody can change any more.
public enum SealedMemory {
    /// A sealed copy of `bytes`.
    public static func make(_ bytes: Bytes) throws(FileError) -> FileDescriptor {
        let descriptor = cworker_create_memory()
        guard descriptor >= 0 else { throw FileError(errno: -descriptor) }
        let memory = FileDescriptor(descriptor)
        let error: Int32 = bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let written = write(descriptor, rest.baseAddress, rest.count)
                if written < 0 && errno != EINTR { return errno }
                rest = .init(rebasing: rest.dropFirst(max(0, written)))
            }
            return cworker_seal(descriptor)
        }
        guard error == 0 else { throw FileError(errno: error) }
        return memory
    }

    /// `count` bytes of it, without a copy. Nil where what came is shorter, not sealed, or other memory: a
    /// reader that trusted it would be ended by whoever shortens it.
    public static func map(_ memory: FileDescriptor, count: Int) -> Bytes? {
        var status = stat()
        guard cworker_is_sealed(memory.number), fstat(memory.number, &status) == 0,
            count > 0, Int64(status.st_size) >= Int64(count)
        else { return nil }
        guard let start = mmap(nil, count, PROT_READ, MAP_SHARED, memory.number, 0), start != MAP_FAILED
        else { return nil }
        let mapping = Unmanaged.passRetained(Mapping(start: start, count: count))
        let bytes = g_bytes_new_with_free_func(
            start, gsize(count), { Unmanaged<Mapping>.fromOpaque($0!).release() }, mapping.toOpaque())
        return Bytes(transferFull: bytes!)
    }

    private final class Mapping {
        let start: UnsafeMutableRawPointer
        let count: Int

        init(start: UnsafeMutableRawPointer, count: Int) {
            self.start = start
            self.count = count
        }

        deinit { munmap(start, count) }
    }
}

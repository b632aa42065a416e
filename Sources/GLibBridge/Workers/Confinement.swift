import CGlib
import CWorker
import Glibc

/// What a process takes away from itself before it looks at files that may be hostile. What the kernel does
/// not know is left out.
public enum Confinement {
    /// For the whole life of the process; call it before the first thread.
    ///
    /// - Parameters:
    ///   - memory: bytes of addresses; not with a sanitizer, which reserves all there are.
    ///   - openFiles: descriptors at the same time.
    ///   - written: the most bytes of one file, shared memory included.
    ///   - readable: the folders below which files can still be opened, for reading.
    public static func enter(memory: Int, openFiles: Int, written: Int, readable: [FilePath]) {
        cworker_tie_to_parent()
        if !cworker_reserves_addresses() { limit(RLIMIT_AS, to: memory) }
        limit(RLIMIT_NOFILE, to: openFiles)
        limit(RLIMIT_FSIZE, to: written)
        // Writing more fails; that is no reason to die.
        signal(SIGXFSZ, SIG_IGN)
        limit(RLIMIT_CORE, to: 0)
        var folders = readable.map { folder in folder.withCString { UnsafePointer(strdup($0)) } }
        defer { folders.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        folders.append(nil)
        _ = cworker_allow_reading_below(folders)
        _ = cworker_forbid_calls()
    }

    /// Lets the process work so many seconds from now on, all its threads together; then SIGXCPU ends it.
    public static func allow(processorSeconds: Int) {
        var used = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let total = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + processorSeconds
        limit.rlim_cur = min(limit.rlim_max, rlim_t(total))
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }

    private static func limit(_ resource: __rlimit_resource, to value: Int) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
        limit.rlim_max = limit.rlim_cur
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}

/// The memory that this process has at the moment.
public final class ResidentMemory {
    private let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)

    /// Open it before ``Confinement``.
    public init() {}

    deinit { close(descriptor) }

    /// Bytes in memory, shared libraries included; 0 where the system does not say.
    public var bytes: Int {
        var text = [UInt8](repeating: 0, count: 128)
        let count = pread(descriptor, &text, text.count, 0)
        let words = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }
}

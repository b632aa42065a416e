import GLibBridge

/// What a worker may use, and when it has lived long enough.
enum WorkerLimits {
    /// Bytes of addresses: the largest picture that is decoded whole, as its loader makes it, turned and
    /// scaled, beside the program and its libraries.
    static let memory = PictureDecoder.largestWhole * 4 * 4 + 512 << 20
    /// Descriptors open at the same time; decoders need a few.
    static let openFiles = 64
    /// The most bytes of one answer's pixels.
    static let answer = PictureDecoder.largestWhole * 4
    /// Seconds of processor time for one file.
    static let processorSeconds = 10

    /// Files that one worker decodes, and the bytes that it may hold on to, before another takes its place:
    /// loaders leak.
    static let files = 500
    static let restingMemory = 200 << 20

    /// Where programs, libraries, loaders, fonts and catalogues of messages lie. No folder of the user's.
    static let readable =
        [
            "/usr", "/etc", "/lib", "/lib64", "/opt", "/app", "/nix/store", "/gnu/store",
            "/var/cache/fontconfig", "/sys/devices/system/cpu", "/proc/cpuinfo", "/proc/meminfo",
        ].map { FilePath($0) } + [Environment.path("GDK_PIXBUF_MODULE_FILE")?.parent].compactMap { $0 }
}

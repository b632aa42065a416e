import CGlib
import Glibc

/// Tells what changes in folders (inotify), to one thread that waits; the other calls may come from any.
public final class FolderMonitor: Sendable {
    /// A watched folder. Two paths to one folder have the same.
    public struct Watch: Sendable, Hashable {
        fileprivate let descriptor: Int32
    }

    public enum Event: Sendable, Equatable {
        /// A file that may still be written: created, but not yet closed.
        case begun(Watch, name: [UInt8])
        /// A file or folder that came, went or was closed after writing. What is there now, ask the disk.
        case happened(Watch, name: [UInt8])
        /// The folder itself was moved or deleted.
        case moved(Watch)
        /// The kernel watches it no more: deleted, or its file system is gone.
        case ended(Watch)
        /// More happened than the kernel keeps: everything may be different.
        case overflow
    }

    private let inotify: Int32
    private let alarm: Int32

    private static let wanted =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
        | UInt32(IN_EXCL_UNLINK)

    /// Without a free inotify instance, ``add(_:)`` fails and ``wait(milliseconds:)`` works.
    public init() {
        inotify = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        alarm = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    }

    deinit {
        if inotify >= 0 { close(inotify) }
        if alarm >= 0 { close(alarm) }
    }

    /// Watches what happens in `folder`, not below it; blocking.
    ///
    /// - Throws: ENOSPC where the user's watches are used up.
    public func add(_ folder: FilePath) throws(FileError) -> Watch {
        let descriptor = folder.withCString { inotify_add_watch(inotify, $0, Self.wanted) }
        guard descriptor >= 0 else { throw FileError(errno: errno) }
        return Watch(descriptor: descriptor)
    }

    public func remove(_ watch: Watch) {
        _ = inotify_rm_watch(inotify, watch.descriptor)
    }

    /// Ends a `wait`, now or the next one.
    public func wake() {
        var one: UInt64 = 1
        _ = write(alarm, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits until something happens, ``wake()`` is called or the time is over; a negative one is for ever.
    public func wait(milliseconds: Int) -> [Event] {
        var descriptors = [
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&descriptors, 2, Int32(clamping: milliseconds))
        var count: UInt64 = 0
        _ = read(alarm, &count, MemoryLayout<UInt64>.size)
        return readEvents()
    }

    private func readEvents() -> [Event] {
        var events: [Event] = []
        withUnsafeTemporaryAllocation(
            byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment
        ) { buffer in
            while true {
                let filled = read(inotify, buffer.baseAddress!, buffer.count)
                guard filled > 0 else { return }
                var offset = 0
                while offset < filled {
                    let record = UnsafeRawBufferPointer(rebasing: buffer[offset..<filled])
                    let event = record.loadUnaligned(as: inotify_event.self)
                    let name = record[MemoryLayout<inotify_event>.size...].prefix(Int(event.len))
                    if let event = Self.event(event, name: Array(name.prefix { $0 != 0 })) {
                        events.append(event)
                    }
                    offset += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
        return events
    }

    private static func event(_ event: inotify_event, name: [UInt8]) -> Event? {
        let watch = Watch(descriptor: event.wd)
        func has(_ bit: some FixedWidthInteger) -> Bool { event.mask & UInt32(truncatingIfNeeded: bit) != 0 }
        if has(IN_Q_OVERFLOW) { return .overflow }
        if has(IN_IGNORED) { return .ended(watch) }
        if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) { return .moved(watch) }
        guard !name.isEmpty else { return nil }
        if has(IN_CREATE), !has(IN_ISDIR) { return .begun(watch, name: name) }
        return .happened(watch, name: name)
    }
}

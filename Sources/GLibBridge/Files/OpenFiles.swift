import CGlib
import Glibc

/// What the user's programs have open, as far as /proc tells.
public enum OpenFiles {
    /// Those of `paths` that some program has open for writing; blocking, tens of milliseconds.
    public static func beingWritten(of paths: some Sequence<FilePath>) -> Set<FilePath> {
        var byName: [[UInt8]: [FilePath]] = [:]
        for path in paths { byName[path.name, default: []].append(path) }
        guard !byName.isEmpty else { return [] }

        var found: Set<FilePath> = []
        for process in names(in: FilePath("/proc")) where process.allSatisfy({ 0x30...0x39 ~= $0 }) {
            let folder = FilePath("/proc").appending(process)
            for number in names(in: folder.appending("fd")) {
                let link = folder.appending("fd").appending(number)
                // The name first: asking for the status of a file on a dead mount would wait.
                guard let target = target(of: link), let candidates = byName[target.name],
                    isWriting(folder.appending("fdinfo").appending(number)),
                    let open = try? FileStatus.read(link)
                else { continue }
                for path in candidates {
                    guard let status = try? FileStatus.read(path) else { continue }
                    if status.inode == open.inode, status.device == open.device { found.insert(path) }
                }
            }
        }
        return found
    }

    private static func names(in folder: FilePath) -> [[UInt8]] {
        guard let reader = try? FolderReader(folder) else { return [] }
        var names: [[UInt8]] = []
        while let entry = try? reader.next() { names.append(entry.name) }
        return names
    }

    private static func target(of link: FilePath) -> FilePath? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = link.withCString { link in
            buffer.withUnsafeMutableBytes { bytes in
                readlink(link, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
            }
        }
        return count > 0 ? FilePath(bytes: Array(buffer[..<count])) : nil
    }

    /// Whether the `flags:` line of a descriptor (octal, as for `open`) has a write mode.
    private static func isWriting(_ information: FilePath) -> Bool {
        let descriptor = information.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("flags:") }),
            let word = line.split(whereSeparator: \.isWhitespace).last, let flags = Int32(word, radix: 8)
        else { return false }
        return flags & O_ACCMODE != O_RDONLY
    }
}

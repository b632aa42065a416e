import CGlib
import GLibBridge
import Glibc

/// A folder of files that can be made again, below `$XDG_CACHE_HOME/pickture`.
///
/// Everything here blocks, may run on any thread and in several processes. Nothing is ever an error for the
/// user: what cannot be read is not there, what cannot be written is left out.
struct CacheFolder: Sendable {
    let path: FilePath
    /// Bytes that the files may have together; the oldest go first.
    let limit: Int64

    /// The whole of a file, if it is there and no longer than `longest`.
    func read(_ name: String, longest: Int64) -> [UInt8]? {
        guard let file = try? FileReader(path.appending(name)), (1...longest).contains(file.size) else {
            return nil
        }
        // What is in use is not old, but a write for every reading would be too much.
        if Int64(time(nil)) - file.modified / 1_000_000_000 > 86_400 { touch(name) }
        return try? file.read(at: 0, count: Int(file.size))
    }

    /// Puts a file in its place; false where that can't be done.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) -> Bool {
        (try? path.appending(name).replaceContents(with: bytes)) != nil
    }

    func remove(_ name: String) { _ = path.appending(name).withCString { unlink($0) } }

    /// Removes the oldest files until the others keep to the limit, and what others left half-written.
    func trim() {
        guard let folder = try? FolderReader(path) else { return }
        var files: [(name: FilePath, status: FileStatus)] = []
        while let entry = try? folder.next() {
            let file = path.appending(entry.name)
            guard let status = try? FileStatus.read(file, followingLinks: false), status.kind == .regular
            else { continue }
            files.append((file, status))
        }
        var total = files.reduce(Int64(0)) { $0 + $1.status.size }
        let longAgo = (Int64(time(nil)) - 3600) * 1_000_000_000
        for (file, status) in files.sorted(by: { $0.status.modified < $1.status.modified }) {
            let isLeftOver = file.isHidden && status.modified < longAgo
            guard total > limit || isLeftOver else { continue }
            if file.withCString({ unlink($0) }) == 0 { total -= status.size }
        }
    }

    private func touch(_ name: String) {
        _ = path.appending(name).withCString { utimensat(AT_FDCWD, $0, nil, 0) }
    }
}

import CGlib
import GLibBridge
import Glibc

/// A folder of the test's own, deleted with the object.
final class TemporaryFolder: Sendable {
    let path: FilePath
    /// What ages count from, so that they do not depend on when a file is made.
    private let now = time(nil)

    init() {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/pickture-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil)
        path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit { Self.remove(path) }

    static func remove(_ path: FilePath) {
        guard let status = try? FileStatus.read(path, followingLinks: false) else { return }
        if status.kind == .folder, let reader = try? FolderReader(path) {
            while let entry = try? reader.next() { remove(path.appending(entry.name)) }
        }
        _ = path.withCString { Glibc.remove($0) }
    }

    subscript(_ name: String) -> FilePath { path.appending(name) }

    func makeFolder(_ name: String) -> FilePath {
        _ = self[name].withCString { mkdir($0, 0o755) }
        return self[name]
    }

    /// A picture of its own size in bytes, last modified `age` seconds ago.
    @discardableResult
    func makePicture(_ name: String, size: Int = 100, age: Int = 3600) -> FilePath {
        write(name, Self.png + [UInt8](repeating: 7, count: size), age: age)
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8], age: Int = 3600) -> FilePath {
        let descriptor = self[name].withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        precondition(descriptor >= 0)
        precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        // Before the closing, so that whoever is told of it sees the final time.
        setAge(descriptor, age)
        close(descriptor)
        return self[name]
    }

    func rename(_ from: String, _ to: String) {
        _ = self[from].withCString { from in self[to].withCString { Glibc.rename(from, $0) } }
    }

    func delete(_ name: String) { Self.remove(self[name]) }

    func link(_ name: String, to target: String) {
        _ = self[name].withCString { symlink(target, $0) }
    }

    private func setAge(_ descriptor: Int32, _ age: Int) {
        let moment = timespec(tv_sec: now - age, tv_nsec: 0)
        futimens(descriptor, [moment, moment])
    }

    /// One grey pixel.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0,
        0, 0,
        1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63,
        0x68,
        0, 0, 0, 0x82, 0, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60,
        0x82,
    ]
}

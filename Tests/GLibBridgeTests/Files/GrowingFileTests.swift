import Dispatch
import GLibBridge
import Glibc
import Testing

/// A file that grows, and the lock that gives it one writer at a time.
struct GrowingFileTests {
    private func withFolder(_ body: (FilePath) throws -> Void) throws {
        var template = Array("/tmp/pickture-growing-XXXXXX".utf8CString)
        #expect(mkdtemp(&template) != nil)
        let folder = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
        defer { _ = folder.withCString { rmdir($0) } }
        try body(folder)
    }

    private func contents(_ path: FilePath) throws -> String {
        String(decoding: try FileReader(path).read(at: 0, count: 1000), as: UTF8.self)
    }

    @Test("What is added comes behind what is there; an end can be cut off")
    func appending() throws {
        try withFolder { folder in
            let path = folder.appending("file")
            defer { _ = path.withCString { unlink($0) } }
            let file = try GrowingFile(path)
            #expect(file.size == 0)
            try file.append(Array("abc".utf8))
            try file.append([])
            let other = try GrowingFile(path)
            #expect(other.size == 3)
            try other.append(Array("def".utf8))
            #expect(try contents(path) == "abcdef")
            try other.cut(to: 6)
            try other.cut(to: 5)
            try other.append(Array("g".utf8))
            #expect(other.size == 6)
            #expect(try contents(path) == "abcdeg")
        }
    }

    @Test("Links, folders and FIFOs are not written to")
    func foreignFiles() throws {
        try withFolder { folder in
            let path = folder.appending("other")
            defer { _ = path.withCString { unlink($0) } }
            #expect(path.withCString { symlink("/dev/null", $0) } == 0)
            #expect(throws: FileError.self) { try GrowingFile(path) }
            _ = path.withCString { unlink($0) }
            #expect(path.withCString { mkfifo($0, 0o600) } == 0)
            #expect(throws: FileError.self) { try GrowingFile(path) }
            #expect(throws: FileError.self) { try GrowingFile(folder) }
        }
    }

    @Test("One at a time under a lock, also where its file is deleted meanwhile")
    func locking() throws {
        try withFolder { folder in
            let lock = folder.appending("a").appending("lock")
            defer {
                _ = lock.withCString { unlink($0) }
                _ = lock.parent.withCString { rmdir($0) }
            }
            let inside = Locked(0)
            let entered = Locked(0)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                for _ in 0..<200 {
                    try? lock.whileLocked {
                        #expect(
                            inside.withLock {
                                $0 += 1; return $0
                            } == 1)
                        entered.withLock { $0 += 1 }
                        sched_yield()
                        inside.withLock { $0 -= 1 }
                    }
                }
            }
            #expect(entered.withLock { $0 } == 800)
            // Whoever waited for a file that is gone takes the new one.
            try lock.whileLocked { () throws(FileError) in
                _ = lock.withCString { unlink($0) }
                #expect(throws: Never.self) { try lock.whileLocked {} }
            }
        }
    }

    @Test("Where there can be no lock, nothing is run")
    func noLock() {
        #expect(throws: FileError.self) { try FilePath("/dev/null/lock").whileLocked { Issue.record("run") } }
    }
}

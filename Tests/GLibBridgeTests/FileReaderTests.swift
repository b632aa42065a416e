import GLibBridge
import Glibc
import Testing

/// Files are opened with care and read within bounds.
struct FileReaderTests {
    private func withFolder(_ body: (FilePath) throws -> Void) throws {
        var template = Array("/tmp/pickture-reader-XXXXXX".utf8CString)
        #expect(mkdtemp(&template) != nil)
        let folder = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
        defer { folder.withCString { _ = rmdir($0) } }
        try body(folder)
    }

    @Test func readsWithinTheFile() throws {
        try withFolder { folder in
            let path = folder.appending([0x61, 0xFF])
            path.withCString { name in
                let file = open(name, O_WRONLY | O_CREAT, 0o600)
                #expect(write(file, "0123456789", 10) == 10)
                close(file)
            }
            defer { path.withCString { _ = unlink($0) } }
            let reader = try FileReader(path)
            #expect(reader.size == 10)
            #expect(try reader.read(at: 2, count: 3) == Array("234".utf8))
            #expect(try reader.read(at: 8, count: .max) == Array("89".utf8))
            #expect(try reader.read(at: 10, count: 1) == [])
            #expect(try reader.read(at: .max, count: 1) == [])
            #expect(try reader.read(at: -1, count: 1) == [])
            #expect(try reader.read(at: 0, count: -1) == [])
        }
    }

    /// Archives and broken clocks make such times, which do not fit into nanoseconds.
    @Test(arguments: [(10_413_792_000, Int64.max), (-10_413_792_000, .min)])
    func takesTheNearestForTimesBeyondAll(seconds: Int, nearest: Int64) throws {
        try withFolder { folder in
            let path = folder.appending("a")
            path.withCString { name in
                let file = open(name, O_WRONLY | O_CREAT, 0o600)
                let time = timespec(tv_sec: seconds, tv_nsec: 1)
                futimens(file, [time, time])
                close(file)
            }
            defer { path.withCString { _ = unlink($0) } }
            // Some file systems keep a time that is nearer than what they are told.
            let status = try FileStatus.read(path)
            #expect(try FileReader(path).modified == status.modified)
            if status.modified.magnitude > 9_000_000_000_000_000_000 { #expect(status.modified == nearest) }
        }
    }

    @Test func doesNotWaitOnAFIFO() throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            path.withCString { #expect(mkfifo($0, 0o600) == 0) }
            defer { path.withCString { _ = unlink($0) } }
            #expect(throws: FileError.notRegular) { try FileReader(path) }
        }
    }

    @Test func opensRegularFilesOnly() {
        #expect(throws: FileError.notRegular) { try FileReader(FilePath("/tmp")) }
        #expect(throws: FileError.notRegular) { try FileReader(FilePath("/dev/null")) }
        #expect(throws: FileError(errno: ENOENT)) { try FileReader(FilePath("/tmp/no-such-file")) }
    }

    @Test func sentencesSayWhy() {
        #expect(FileError(errno: EACCES).sentence.contains(String(cString: strerror(EACCES))))
        #expect(!FileError.notRegular.sentence.isEmpty)
    }
}

struct InflationTests {
    @Test func unpacksNoMoreThanAsked() {
        // A gzip file of five letters.
        let packed: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0, 0x86, 0xA6, 0x10, 0x36,
            5,
            0, 0, 0,
        ]
        #expect(Inflation.prefix(of: packed[...], format: .gzip, limit: 100) == Array("hello".utf8))
        #expect(Inflation.prefix(of: packed[...], format: .gzip, limit: 2) == Array("he".utf8))
        #expect(Inflation.prefix(of: packed[..<12], format: .gzip, limit: 100).count < 5)
        #expect(Inflation.prefix(of: [1, 2, 3], format: .zlib, limit: 100) == [])
        #expect(Inflation.prefix(of: [], format: .gzip, limit: 100) == [])
    }
}

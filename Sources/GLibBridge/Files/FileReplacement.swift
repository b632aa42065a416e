import CGlib
import Glibc

extension FilePath {
    /// Makes `bytes` the contents of this file, which has the old ones or the new ones at any moment; blocking.
    ///
    /// Written beside it and renamed, for the user alone; folders that are missing are made. The end of the
    /// process waits for it. After a crash of the machine the file may be damaged: nothing is synced.
    public func replaceContents(with bytes: [UInt8]) throws(FileError) {
        try UninterruptedWrite.run { () throws(FileError) in try writeAndRename(bytes) }
    }

    private func writeAndRename(_ bytes: [UInt8]) throws(FileError) {
        guard parent.withCString({ g_mkdir_with_parents($0, 0o700) }) == 0 else {
            throw FileError(errno: errno)
        }
        var template = parent.appending(".pickture-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
        let descriptor = g_mkstemp_full(&template, O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(errno: errno) }
        let temporary = FilePath(cString: template)
        do throws(FileError) {
            try Self.write(bytes, to: descriptor)
            let isRenamed = temporary.withCString { from in withCString { rename(from, $0) == 0 } }
            guard isRenamed else { throw FileError(errno: errno) }
        } catch {
            _ = temporary.withCString { unlink($0) }
            throw error
        }
    }

    /// Writes all of it and closes the descriptor.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
        var failure: FileError?
        var written = 0
        while written < bytes.count, failure == nil {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count >= 0 { written += count } else if errno != EINTR { failure = FileError(errno: errno) }
        }
        if close(descriptor) != 0, failure == nil { failure = FileError(errno: errno) }
        if let failure { throw failure }
    }
}

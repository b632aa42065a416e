import GLibBridge

/// A name that can't be offered, with the line that says why.
nonisolated struct Unreadable: Error, Equatable {
    let name: [UInt8]
    let reason: String

    var sentence: String {
        let shown = name.isEmpty ? tr("(empty name)") : FilePath(bytes: name).displayPath
        return shown + ": " + reason
    }
}

/// The names of the command line and of standard input: paths, or `file://` URIs.
nonisolated public enum Operands {
    public enum Item: Sendable, Equatable {
        case folder(FilePath)
        case file(FilePath)
    }

    /// The absolute path that `name` means.
    static func path(_ name: [UInt8], relativeTo folder: FilePath) throws(Unreadable) -> FilePath {
        if name.contains(0) {
            throw Unreadable(
                name: name.map { $0 == 0 ? UInt8(ascii: " ") : $0 },
                reason: tr("There is a NUL byte in this name; names that end in NUL need --read0"))
        }
        guard name.starts(with: Array("file://".utf8)) else {
            if name.isEmpty { throw Unreadable(name: name, reason: FileError(errno: 2).reason) }
            return FilePath(argument: name, relativeTo: folder)
        }
        guard let uri = String(validating: name, as: UTF8.self), let path = FilePath(uri: uri) else {
            throw Unreadable(name: name, reason: tr("This is not the URI of a local file"))
        }
        return FilePath(argument: path.bytes, relativeTo: folder)
    }

    /// Looks at what `name` means; blocking.
    static func look(at name: [UInt8], relativeTo folder: FilePath) throws(Unreadable) -> Item {
        let path = try path(name, relativeTo: folder)
        do throws(FileError) {
            let kind = try path.kind()
            if kind == .special {
                throw FileError.notRegular
            }
            try path.checkReadable(as: kind)
            return kind == .folder ? .folder(path) : .file(path)
        } catch {
            throw unreadable(name, error)
        }
    }

    /// The path of a file that exists, readable or not; blocking.
    static func file(_ name: [UInt8], relativeTo folder: FilePath) throws(Unreadable) -> FilePath {
        let path = try path(name, relativeTo: folder)
        do throws(FileError) {
            guard try path.kind() == .regular else { throw FileError.notRegular }
        } catch {
            throw unreadable(name, error)
        }
        return path
    }

    private static func unreadable(_ name: [UInt8], _ error: FileError) -> Unreadable {
        Unreadable(name: name, reason: error == .notRegular ? error.sentence : error.reason)
    }
}

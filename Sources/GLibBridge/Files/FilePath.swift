import CGlib
import Glibc

/// An absolute file name as Linux has it: bytes without NUL, in no particular encoding.
public struct FilePath: Sendable, Hashable {
    public let bytes: [UInt8]

    /// Takes the bytes as they are.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes of `text`.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Takes the bytes up to the NUL.
    public init(cString: UnsafePointer<CChar>) {
        let count = strlen(cString)
        bytes = cString.withMemoryRebound(to: UInt8.self, capacity: count) {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    /// The local file that a `file://` URI names (RFC 8089); nil for any other, also on another machine.
    public init?(uri: String) {
        var host: UnsafeMutablePointer<CChar>?
        // It is set before the rest is found to be wrong.
        defer { g_free(host) }
        guard uri.utf8.starts(with: "file://".utf8), let name = g_filename_from_uri(uri, &host, nil) else {
            return nil
        }
        defer { g_free(name) }
        if let host = host.map({ String(cString: $0) }), host != "localhost",
            host != String(cString: g_get_host_name())
        {
            return nil
        }
        self.init(cString: name)
    }

    /// `argument` made absolute against `folder`, without `.`, `//` and a final `/`; not resolved, so a
    /// `..` stays, since what it means depends on symbolic links.
    public init(argument: [UInt8], relativeTo folder: FilePath) {
        let slash = UInt8(ascii: "/")
        let whole = argument.first == slash ? argument : folder.bytes + [slash] + argument
        let parts = whole.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
        bytes = parts.isEmpty ? [slash] : parts.flatMap { [slash] + $0 }
    }

    /// The file or folder `name` in this folder.
    public func appending(_ name: [UInt8]) -> FilePath {
        var whole: [UInt8] = []
        whole.reserveCapacity(bytes.count + 1 + name.count)
        whole += bytes
        if whole.last != UInt8(ascii: "/") { whole.append(UInt8(ascii: "/")) }
        whole += name
        return FilePath(bytes: whole)
    }

    public func appending(_ name: String) -> FilePath { appending(Array(name.utf8)) }

    /// The last component.
    public var name: [UInt8] { Array(nameBytes) }

    /// The last component, not copied.
    public var nameBytes: ArraySlice<UInt8> {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
        return bytes[(slash + 1)...]
    }

    /// The name of the folder that this is in, not copied; empty for what is in `/`.
    public var parentNameBytes: ArraySlice<UInt8> {
        let folder = bytes[..<max(0, nameBytes.startIndex - 1)]
        return folder.lastIndex(of: UInt8(ascii: "/")).map { folder[($0 + 1)...] } ?? folder
    }

    /// The folder that this is in; `/` is in itself.
    public var parent: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath("/") }
        return slash == 0 ? FilePath("/") : FilePath(bytes: Array(bytes[..<slash]))
    }

    /// The name without its last extension; a leading dot begins none.
    public var stem: [UInt8] {
        let name = name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
        return Array(name[..<dot])
    }

    /// The last extension in lower case, without its dot; empty if there is none.
    public var pathExtension: String {
        let name = name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The bytes as text, or nil where they are not UTF-8.
    public var utf8: String? { String(validating: bytes, as: UTF8.self) }

    /// The name for people: valid UTF-8, odd bytes replaced (`g_filename_display_basename`).
    public var displayName: String {
        // The same for nearly all names, and much quicker.
        if hasPlainName { return String(decoding: nameBytes, as: UTF8.self) }
        return withCString { path in
            let text = g_filename_display_basename(path)!
            defer { g_free(text) }
            return String(cString: text)
        }
    }

    /// Whether the name is printable ASCII, and so for people as it is.
    var hasPlainName: Bool { nameBytes.allSatisfy { 0x20...0x7E ~= $0 } }

    /// The whole path for people.
    public var displayPath: String {
        withCString { path in
            let text = g_filename_display_name(path)!
            defer { g_free(text) }
            return String(cString: text)
        }
    }

    /// The `file://` URI, every byte that needs it percent-encoded (`g_filename_to_uri`).
    public var uri: String {
        // The same for nearly all names, and much quicker.
        if bytes.first == UInt8(ascii: "/"), bytes.allSatisfy(Self.isUnreserved) {
            return "file://" + String(decoding: bytes, as: UTF8.self)
        }
        return withCString { path in
            guard let text = g_filename_to_uri(path, nil, nil) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
    }

    /// Whether this is `folder` or lies below it.
    public func isInside(_ folder: FilePath) -> Bool {
        let count = folder.bytes.count
        guard bytes.count >= count, memcmp(bytes, folder.bytes, count) == 0 else { return false }
        let slash = UInt8(ascii: "/")
        return bytes.count == count || folder.bytes.last == slash || bytes[count] == slash
    }

    /// Whether a URI has the byte as it is: letters, digits and a few marks (RFC 3986), and the slash.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    /// Lends the path to C, NUL-terminated.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            let start = buffer.baseAddress!  // Never empty.
            memcpy(start, bytes, bytes.count)
            start[bytes.count] = 0
            return body(start)
        }
    }
}

extension FilePath {
    /// Libraries look up and compare hundreds of thousands of paths: all bytes at once, not one by one.
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    public static func == (left: FilePath, right: FilePath) -> Bool {
        left.bytes.count == right.bytes.count && memcmp(left.bytes, right.bytes, left.bytes.count) == 0
    }
}

extension FilePath: Comparable {
    /// By bytes; paths that are sorted often have a long beginning in common.
    public static func < (left: FilePath, right: FilePath) -> Bool {
        let order = memcmp(left.bytes, right.bytes, min(left.bytes.count, right.bytes.count))
        return order == 0 ? left.bytes.count < right.bytes.count : order < 0
    }
}

extension FilePath: CustomStringConvertible {
    public var description: String { displayPath }
}

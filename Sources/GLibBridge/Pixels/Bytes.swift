import CGlib

/// Immutable bytes that C and Swift share without copying: a GBytes.
public final class Bytes: @unchecked Sendable {  // A GBytes never changes and counts references atomically.
    /// The GBytes, valid as long as this object.
    public let pointer: OpaquePointer

    /// Takes over a GBytes that is "transfer full".
    public init(transferFull pointer: OpaquePointer) { self.pointer = pointer }

    /// Copies `bytes`.
    public convenience init(_ bytes: [UInt8]) {
        self.init(transferFull: g_bytes_new(bytes, gsize(bytes.count)))
    }

    deinit { g_bytes_unref(pointer) }

    public var count: Int { Int(g_bytes_get_size(pointer)) }

    /// Lends the memory to `body`; it may not leave it.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var size: gsize = 0
        let start = g_bytes_get_data(pointer, &size)
        return withExtendedLifetime(self) {
            body(UnsafeRawBufferPointer(start: start, count: Int(size)))
        }
    }
}

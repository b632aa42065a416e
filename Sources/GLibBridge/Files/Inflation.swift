import CGlib

/// Unpacks deflated bytes, never more than asked for (`GZlibDecompressor`).
public enum Inflation {
    public enum Format: Sendable {
        case gzip, zlib
    }

    /// The first bytes that come out of `packed`, at most `limit`; those before a fault if it is damaged.
    public static func prefix(of packed: ArraySlice<UInt8>, format: Format, limit: Int) -> [UInt8] {
        guard limit > 0, !packed.isEmpty else { return [] }
        let kind = format == .gzip ? G_ZLIB_COMPRESSOR_FORMAT_GZIP : G_ZLIB_COMPRESSOR_FORMAT_ZLIB
        let converter = g_zlib_decompressor_new(kind)!
        defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 64 << 10))
        packed.withUnsafeBufferPointer { packed in
            var place = 0
            while result.count < limit {
                var read: gsize = 0
                var written: gsize = 0
                let outcome = g_converter_convert(
                    converter, packed.baseAddress.map { $0 + place }, gsize(packed.count - place),
                    &chunk, gsize(min(chunk.count, limit - result.count)), G_CONVERTER_INPUT_AT_END,
                    &read, &written, nil)
                place += Int(read)
                result += chunk[..<Int(written)]
                let isStuck = read == 0 && written == 0
                if outcome != G_CONVERTER_CONVERTED || isStuck { break }
            }
        }
        return result
    }
}

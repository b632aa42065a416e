import CGlib

/// Names for files that hold something about a file of another name.
public enum Digest {
    /// SHA-256 in hexadecimal digits.
    public static func sha256(_ bytes: [UInt8]) -> String {
        let digits = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count))!
        defer { g_free(digits) }
        return String(cString: digits)
    }
}

import CGlib

/// What shared-mime-info says of content types; safe on any thread.
public enum ContentType {
    /// What the name alone suggests; `application/octet-stream` where it suggests nothing.
    public static func guess(name: [UInt8]) -> String {
        FilePath(bytes: name.filter { $0 != 0 }).withCString { name in
            taken(g_content_type_guess(name, nil, 0, nil))
        }
    }

    /// What the first bytes of a file say; a few KiB are enough.
    public static func guess(bytes: [UInt8]) -> String {
        taken(g_content_type_guess(nil, bytes, gsize(bytes.count), nil))
    }

    /// Whether `type` is `other`, an alias or a kind of it.
    public static func isA(_ type: String, _ other: String) -> Bool {
        g_content_type_is_a(type, other) != 0
    }

    /// The type in words, in the user's language, such as `JPEG image`.
    public static func description(_ type: String) -> String {
        taken(g_content_type_get_description(type))
    }

    private static func taken(_ text: UnsafeMutablePointer<CChar>) -> String {
        defer { g_free(text) }
        return String(cString: text)
    }
}

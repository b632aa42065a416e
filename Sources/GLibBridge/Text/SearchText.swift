import CGlib

/// Text as a search compares it.
public enum SearchText {
    /// `text` without case, marks and compatibility forms, as UTF-8: `Été` and `ete` have one key.
    public static func key(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        }
        // Marks come off before the folding as well as after it: a capital I with a dot folds to two.
        let folded = taken(g_utf8_casefold(decomposed(text), -1))
        return Array(decomposed(folded).utf8)
    }

    private static func decomposed(_ text: String) -> String {
        let whole = taken(g_utf8_normalize(text, -1, G_NORMALIZE_ALL))
        return String(
            String.UnicodeScalarView(whole.unicodeScalars.filter { g_unichar_ismark($0.value) == 0 }))
    }

    private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}

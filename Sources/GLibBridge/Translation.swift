import CGlib
import Glibc

/// The message catalogues of this product.
public enum Translation {
    /// The gettext domain, and so the catalogue's file name.
    public static let domain = "pickture"

    /// Sets the locale and finds the catalogues; call once, before the first text is made.
    ///
    /// They lie in `$PICKTURE_LOCALEDIR` (a source tree), else beside the installed program
    /// (`bin/pickture`, `share/locale`), so that an installation can be moved.
    public static func bind() {
        setlocale(LC_ALL, "")
        guard let folder = Environment.path("PICKTURE_LOCALEDIR") ?? installedFolder else { return }
        _ = folder.withCString { bindtextdomain(domain, $0) }
        bind_textdomain_codeset(domain, "UTF-8")
        // GLib translates a library's messages only in a program that has a domain of its own.
        textdomain(domain)
    }

    private static var installedFolder: FilePath? {
        Environment.program?.parent.parent.appending("share/locale")
    }
}

/// `message` in the user's language, with each `{name}` in it replaced by `values[name]`.
///
/// xgettext reads these calls, so the message is one plain literal: no interpolation, no `"""`, no
/// `\u{…}`, and the call stands in no other string's interpolation.
public func tr(_ message: String, _ values: [String: String] = [:]) -> String {
    // Gettext may return its own argument, which lives no longer than this closure.
    let text = message.withCString { String(cString: g_dgettext(Translation.domain, $0)) }
    return fill(text, values)
}

/// The form that the language has for `count`; `{n}` in it is the number, grouped as the locale does.
public func trn(_ one: String, _ many: String, _ count: Int, _ values: [String: String] = [:]) -> String {
    let form = one.withCString { one in
        many.withCString { many in
            String(cString: g_dngettext(Translation.domain, one, many, gulong(clamping: count)))
        }
    }
    return fill(form, values.merging(["n": String(count)]) { given, _ in given })
}

/// `message` in a context that tells it from an equal English text with another meaning.
public func trc(_ context: String, _ message: String, _ values: [String: String] = [:]) -> String {
    let text = message.withCString { String(cString: g_dpgettext2(Translation.domain, context, $0)) }
    return fill(text, values)
}

private func fill(_ text: String, _ values: [String: String]) -> String {
    guard !values.isEmpty, text.contains("{") else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        let name = String(rest[rest.index(after: open)..<close])
        result += rest[..<open]
        result += values[name] ?? String(rest[open...close])
        rest = rest[rest.index(after: close)...]
    }
    return result + rest
}

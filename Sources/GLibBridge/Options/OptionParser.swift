import CGlib

/// A program's options by GLib's syntax, read and explained by GOptionContext.
///
/// Values stay bytes: GLib would convert text from the locale's encoding, and refuse UTF-8 in `LC_ALL=C`.
public struct OptionParser: Sendable {
    public struct Option: Sendable {
        /// Long, without dashes.
        public var name: String
        public var short: Character?
        /// What the help calls the option's value; nil for an option without one.
        public var value: String?
        public var help: String
        /// Not in the help.
        public var isHidden: Bool

        public init(
            _ name: String, short: Character? = nil, value: String? = nil, help: String,
            isHidden: Bool = false
        ) {
            self.name = name
            self.short = short
            self.value = value
            self.help = help
            self.isHidden = isHidden
        }
    }

    /// One option or operand, in the order of the command line.
    public enum Item: Sendable, Equatable {
        case option(name: String, value: [UInt8])
        case operand([UInt8])
    }

    /// What follows the program's name in the help, such as `FILE…`.
    public var operands: String
    /// A sentence below the usage.
    public var summary: String
    public var options: [Option]

    public init(operands: String, summary: String, options: [Option]) {
        self.operands = operands
        self.summary = summary
        self.options = options
    }

    /// Reads `arguments`, which begin with the program's name.
    ///
    /// - Throws: an unknown option, one without its value, or one with a value that it does not take; the
    ///   message names it.
    public func parse(_ arguments: [[UInt8]]) throws(GLibError) -> [Item] {
        if let name = optionWithNeedlessValue(in: arguments.dropFirst()) {
            throw GLibError(
                domain: String(cString: g_quark_to_string(g_option_error_quark())),
                code: Int32(G_OPTION_ERROR_BAD_VALUE.rawValue),
                message: tr("{option} takes no value", ["option": "--" + name]))
        }
        let reading = Reading(options)
        try withContext(reading) { context throws(GLibError) in
            var strings = g_new(UnsafeMutablePointer<CChar>.self, arguments.count + 1)
            for (index, argument) in arguments.enumerated() {
                strings?[index] = argument.withUnsafeBytes {
                    g_strndup($0.baseAddress?.assumingMemoryBound(to: CChar.self), gsize($0.count))
                }
            }
            defer { g_strfreev(strings) }
            _ = try withGError { g_option_context_parse_strv(context, &strings, $0) != 0 ? true : nil }
        }
        return reading.items
    }

    /// The first option given as `--name=value` that has no value: GLib drops the value without a word.
    private func optionWithNeedlessValue(in arguments: ArraySlice<[UInt8]>) -> String? {
        let words = arguments.map { String(decoding: $0, as: UTF8.self) }
        var rest = words.prefix { $0 != "--" }[...]
        while let word = rest.popFirst() {
            if word.hasPrefix("--") {
                let parts = word.dropFirst(2).split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let option = options.first(where: { $0.name == parts[0] }) else { continue }
                if option.value == nil, parts.count == 2 { return option.name }
                if option.value != nil, parts.count == 1 { _ = rest.popFirst() }
            } else if word.hasPrefix("-"), let last = word.last,
                options.contains(where: { $0.short == last && $0.value != nil })
            {
                _ = rest.popFirst()
            }
        }
        return nil
    }

    /// The help text, in the user's language.
    public func help() -> String {
        var shown = self
        shown.options.removeAll(where: \.isHidden)
        return shown.withContext(Reading(options)) { context in
            // GLib adds its own help options, which the hidden ones would be in the way of.
            g_option_context_set_help_enabled(context, 1)
            let text = g_option_context_get_help(context, 0, nil)!
            defer { g_free(text) }
            return String(cString: text)
        }
    }

    /// Lends a context for the time of `body`; C strings and `reading` live as long.
    private func withContext<Result, Failure: Error>(
        _ reading: Reading, _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var strings: [UnsafeMutablePointer<CChar>?] = []
        defer { strings.forEach { g_free($0) } }
        func keep(_ text: String) -> UnsafePointer<CChar>? {
            strings.append(g_strdup(text))
            return UnsafePointer(strings[strings.count - 1])
        }
        let callback: GOptionArgFunc = { name, value, reading, _ in
            guard let name, let reading else { return 0 }
            Unmanaged<Reading>.fromOpaque(reading).takeUnretainedValue().note(name, value)
            return 1
        }
        var entries = options.map { option in
            GOptionEntry(
                long_name: keep(option.name), short_name: option.short?.asciiValue.map(gchar.init) ?? 0,
                flags: gint(
                    (option.isHidden ? G_OPTION_FLAG_HIDDEN.rawValue : 0)
                        | (option.value == nil
                            ? G_OPTION_FLAG_NO_ARG.rawValue : G_OPTION_FLAG_FILENAME.rawValue)),
                arg: G_OPTION_ARG_CALLBACK, arg_data: cglib_option_callback(callback),
                description: keep(option.help), arg_description: option.value.flatMap(keep))
        }
        entries.append(
            GOptionEntry(
                long_name: keep(""),  // G_OPTION_REMAINING
                short_name: 0, flags: gint(G_OPTION_FLAG_FILENAME.rawValue), arg: G_OPTION_ARG_CALLBACK,
                arg_data: cglib_option_callback(callback), description: nil,
                arg_description: keep(operands)))
        entries.append(GOptionEntry())
        let context = g_option_context_new(nil)!
        defer { g_option_context_free(context) }
        let group = g_option_group_new(
            nil, nil, nil, Unmanaged.passUnretained(reading).toOpaque(), nil)
        g_option_group_add_entries(group, entries)
        g_option_context_set_main_group(context, group)
        g_option_context_set_help_enabled(context, 0)
        g_option_context_set_summary(context, summary)
        return try withExtendedLifetime(reading) { () throws(Failure) in try body(context) }
    }

    /// What GLib's callbacks have found so far.
    private final class Reading {
        var items: [Item] = []
        private var names: [String: String] = [:]

        init(_ options: [Option]) {
            for option in options {
                names["--" + option.name] = option.name
                if let short = option.short { names["-" + String(short)] = option.name }
            }
        }

        func note(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>?) {
            let bytes = value.map { FilePath(cString: $0).bytes } ?? []
            if let name = names[String(cString: name)] {
                items.append(.option(name: name, value: bytes))
            } else {
                items.append(.operand(bytes))
            }
        }
    }
}

/// `g_new0`, which is a macro.
private func g_new<Element>(_: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element?>? {
    g_malloc0_n(gsize(count), gsize(MemoryLayout<Element?>.stride))?
        .bindMemory(to: Element?.self, capacity: count)
}

import GLibBridge

/// A command line that means nothing; its sentence names the option.
nonisolated struct UsageError: Error, Equatable {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    /// `option` has a value that it does not understand; `expected` says what it does.
    static func value(_ option: String, _ value: [UInt8], expected: String) -> UsageError {
        UsageError(
            tr(
                "--{option}: “{value}” is not {expected}",
                [
                    "option": option, "value": String(decoding: value, as: UTF8.self),
                    "expected": expected,
                ]))
    }

    static func together(_ one: String, _ other: String) -> UsageError {
        UsageError(tr("{one} and {other} can't be used together", ["one": one, "other": other]))
    }

    static func needs(_ option: String, _ other: String) -> UsageError {
        UsageError(tr("{option} only works with {other}", ["option": option, "other": other]))
    }

    /// An option of the contract whose feature comes with a later version.
    static func notYet(_ option: String) -> UsageError {
        UsageError(tr("{option}: this version does not have it yet", ["option": option]))
    }
}

import GLibBridge

/// What the program says on standard error.
nonisolated enum Message {
    /// Writes one line, `pickture: …`.
    static func say(_ text: String) { StandardStreams.writeError("pickture: \(oneLine(text))\n") }

    /// `text` with control characters written as escapes: a file's name can neither break the line nor
    /// talk to the terminal.
    static func oneLine(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where scalar.properties.generalCategory == .control:
                result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

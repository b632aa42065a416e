import GLibBridge
import PictureLibrary

/// One asset as a JSON object (RFC 8259) on one line: all keys, always in this order.
nonisolated enum JSONLine {
    static func text(of asset: Asset) -> String {
        let metadata = asset.metadata
        let fields: [(String, String?)] = [
            ("path", asset.path.utf8.map(quoted)),
            ("uri", quoted(asset.path.uri)),
            ("kind", quoted(asset.kind.rawValue)),
            ("mime", quoted(asset.contentType)),
            ("width", metadata?.size.map { String($0.width) }),
            ("height", metadata?.size.map { String($0.height) }),
            ("orientation", String((metadata?.orientation ?? .upright).rawValue)),
            ("date", metadata?.taken.flatMap(date).map(quoted)),
            ("latitude", metadata?.position.flatMap { decimal($0.latitude) }),
            ("longitude", metadata?.position.flatMap { decimal($0.longitude) }),
            ("size", String(asset.file.size)),
            ("duration", metadata?.duration.flatMap { decimal($0, trimmed: true) }),
            ("source", quoted(asset.source.rawValue)),
            ("clip", asset.clip?.utf8.map(quoted)),
        ]
        return "{" + fields.map { "\"\($0)\":\($1 ?? "null")" }.joined(separator: ",") + "}"
    }

    /// A JSON string; UTF-8 stays as it is.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20: result += "\\u" + padded(Int64(scalar.value), 4, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Six decimals behind a point, whatever the locale; nil for what is no number.
    static func decimal(_ value: Double, trimmed: Bool = false) -> String? {
        let scaled = (value * 1_000_000).rounded()
        guard scaled.isFinite, abs(scaled) < 0x1p62 else { return nil }
        let millionths = Int64(scaled)
        let magnitude = abs(millionths)
        var fraction = padded(magnitude % 1_000_000, 6)
        if trimmed {
            while fraction.last == "0" { fraction.removeLast() }
        }
        let whole = (millionths < 0 ? "-" : "") + String(magnitude / 1_000_000)
        return fraction.isEmpty ? whole : whole + "." + fraction
    }

    /// RFC 3339; without a stored offset the machine's local time. Nil for years beyond four digits.
    static func date(_ date: CaptureDate) -> String? {
        // Nothing below can overflow within 30,000 years.
        guard date.wallClock.magnitude < 1_000_000_000_000 else { return nil }
        let offset = date.offset ?? LocalTime.offset(wallClock: date.wallClock)
        // Floor, so that times before 1970 have their own day.
        let days = date.wallClock / 86_400 - (date.wallClock % 86_400 < 0 ? 1 : 0)
        let seconds = date.wallClock - days * 86_400
        let (year, month, day) = civilDate(days)
        guard (0...9999).contains(year) else { return nil }
        let minutes = abs(offset) / 60
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
            + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
            + (offset < 0 ? "-" : "+") + padded(Int64(minutes / 60), 2) + ":" + padded(Int64(minutes % 60), 2)
    }

    /// The Gregorian date `days` after 1970-01-01.
    private static func civilDate(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        var year: Int64 = 1970
        var rest = days
        // Whole spans of 400 years first: they all have the same number of days.
        let spans = (rest >= 0 ? rest : rest - 146_096) / 146_097
        year += spans * 400
        rest -= spans * 146_097
        while rest >= length(ofYear: year) {
            rest -= length(ofYear: year)
            year += 1
        }
        var month: Int64 = 1
        for length in [31, length(ofYear: year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
            if rest < length { break }
            rest -= length
            month += 1
        }
        return (year, month, rest + 1)
    }

    private static func length(ofYear year: Int64) -> Int64 {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
    }

    private static func padded(_ number: Int64, _ width: Int, radix: Int = 10) -> String {
        let digits = String(number, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

import GLibBridge
import PictureLibrary

/// Assets as JSON objects (RFC 8259), each on one line: all keys, always in this order.
///
/// Written as bytes, since lists have 100,000 of them.
nonisolated struct JSONWriter {
    var bytes: [UInt8] = []

    /// Appends the object of `asset`.
    mutating func append(_ asset: Asset) {
        let metadata = asset.metadata
        text("{\"path\":")
        path(asset.path)
        text(",\"uri\":")
        quote(asset.path.uri.utf8)
        text(",\"kind\":")
        quote(asset.kind.rawValue.utf8)
        text(",\"mime\":")
        quote(asset.contentType.utf8)
        text(",\"width\":")
        value(metadata?.size) { $0.number(Int64($1.width)) }
        text(",\"height\":")
        value(metadata?.size) { $0.number(Int64($1.height)) }
        text(",\"orientation\":")
        number(Int64((metadata?.orientation ?? .upright).rawValue))
        text(",\"date\":")
        value(metadata?.taken.flatMap(DateParts.init)) { $0.date($1) }
        text(",\"latitude\":")
        value(metadata?.position.flatMap { Self.millionths($0.latitude) }) { $0.decimal($1) }
        text(",\"longitude\":")
        value(metadata?.position.flatMap { Self.millionths($0.longitude) }) { $0.decimal($1) }
        text(",\"size\":")
        number(asset.file.size)
        text(",\"duration\":")
        value(metadata?.duration.flatMap(Self.millionths)) { $0.decimal($1, trimmed: true) }
        text(",\"source\":")
        quote(asset.source.rawValue.utf8)
        text(",\"clip\":")
        value(asset.clip) { $0.path($1) }
        text("}")
    }

    private mutating func value<Value>(_ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
        if let value { write(&self, value) } else { text("null") }
    }

    private mutating func text(_ text: StaticString) {
        text.withUTF8Buffer { bytes += $0 }
    }

    private mutating func path(_ path: FilePath) {
        value(path.utf8) { $0.quote($1.utf8) }
    }

    /// A JSON string of UTF-8, which stays as it is.
    mutating func quote(_ text: String.UTF8View) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): self.text("\\n")
            case UInt8(ascii: "\r"): self.text("\\r")
            case UInt8(ascii: "\t"): self.text("\\t")
            case ..<0x20:
                self.text("\\u00")
                bytes += [UInt8(ascii: "0") + byte / 16, Self.hexadecimal[Int(byte % 16)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)

    // MARK: Numbers

    /// A whole number, with zeros in front of it up to `width` digits.
    mutating func number(_ number: Int64, width: Int = 1) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = bytes.count
        while rest > 0 || bytes.count - start < width {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    /// Nil for what is no number that a file can mean.
    static func millionths(_ value: Double) -> Int64? {
        let scaled = (value * 1_000_000).rounded()
        return scaled.isFinite && abs(scaled) < 0x1p62 ? Int64(scaled) : nil
    }

    /// Six decimals behind a point, whatever the locale.
    mutating func decimal(_ millionths: Int64, trimmed: Bool = false) {
        if millionths < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = abs(millionths)
        number(magnitude / 1_000_000)
        if trimmed, magnitude % 1_000_000 == 0 { return }
        bytes.append(UInt8(ascii: "."))
        number(magnitude % 1_000_000, width: 6)
        while trimmed, bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }

    // MARK: Dates

    /// RFC 3339.
    mutating func date(_ date: DateParts) {
        bytes.append(UInt8(ascii: "\""))
        number(date.year, width: 4)
        text("-")
        number(date.month, width: 2)
        text("-")
        number(date.day, width: 2)
        text("T")
        time(date.second)
        text(":")
        number(date.second % 60, width: 2)
        text(date.offset < 0 ? "-" : "+")
        time(abs(date.offset))
        bytes.append(UInt8(ascii: "\""))
    }

    /// Hours and minutes.
    private mutating func time(_ seconds: Int64) {
        number(seconds / 3600, width: 2)
        text(":")
        number(seconds / 60 % 60, width: 2)
    }
}

/// The Gregorian date of a picture; without a stored offset the machine's local time is meant.
nonisolated struct DateParts {
    let year: Int64
    let month: Int64
    let day: Int64
    /// Of the day.
    let second: Int64
    /// Seconds east of UTC.
    let offset: Int64

    /// Nil for years beyond four digits.
    init?(_ date: CaptureDate) {
        // Nothing below can overflow within 30,000 years.
        guard date.wallClock.magnitude < 1_000_000_000_000 else { return nil }
        offset = Int64(date.offset ?? LocalTime.offset(wallClock: date.wallClock))
        // Floor, so that times before 1970 have their own day.
        let days = date.wallClock / 86_400 - (date.wallClock % 86_400 < 0 ? 1 : 0)
        second = date.wallClock - days * 86_400
        // Years begin in March here, so that a leap day is the last of one; 400 of them have 146,097 days.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        guard (0...9999).contains(year) else { return nil }
    }
}

extension Position {
    /// `+40.6892-074.0445+010/`: ISO 6709 Annex H, in degrees, degrees and minutes, or with seconds.
    init?(iso6709 text: String) {
        var numbers: [(value: Double, wholeDigits: Int)] = []
        var rest = Substring(text)
        while let sign = rest.first, sign == "+" || sign == "-", numbers.count < 3 {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == "." }
            guard let value = Double(String(digits)) else { return nil }
            let whole = digits.prefix { $0 != "." }.count
            numbers.append((sign == "-" ? -value : value, whole))
            rest = rest[digits.endIndex...]
        }
        guard numbers.count >= 2,
            let latitude = Self.degrees(numbers[0].value, wholeDigits: numbers[0].wholeDigits, plain: 2),
            let longitude = Self.degrees(numbers[1].value, wholeDigits: numbers[1].wholeDigits, plain: 3)
        else { return nil }
        self.init(
            latitude: latitude, longitude: longitude, altitude: numbers.count > 2 ? numbers[2].value : nil)
    }

    /// `plain` digits are degrees, two more minutes, four more seconds too.
    private static func degrees(_ value: Double, wholeDigits: Int, plain: Int) -> Double? {
        switch wholeDigits {
        case ...plain: return value
        case plain + 1...plain + 2:
            let degrees = (value / 100).rounded(.towardZero)
            return degrees + (value - degrees * 100) / 60
        case plain + 3...plain + 4:
            let degrees = (value / 10_000).rounded(.towardZero)
            let minutes = ((value - degrees * 10_000) / 100).rounded(.towardZero)
            return degrees + minutes / 60 + (value - degrees * 10_000 - minutes * 100) / 3_600
        default: return nil
        }
    }
}

/// The dates of EXIF, XMP, IPTC and the containers. Dates that no calendar has are none.
extension CaptureDate {
    /// `2024:02:29 23:59:59` or ISO 8601, as EXIF, XMP and QuickTime write it; an offset at its end counts.
    ///
    /// EXIF fills an unknown date with zeros or blanks: nil. A date without a time is the day's beginning.
    init?(text: String) { self.init(text: Array(text.utf8)[...]) }

    init?(text: ArraySlice<UInt8>) {
        var scanner = DigitScanner(rest: text)
        guard let year = scanner.number(digits: 4), scanner.skip(":-"), let month = scanner.number(digits: 2),
            scanner.skip(":-"), let day = scanner.number(digits: 2)
        else { return nil }
        var time = (0, 0, 0)
        if scanner.skip("T "), let hour = scanner.number(digits: 2) {
            guard scanner.skip(":"), let minute = scanner.number(digits: 2) else { return nil }
            var second = 0
            if scanner.skip(":") {
                guard let found = scanner.number(digits: 2) else { return nil }
                second = found
                if scanner.skip(".,") { scanner.skipDigits() }
            }
            time = (hour, minute, second)
        }
        self.init(date: (year, month, day), time: time, offset: scanner.offset())
    }

    /// Nil unless the calendar has the day and the clock the time. The 60th second counts, as a leap second.
    init?(date: (year: Int, month: Int, day: Int), time: (hour: Int, minute: Int, second: Int), offset: Int?)
    {
        let (year, month, day) = date
        guard (1...12).contains(month), (0..<24).contains(time.hour), (0..<60).contains(time.minute),
            (0...60).contains(time.second)
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        // The count of days starts in March, so that a leap day is a year's last.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        let seconds = days * 86_400 + time.hour * 3_600 + time.minute * 60 + time.second
        self.init(plausible: Int64(seconds), offset: offset)
    }

    /// Nil before there was photography and after the year 9999.
    init?(plausible wallClock: Int64, offset: Int?) {
        guard (-4_544_208_000...253_402_300_799).contains(wallClock) else { return nil }
        self.init(wallClock: wallClock, offset: offset)
    }

    /// The time of a movie header, in UTC. Zero means none, and so does what lies before 1970: it comes
    /// from writers that count from there.
    init?(secondsSince1904 seconds: UInt64) {
        guard seconds > 2_082_844_800, let seconds = Int64(exactly: seconds) else { return nil }
        self.init(plausible: seconds - 2_082_844_800, offset: 0)
    }

    /// Seconds east of UTC of `+05:30`, `+0530` or `Z`.
    static func offset(text: ArraySlice<UInt8>) -> Int? {
        var scanner = DigitScanner(rest: text)
        return scanner.offset()
    }
}

private struct DigitScanner {
    var rest: ArraySlice<UInt8>

    /// A number of exactly so many digits.
    mutating func number(digits: Int) -> Int? {
        var value = 0
        var left = digits
        while left > 0, let byte = rest.first, (0x30...0x39).contains(byte) {
            value = value * 10 + Int(byte - 0x30)
            rest.removeFirst()
            left -= 1
        }
        return left == 0 ? value : nil
    }

    mutating func skip(_ choices: StaticString) -> Bool {
        guard let first = rest.first, choices.withUTF8Buffer({ $0.contains(first) }) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipDigits() {
        rest = rest.drop { (0x30...0x39).contains($0) }
    }

    mutating func offset() -> Int? {
        while skip(" ") {}
        if skip("Z") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+-"), let hours = number(digits: 2) else { return nil }
        _ = skip(":")
        guard let minutes = number(digits: 2), hours <= 15, minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}

/// IPTC-IIM datasets.
enum IPTCDatasets {
    /// Date and time created, datasets 2:55 and 2:60.
    static func dateCreated(_ block: ByteSlice) -> CaptureDate? {
        var date: String?
        var time: String?
        var place = 0
        for _ in 0..<1024 {
            guard block[place] == 0x1C, let record = block[place + 1], let dataset = block[place + 2],
                let length = block.integer16(place + 3, .big), length < 0x8000,
                let value = block.part(place + 5, Int(length))
            else { break }
            if record == 2, dataset == 55 { date = value.text }
            if record == 2, dataset == 60 { time = value.text }
            place += 5 + Int(length)
        }
        guard let date, date.utf8.count == 8, date.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let digits = Substring(date)
        var text = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.dropFirst(6))"
        if let time, time.utf8.allSatisfy({ $0 < 0x80 }) {
            let clock = Substring(time)
            text += "T\(clock.prefix(2)):\(clock.dropFirst(2).prefix(2)):\(clock.dropFirst(4))"
        }
        return CaptureDate(text: text)
    }
}

import CGlib
import Glibc

/// The collation keys of many names, one behind the other in one run of bytes.
///
/// Names of pictures are a few words and many numbers (`IMG_0815.jpg`), and asking the locale for a word takes
/// a microsecond: each is asked for once. The keys are ``CollationKey``'s, put together in the same way as
/// `g_utf8_collate_key_for_filename` does it.
public struct CollationKeys: Sendable {
    private var bytes: [UInt8] = []
    /// Where each key ends.
    private var ends: [Int] = []
    private var words: [Word: [UInt8]] = [:]

    public init() {}

    public var count: Int { ends.count }

    /// Adds the key of the display name of `path`.
    public mutating func append(_ path: FilePath) {
        append(name: path.hasPlainName ? path.nameBytes : ArraySlice(path.displayName.utf8))
    }

    /// Adds the keys of `others` behind these.
    public mutating func append(_ others: CollationKeys) {
        let start = bytes.count
        bytes += others.bytes
        ends += others.ends.lazy.map { start + $0 }
    }

    // MARK: Comparing

    /// Below zero where the key at `left` comes before the one at `right`, zero where they are the same.
    public func compare(_ left: Int, _ right: Int) -> Int {
        let (left, right) = (range(left), range(right))
        let order = bytes.withUnsafeBytes { bytes in
            // Without a byte there is no address either.
            left.isEmpty || right.isEmpty
                ? 0
                : memcmp(
                    bytes.baseAddress! + left.lowerBound, bytes.baseAddress! + right.lowerBound,
                    min(left.count, right.count))
        }
        return order == 0 ? left.count - right.count : Int(order)
    }

    /// How many bytes all keys have in common at their beginning.
    public var commonPrefix: Int {
        guard count > 0 else { return 0 }
        let first = range(0)
        var length = first.count
        for number in 1..<max(1, count) {
            let key = range(number)
            length = min(length, key.count)
            var same = 0
            while same < length, bytes[key.lowerBound + same] == bytes[first.lowerBound + same] { same += 1 }
            length = same
        }
        return length
    }

    /// Eight bytes of a key as a number that is ordered as they are; zeros, which no key has, behind its end.
    public func number(_ key: Int, from start: Int) -> UInt64 {
        let key = range(key)
        var number: UInt64 = 0
        for place in key.lowerBound + start..<key.lowerBound + start + 8 {
            number = number << 8 | (place < key.upperBound ? UInt64(bytes[place]) : 0)
        }
        return number
    }

    private func range(_ key: Int) -> Range<Int> { (key == 0 ? 0 : ends[key - 1])..<ends[key] }

    // MARK: Making

    /// A part of a name without digits and dots.
    private struct Word: Hashable {
        let bytes: ArraySlice<UInt8>

        /// All at once, not byte by byte.
        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    private mutating func append(name: ArraySlice<UInt8>) {
        var zeros: [UInt8] = []
        var wordStart = name.startIndex
        var place = name.startIndex
        while place < name.endIndex {
            switch name[place] {
            case UInt8(ascii: "."):
                append(word: name[wordStart..<place])
                // Before all letters, so that a name comes before those that it is the beginning of.
                bytes += [1, 1, 1, 1]
                place += 1
                wordStart = place
            case 0x30...0x39:
                append(word: name[wordStart..<place])
                bytes += [1, 1, 1, 2]
                let number = name[place...].prefix { 0x30...0x39 ~= $0 }
                var leading = number.prefix { $0 == 0x30 }.count
                // The last zero of a number that has nothing else is a digit, but not at the name's end.
                if leading == number.count, number.endIndex < name.endIndex { leading -= 1 }
                let digits = number.dropFirst(leading)
                // Longer numbers are larger: each further digit is a colon, which comes behind all digits.
                for _ in digits.dropFirst() { bytes.append(UInt8(ascii: ":")) }
                bytes += digits
                if leading > 0 { zeros.append(UInt8(truncatingIfNeeded: leading)) }
                place = number.endIndex
                wordStart = place
            default: place += 1
            }
        }
        append(word: name[wordStart...])
        // Numbers that are the same but for these are ordered by them when all else is the same.
        bytes += zeros
        ends.append(bytes.count)
    }

    private mutating func append(word: ArraySlice<UInt8>) {
        guard !word.isEmpty else { return }
        if let key = words[Word(bytes: word)] {
            bytes += key
        } else {
            let key = FilePath(bytes: Array(word)).withCString { word in
                let key = g_utf8_collate_key(word, -1)!
                defer { g_free(key) }
                return FilePath(cString: key).bytes
            }
            // A copy, since a slice would keep the whole path that it is from.
            words[Word(bytes: ArraySlice(Array(word)))] = key
            bytes += key
        }
    }
}

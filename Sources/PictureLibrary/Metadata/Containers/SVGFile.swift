import GLibBridge
import Glibc

/// SVG: width, height and view box of the root element, found without an XML parser, so that nothing is
/// expanded and nothing followed.
enum SVGFile {
    /// How much of a file may precede its root element.
    static let headLimit = 64 << 10

    static func read(_ head: ByteSlice, into findings: inout Findings) {
        guard let tag = rootElement(head) else { return }
        let attributes = MarkupAttributes.attributes(of: tag)
        func length(_ name: String) -> Double? { attributes[name].flatMap(pixels) }
        var width = length("width")
        var height = length("height")
        let numbers = (attributes["viewBox"] ?? "").split { " ,\t\r\n".contains($0) }.compactMap {
            number($0)
        }
        if numbers.count == 4, numbers[2] > 0, numbers[3] > 0 {
            switch (width, height) {
            case (nil, nil): (width, height) = (numbers[2], numbers[3])
            case (let known?, nil): height = known * numbers[3] / numbers[2]
            case (nil, let known?): width = known * numbers[2] / numbers[3]
            default: break
            }
        }
        guard let width, let height, (0.5..<2e9).contains(width), (0.5..<2e9).contains(height) else { return }
        findings.size = PixelSize(positive: Int64(width.rounded()), Int64(height.rounded()))
    }

    /// The start tag of the root element if it is an `svg`, without its brackets.
    static func rootElement(_ head: ByteSlice) -> ByteSlice? {
        var place = head.starts(with: "\u{FEFF}") ? 3 : 0
        for _ in 0..<256 {
            while let byte = head[place], byte <= 0x20 { place += 1 }
            guard head[place] == UInt8(ascii: "<") else { return nil }
            if head.starts(with: "<!--", at: place) {
                guard let end = head.index(of: "-->", from: place) else { return nil }
                place = end + 3
            } else if head.starts(with: "<?", at: place) {
                guard let end = head.index(of: "?>", from: place) else { return nil }
                place = end + 2
            } else if head.starts(with: "<!", at: place) {
                guard let end = endOfDeclaration(head, from: place) else { return nil }
                place = end
            } else {
                guard head.starts(with: "<svg", at: place) || head.starts(with: "<svg:svg", at: place) else {
                    return nil
                }
                let end = head.index(of: ">", from: place) ?? head.count
                return head.part(place + 1, end - place - 1)
            }
        }
        return nil
    }

    /// Behind a `<!DOCTYPE …>`, whose internal subset may have `>` in it.
    private static func endOfDeclaration(_ head: ByteSlice, from start: Int) -> Int? {
        var depth = 0
        var place = start
        while let byte = head[place] {
            switch byte {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0: return place + 1
            default: break
            }
            place += 1
        }
        return nil
    }

    /// CSS lengths at 96 pixels an inch; nil for those that depend on what surrounds the picture.
    private static func pixels(_ text: String) -> Double? {
        let digits = text.prefix { "0123456789.+-eE".contains($0) }
        let unit = text[digits.endIndex...]
        // The `e` of `em` and `ex` may have been taken for an exponent.
        guard let value = number(digits) else { return nil }
        switch unit {
        case "", "px": return value
        case "pt": return value * 96 / 72
        case "pc": return value * 16
        case "in": return value * 96
        case "cm": return value * 96 / 2.54
        case "mm": return value * 96 / 25.4
        default: return nil
        }
    }

    private static func number(_ text: Substring) -> Double? { Double(String(text)) }
}

import GLibBridge

/// Matroska and WebM: the elements that precede the first cluster.
enum MatroskaFile {
    private enum Name {
        static let header: UInt64 = 0x1A45_DFA3
        static let documentType: UInt64 = 0x4282
        static let segment: UInt64 = 0x1853_8067
        static let information: UInt64 = 0x1549_A966
        static let timestampScale: UInt64 = 0x2AD7B1
        static let duration: UInt64 = 0x4489
        static let date: UInt64 = 0x4461
        static let tracks: UInt64 = 0x1654_AE6B
        static let track: UInt64 = 0xAE
        static let trackType: UInt64 = 0x83
        static let video: UInt64 = 0xE0
        static let pixelWidth: UInt64 = 0xB0
        static let pixelHeight: UInt64 = 0xBA
        static let cluster: UInt64 = 0x1F43_B675
    }

    private struct Element {
        let name: UInt64
        let content: ByteSource

        var number: UInt64? {
            guard content.count <= 8 else { return nil }
            return content.bytes(at: 0, count: Int(content.count))?.integer(0, Int(content.count), .big)
        }

        var children: [Element] { MatroskaFile.elements(in: content) }
    }

    /// `webm`, `matroska`, or whatever else the header names.
    static func documentType(_ source: ByteSource) -> String? {
        guard let header = elements(in: source, limit: 1).first, header.name == Name.header else {
            return nil
        }
        return header.children.first { $0.name == Name.documentType }?.content.bytes(at: 0, upTo: 32).text
    }

    static func read(_ source: ByteSource, into findings: inout Findings) {
        findings.kind = .video
        guard let segment = elements(in: source, limit: 8).first(where: { $0.name == Name.segment }) else {
            return
        }
        for element in elements(in: segment.content, until: Name.cluster) {
            switch element.name {
            case Name.information: readInformation(element.children, into: &findings)
            case Name.tracks: readTracks(element.children, into: &findings)
            default: break
            }
        }
    }

    private static func readInformation(_ elements: [Element], into findings: inout Findings) {
        func first(_ name: UInt64) -> Element? { elements.first { $0.name == name } }
        if let nanoseconds = first(Name.date)?.number.map(Int64.init(bitPattern:)) {
            // Counted from the first moment of 2001, UTC.
            findings.taken = CaptureDate(
                plausible: nanoseconds / 1_000_000_000 + 978_307_200, offset: 0)
        }
        let scale = first(Name.timestampScale)?.number ?? 1_000_000
        guard let duration = first(Name.duration), let bits = duration.number else { return }
        let ticks =
            duration.content.count == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
        let seconds = ticks * Double(scale) / 1e9
        if seconds.isFinite, seconds > 0 { findings.duration = seconds }
    }

    private static func readTracks(_ tracks: [Element], into findings: inout Findings) {
        var hasTracks = false
        for track in tracks where track.name == Name.track {
            hasTracks = true
            let parts = track.children
            guard parts.contains(where: { $0.name == Name.trackType && $0.number == 1 }) else { continue }
            let video = parts.first { $0.name == Name.video }?.children ?? []
            if let width = video.first(where: { $0.name == Name.pixelWidth })?.number,
                let height = video.first(where: { $0.name == Name.pixelHeight })?.number
            {
                findings.size = PixelSize(positive: width, height)
            }
            return
        }
        findings.hasNoPicture = hasTracks
    }

    private static func elements(
        in source: ByteSource, until end: UInt64? = nil, limit: Int = 256
    ) -> [Element] {
        var result: [Element] = []
        var offset: Int64 = 0
        while result.count < limit {
            let head = source.bytes(at: offset, upTo: 12)
            guard let (name, nameLength) = variableNumber(head, 0, keepsMarker: true), name != end,
                let (length, lengthLength) = variableNumber(head, nameLength, keepsMarker: false)
            else { break }
            let start = offset + Int64(nameLength + lengthLength)
            // All ones: up to the end of what holds it. What the file's end cuts off is still looked at.
            let isUnknown = length == (1 << (7 * UInt64(lengthLength))) - 1
            let rest = source.count - start
            let known = isUnknown ? rest : min(Int64(length), rest)
            guard let content = source.part(at: start, count: known) else { break }
            result.append(Element(name: name, content: content))
            offset = start + known
        }
        return result
    }

    /// A number whose leading zeros say how many bytes it has.
    private static func variableNumber(
        _ bytes: ByteSlice, _ place: Int, keepsMarker: Bool
    ) -> (value: UInt64, length: Int)? {
        guard let first = bytes[place], first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard let value = bytes.integer(place, length, .big) else { return nil }
        return (keepsMarker ? value : value & ((1 << (7 * UInt64(length))) - 1), length)
    }
}

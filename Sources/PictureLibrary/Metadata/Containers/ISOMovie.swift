import GLibBridge

/// MP4 and QuickTime movies: the movie header, the first video track and what is said about both.
enum ISOMovie {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        findings.kind = .video
        let boxes = ISOBox.boxes(in: source)
        // A movie that is still being written, or was cut off, has no header.
        guard let movie = boxes["moov"] else { return }
        let parts = movie.children
        readTracks(parts, isCut: movie.isCut, into: &findings)
        readHeader(parts, into: &findings)
        for metadata in parts where metadata.name == "meta" { readKeys(metadata, into: &findings) }
        for user in parts where user.name == "udta" {
            let boxes = user.children
            for metadata in boxes where metadata.name == "meta" { readKeys(metadata, into: &findings) }
            readUserData(boxes, into: &findings)
        }
        if let packet = boxes["uuid"], let bytes = packet.bytes(),
            bytes.integer64(0, .big) == 0xBE7A_CFCB_97A9_42E8
        {
            findings.xmp.append(bytes.rest(from: 16))
        }
    }

    /// Seconds that the movie in `source` runs.
    static func duration(of source: ByteSource) -> Double? {
        var findings = Findings(contentType: "video/mp4")
        guard let movie = ISOBox.boxes(in: source)["moov"] else { return nil }
        readHeader(movie.children, into: &findings)
        return findings.duration
    }

    private static func readHeader(_ movie: [ISOBox], into findings: inout Findings) {
        guard let header = movie["mvhd"]?.bytes() else { return }
        let isLong = header[0] == 1
        let width = isLong ? 8 : 4
        if let created = header.integer(4, width, .big) {
            findings.taken = CaptureDate(secondsSince1904: created)
        }
        guard let scale = header.integer32(4 + 2 * width, .big), scale > 0 else { return }
        var ticks = header.integer(8 + 2 * width, width, .big)
        // All ones is "not known"; zero is what fragmented files say here.
        if ticks == (isLong ? .max : UInt64(UInt32.max)) { ticks = nil }
        if ticks == nil || ticks == 0, let fragments = movie["mvex", "mehd"]?.bytes() {
            ticks = fragments.integer(4, fragments[0] == 1 ? 8 : 4, .big)
        }
        if let ticks, ticks > 0 { findings.duration = Double(ticks) / Double(scale) }
    }

    private static func readTracks(_ movie: [ISOBox], isCut: Bool, into findings: inout Findings) {
        var tracks = 0
        for track in movie where track.name == "trak" {
            tracks += 1
            let parts = track.children
            guard let handler = parts["mdia", "hdlr"]?.bytes(), handler.fourCC(8) == "vide" else { continue }
            if let header = parts["tkhd"]?.bytes() {
                let tail = header[0] == 1 ? 52 : 40
                findings.turn = turn(header, matrixAt: tail)
                if let width = header.integer32(tail + 36, .big),
                    let height = header.integer32(tail + 40, .big)
                {
                    findings.size = PixelSize(positive: rounded(width), rounded(height))
                }
            }
            if findings.size == nil,
                let entry = parts["mdia", "minf", "stbl", "stsd"]?.content.bytes(at: 8, upTo: 36),
                let width = entry.integer16(32, .big), let height = entry.integer16(34, .big)
            {
                findings.size = PixelSize(positive: width, height)
            }
            return
        }
        findings.hasNoPicture = tracks > 0 && !isCut
    }

    private static func rounded(_ fixedPoint: UInt32) -> UInt32 {
        (fixedPoint >> 16) + (fixedPoint >> 15 & 1)
    }

    /// The turn of a track header's matrix, whose first four numbers say where x and y go.
    private static func turn(_ header: ByteSlice, matrixAt start: Int) -> Orientation {
        let signs = [0, 4, 12, 16].map { place in
            Int32(bitPattern: header.integer32(start + place, .big) ?? 0).signum()
        }
        switch signs {
        case [-1, 0, 0, 1]: return .mirrored
        case [-1, 0, 0, -1]: return .upsideDown
        case [1, 0, 0, -1]: return .upsideDownMirrored
        case [0, 1, 1, 0]: return .leftMirrored
        case [0, 1, -1, 0]: return .right
        case [0, -1, -1, 0]: return .rightMirrored
        case [0, -1, 1, 0]: return .left
        default: return .upright
        }
    }

    /// Apple's `mdta` keys: a list of names, and values that go by their place in it.
    private static func readKeys(_ metadata: ISOBox, into findings: inout Findings) {
        // In QuickTime a plain box, in MP4 one with version and flags.
        var parts = metadata.children
        if parts["keys"] == nil { parts = ISOBox.boxes(in: metadata.content, from: 4) }
        guard let names = parts["keys"]?.bytes(), let count = names.integer32(4, .big) else { return }
        var keys: [ByteSlice] = []
        var place = 8
        while keys.count < min(count, 256), let length = names.integer32(place, .big), length >= 8,
            let key = names.part(place + 8, Int(length) - 8)
        {
            keys.append(key)
            place += Int(length)
        }
        for item in parts["ilst"]?.children ?? [] {
            let index = Int(item.name.value) - 1
            guard keys.indices.contains(index), let data = item.children["data"]?.bytes(limit: 4096),
                data.integer32(0, .big) == 1, let value = data.rest(from: 8).text
            else { continue }
            switch keys[index].text {
            case "com.apple.quicktime.content.identifier": findings.contentIdentifier = value
            case "com.apple.quicktime.creationdate":
                findings.taken = CaptureDate(text: value) ?? findings.taken
            case "com.apple.quicktime.location.ISO6709": findings.position = Position(iso6709: value)
            case "com.apple.quicktime.make", "com.android.manufacturer": findings.make = value
            case "com.apple.quicktime.model", "com.android.model": findings.model = value
            default: break
            }
        }
    }

    private static func readUserData(_ boxes: [ISOBox], into findings: inout Findings) {
        func text(_ name: FourCC) -> String? {
            guard let bytes = boxes[name]?.bytes(limit: 4096), let length = bytes.integer16(0, .big) else {
                return nil
            }
            return bytes.part(4, min(Int(length), bytes.count - 4))?.text
        }
        if findings.position == nil, let place = text(FourCC(copyright: "xyz")) {
            findings.position = Position(iso6709: place)
        }
        if findings.position == nil, let place = boxes["loci"]?.bytes(limit: 4096) {
            findings.position = location(place)
        }
        findings.make = findings.make ?? text(FourCC(copyright: "mak"))
        findings.model = findings.model ?? text(FourCC(copyright: "mod"))
    }

    /// 3GPP's location box: a name, a role, then longitude, latitude and altitude in 16.16 fixed point.
    private static func location(_ box: ByteSlice) -> Position? {
        guard let end = box.rest(from: 6).index(of: "\0") else { return nil }
        let place = 6 + end + 2
        func degrees(_ offset: Int) -> Double? {
            box.integer32(place + offset, .big).map { Double(Int32(bitPattern: $0)) / 65536 }
        }
        guard let longitude = degrees(0), let latitude = degrees(4) else { return nil }
        return Position(latitude: latitude, longitude: longitude, altitude: degrees(8))
    }
}

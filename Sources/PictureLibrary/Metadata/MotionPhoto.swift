/// Finds the clip that phones append to a JPEG.
///
/// Google's motion photos name its length in the container directory, the older MicroVideo its distance
/// from the end; Samsung adds a trailer with a directory of its own. The clip must really lie there, since
/// messengers and editors cut it off and leave the text behind.
enum MotionPhoto {
    /// Where in the file the clip lies.
    static func clip(in source: ByteSource, xmp: XMPPacket, make: String?, scanStart: Int64?) -> Range<Int64>?
    {
        if !xmp.isEmpty, let clip = namedClip(in: source, xmp: xmp) { return clip }
        if make == nil || make?.lowercased().hasPrefix("samsung") == true, let clip = trailerClip(source) {
            return clip
        }
        // Editors rewrite the directory and forget the clip, or change a length.
        let saysSo =
            !xmp.isEmpty && xmp["GCamera:MotionPhoto", "Camera:MotionPhoto", "GCamera:MicroVideo"] == "1"
        return saysSo ? scanStart.flatMap { search(source, from: $0) } : nil
    }

    /// The clip where the text says that it lies.
    private static func namedClip(in source: ByteSource, xmp: XMPPacket) -> Range<Int64>? {
        if let named = xmp["GCamera:MicroVideoOffset", "Camera:MicroVideoOffset"],
            let distance = XMPPacket.length(named),
            xmp["GCamera:MicroVideo", "Camera:MicroVideo"] == "1",
            let clip = movie(in: source, at: source.count - distance, length: distance)
        {
            return clip
        }
        let items = xmp.containerItems
        if let index = items.firstIndex(where: { $0.semantic == "MotionPhoto" }) {
            let behind = items[(index + 1)...].reduce(Int64(0)) { $0.adding($1.length).adding($1.padding) }
            let length = items[index].length
            for start in [source.count - behind.adding(length), source.count - length] {
                if let clip = movie(in: source, at: start, length: length) { return clip }
            }
        }
        return nil
    }

    private static func movie(in source: ByteSource, at start: Int64, length: Int64) -> Range<Int64>? {
        guard start > 0, length > 16, let part = source.part(at: start, count: length),
            part.bytes(at: 4, upTo: 4).starts(with: "ftyp")
        else { return nil }
        return part.start..<(part.start + length)
    }

    /// The first place behind the picture where a movie begins whose boxes lead to its header.
    private static func search(_ source: ByteSource, from start: Int64) -> Range<Int64>? {
        let chunk = 1 << 20
        var offset = start
        while offset < source.count {
            let bytes = source.bytes(at: offset, upTo: chunk)
            guard bytes.count > 16 else { return nil }
            var place = 4
            while let found = bytes.index(of: "ftyp", from: place) {
                place = found + 4
                let begin = offset + Int64(found) - 4
                guard let size = bytes.integer32(found - 4, .big), (16...256).contains(size),
                    let rest = source.part(at: begin, count: source.count - begin),
                    ISOBox.boxes(in: rest).contains(where: { $0.name == "moov" && !$0.isCut })
                else { continue }
                return rest.start..<(rest.start + rest.count)
            }
            // The name may lie across the seam.
            offset += Int64(bytes.count - 8)
            if bytes.count < chunk { return nil }
        }
        return nil
    }

    /// Samsung's trailer: a directory at the file's end whose entries count back from its beginning.
    private static func trailerClip(_ source: ByteSource) -> Range<Int64>? {
        guard let tail = source.bytes(at: source.count - 8, count: 8), tail.starts(with: "SEFT", at: 4),
            let size = tail.integer32(0, .little), size >= 24, size <= 64 << 10,
            let directory = source.bytes(at: source.count - 8 - Int64(size), count: Int(size)),
            directory.starts(with: "SEFH"), let count = directory.integer32(8, .little)
        else { return nil }
        let directoryStart = source.count - 8 - Int64(size)
        for index in 0..<min(Int(count), 256) {
            guard let entry = directory.part(12 + index * 12, 12), entry.integer16(2, .little) == 0x0A30,
                let back = entry.integer32(4, .little), let length = entry.integer32(8, .little),
                let data = source.part(at: directoryStart - Int64(back), count: Int64(length)),
                let nameLength = data.bytes(at: 4, count: 4)?.integer32(0, .little)
            else { continue }
            let start = data.start - source.start + 8 + Int64(nameLength)
            return movie(in: source, at: start, length: Int64(length) - 8 - Int64(nameLength))
        }
        return nil
    }
}

extension Int64 {
    /// The sum, or the largest number where it does not fit.
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

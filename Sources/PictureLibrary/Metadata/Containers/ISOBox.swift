/// The boxes of an ISO base media file (ISO/IEC 14496-12), QuickTime's atoms included.
struct ISOBox {
    let name: FourCC
    /// What lies behind the box's header.
    let content: ByteSource
    /// Whether the file ends before the box does.
    let isCut: Bool

    /// The boxes that fill `source`, at most 1024; the last one may be cut off by the file's end.
    static func boxes(in source: ByteSource, from start: Int64 = 0) -> [ISOBox] {
        var result: [ISOBox] = []
        var offset = start
        while result.count < 1024, let (box, next) = box(at: offset, in: source) {
            result.append(box)
            offset = next
        }
        return result
    }

    /// The box at `offset`, and where the next one begins.
    static func box(at offset: Int64, in source: ByteSource) -> (box: ISOBox, next: Int64)? {
        guard let head = source.bytes(at: offset, count: 8), let size = head.integer32(0, .big),
            let name = head.fourCC(4)
        else { return nil }
        var headerLength: Int64 = 8
        var length = Int64(size)
        if size == 1 {
            guard let large = source.bytes(at: offset + 8, count: 8)?.integer64(0, .big),
                let known = Int64(exactly: large)
            else { return nil }
            headerLength = 16
            length = known
        } else if size == 0 {
            length = source.count - offset
        }
        guard length >= headerLength else { return nil }
        let available = min(length, source.count - offset)
        guard available >= headerLength,
            let content = source.part(at: offset + headerLength, count: available - headerLength)
        else { return nil }
        return (ISOBox(name: name, content: content, isCut: available < length), offset + available)
    }

    /// The boxes within.
    var children: [ISOBox] { Self.boxes(in: content) }

    /// The whole contents, if they are no more than `limit` bytes.
    func bytes(limit: Int = 1 << 20) -> ByteSlice? {
        content.count <= Int64(limit) ? content.bytes(at: 0, count: Int(content.count)) : nil
    }
}

extension [ISOBox] {
    subscript(_ name: FourCC) -> ISOBox? { first { $0.name == name } }

    /// The box at the end of a path of names.
    subscript(_ path: FourCC...) -> ISOBox? {
        var boxes = self
        for name in path.dropLast() { boxes = boxes[name]?.children ?? [] }
        return path.last.flatMap { boxes[$0] }
    }
}

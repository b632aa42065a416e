import GLibBridge

/// Photoshop's own files: the size, and the small JPEG among the image resources.
enum PhotoshopFile {
    /// The thumbnail in RGB; an older one has red and blue the other way round.
    private static let thumbnail = 0x040C

    static func read(_ source: ByteSource, into findings: inout Findings) {
        guard let head = source.bytes(at: 0, count: 30), let height = head.integer32(14, .big),
            let width = head.integer32(18, .big), let colours = head.integer32(26, .big)
        else { return }
        findings.size = PixelSize(positive: width, height)
        let start = 30 + Int64(colours)
        guard let length = source.bytes(at: start, count: 4)?.integer32(0, .big) else { return }
        let end = start + 4 + Int64(length)
        var offset = start + 4
        for _ in 0..<256 {
            guard offset < end, let block = source.bytes(at: offset, count: 7), block.starts(with: "8BIM"),
                let identifier = block.integer16(4, .big), let nameLength = block[6]
            else { return }
            let sizePlace = offset + 6 + (Int64(nameLength) + 2) / 2 * 2
            guard let size = source.bytes(at: sizePlace, count: 4)?.integer32(0, .big) else { return }
            // Seven numbers that the JPEG repeats stand before it.
            if identifier == thumbnail, size > 28,
                let picture = source.part(at: sizePlace + 32, count: Int64(size) - 28),
                JPEGFile.isJPEG(picture)
            {
                findings.preview = source.fileRange(sizePlace + 32, Int64(size) - 28)
            }
            offset = sizePlace + 4 + (Int64(size) + 1) / 2 * 2
        }
    }
}

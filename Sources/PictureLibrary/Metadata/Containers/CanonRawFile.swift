import GLibBridge

/// Canon's CR3: ISO boxes with TIFF blocks for the metadata and a JPEG for the screen.
enum CanonRawFile {
    private static let metadata: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]
    private static let preview: [UInt8] = [
        0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
    ]

    static func read(_ source: ByteSource, into findings: inout Findings) {
        let boxes = ISOBox.boxes(in: source)
        if let box = box(metadata, in: boxes["moov"]?.children ?? []) {
            readMetadata(ISOBox.boxes(in: box.content, from: 16), into: &findings)
        }
        // A name, eight bytes, then a box of its own: sixteen bytes with its size, and the JPEG.
        guard let content = box(preview, in: boxes)?.content,
            let inner = ISOBox.box(at: 24, in: content)?.box, inner.name == "PRVW",
            let length = inner.content.bytes(at: 12, count: 4)?.integer32(0, .big),
            let picture = inner.content.part(at: 16, count: Int64(length)), JPEGFile.isJPEG(picture)
        else { return }
        findings.preview = inner.content.fileRange(16, Int64(length))
    }

    private static func box(_ name: [UInt8], in boxes: [ISOBox]) -> ISOBox? {
        boxes.first { $0.name == "uuid" && $0.content.bytes(at: 0, upTo: 16).bytes.elementsEqual(name) }
    }

    /// The main directory and that of EXIF, which stand in boxes of their own.
    private static func readMetadata(_ boxes: [ISOBox], into findings: inout Findings) {
        findings.exif = boxes["CMT1"]?.content
        if let file = findings.exif.flatMap({ TIFFFile($0) }),
            let directory = file.directory(at: file.firstDirectory),
            let width = directory.integer(TIFFTag.width), let height = directory.integer(TIFFTag.height)
        {
            findings.size = PixelSize(positive: width, height)
        }
        let dateTimeOriginal: UInt16 = 0x9003
        if let file = (boxes["CMT2"]?.content).flatMap({ TIFFFile($0) }) {
            findings.taken = file.directory(at: file.firstDirectory)?[dateTimeOriginal]?.data.text
                .flatMap { CaptureDate(text: $0) }
        }
    }
}

import GLibBridge
@testable import PictureLibrary

extension FuzzTarget {
    /// The directories of an EXIF block.
    static let exif = FuzzTarget(
        name: "exif", seeds: { [findings($0)?.exif.map(bytes)].compactMap { $0 ?? nil } }
    ) {
        (bytes) throws(FuzzFinding) in
        let block = ByteSource(ByteSlice(bytes), standsForFile: true)
        if let position = EXIFTags(block)?.position { try ensurePlace(position) }
        if let range = EXIFThumbnail.range(in: block) { try ensureRange(range, in: bytes) }
    }

    /// An XMP packet, and the clip that it may name in a file that holds it.
    static let xmp = FuzzTarget(name: "xmp", seeds: { findings($0)?.xmp.map { Array($0.bytes) } ?? [] }) {
        (bytes) throws(FuzzFinding) in
        let packet = XMPPacket([ByteSlice(bytes)])
        for item in packet.containerItems {
            try ensure(item.length >= 0 && item.padding >= 0, "a length below zero")
        }
        let source = ByteSource(ByteSlice(bytes), standsForFile: true)
        for make in [nil, "samsung"] {
            let clip = MotionPhoto.clip(in: source, xmp: packet, make: make, scanStart: 0)
            if let clip { try ensureRange(clip, in: bytes) }
        }
    }

    /// Every kind of picture and video.
    static let containers = FuzzTarget(name: "containers", seeds: { [$0] }) { (bytes) throws(FuzzFinding) in
        try checkMetadata(of: bytes, named: "IMG_1(1).JPG")
    }

    /// Raw pictures, whose names say which kind of TIFF they are, and their previews.
    static let raw = FuzzTarget(
        name: "raw", seeds: { findings($0)?.contentType.hasPrefix("image/x-") == true ? [$0] : [] }
    ) { (bytes) throws(FuzzFinding) in
        try checkMetadata(of: bytes, named: "DSC_1.NEF")
    }

    private static func checkMetadata(of bytes: [UInt8], named name: String) throws(FuzzFinding) {
        let path = FilePath("/p").appending(name)
        // From a file, since what is in memory whole is never read piece by piece.
        guard let source = try? ByteSource(memoryFile(bytes)),
            let found = try? MetadataReader.read(source, path: path)
        else { return }
        for range in [found.preview, found.embeddedClip] {
            if let range { try ensureRange(range, in: bytes) }
        }
        if let size = found.size { try ensure(size.width > 0 && size.height > 0, "a side of nothing") }
        if let position = found.position { try ensurePlace(position) }
        if let duration = found.duration { try ensure(duration.isFinite && duration > 0, "no duration") }
    }

    private static func ensurePlace(_ position: Position) throws(FuzzFinding) {
        try ensure(
            abs(position.latitude) <= 90 && abs(position.longitude) <= 180
                && position.altitude?.isFinite != false, "not on Earth")
    }

    private static func ensureRange(_ range: Range<Int64>, in bytes: [UInt8]) throws(FuzzFinding) {
        try ensure(range.lowerBound >= 0 && range.upperBound <= Int64(bytes.count), "beyond the file")
    }

    private static func findings(_ file: [UInt8]) -> Findings? {
        let source = ByteSource(ByteSlice(file), standsForFile: true)
        return try? MetadataReader.findings(source, path: FilePath("/p/DSC_1.NEF"))
    }

    private static func bytes(_ source: ByteSource) -> [UInt8] {
        Array(source.bytes(at: 0, upTo: longest).bytes)
    }
}

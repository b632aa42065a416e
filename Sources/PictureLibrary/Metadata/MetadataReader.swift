import GLibBridge

/// Reads what a file's bytes say about the picture or video in it.
public enum MetadataReader {
    /// Looks at a file's bytes; blocking, for background threads only. Reads as little as it can.
    ///
    /// - Throws: `.unreadable` where the file can't be opened or read, `.notAPicture` where its bytes are
    ///   no picture and no video. What is one but damaged has metadata with nil in it.
    public static func read(_ path: FilePath) throws(MetadataError) -> AssetMetadata {
        let source: ByteSource
        do throws(FileError) {
            source = try ByteSource(FileReader(path))
        } catch {
            throw .unreadable(error)
        }
        return try read(source, path: path)
    }

    static func read(_ source: ByteSource, path: FilePath) throws(MetadataError) -> AssetMetadata {
        metadata(from: try findings(source, path: path), source: source, path: path)
    }

    /// What the container of `source` says, and where its blocks are.
    static func findings(_ source: ByteSource, path: FilePath) throws(MetadataError) -> Findings {
        let verdict = try ContentSniffer.judge(source, path)
        var findings = Findings(contentType: verdict.contentType)
        if verdict.contentType.hasPrefix("video/") { findings.kind = .video }
        read(source, as: verdict.container, into: &findings)
        if findings.hasNoPicture {
            let sound = "audio/" + findings.contentType.drop { $0 != "/" }.dropFirst()
            throw .notAPicture(contentType: String(sound))
        }
        return findings
    }

    private static func read(
        _ source: ByteSource, as container: ContentSniffer.Container, into findings: inout Findings
    ) {
        switch container {
        case .jpeg: JPEGFile.read(source, into: &findings)
        case .png: PNGFile.read(source, into: &findings)
        case .gif: GIFFile.read(source, into: &findings)
        case .bmp: BMPFile.read(source, into: &findings)
        case .webp: WebPFile.read(source, into: &findings)
        case .tiff: TIFFPicture.read(source, into: &findings)
        case .fujiRaw: FujiRawFile.read(source, into: &findings)
        case .canonRaw: CanonRawFile.read(source, into: &findings)
        case .photoshop: PhotoshopFile.read(source, into: &findings)
        case .heif: HEIFFile.read(source, into: &findings)
        case .movie: ISOMovie.read(source, into: &findings)
        case .jpegXL: JPEGXLFile.read(source, into: &findings)
        case .matroska: MatroskaFile.read(source, into: &findings)
        case .svg: SVGFile.read(source.bytes(at: 0, upTo: SVGFile.headLimit), into: &findings)
        case .compressedSVG:
            let packed = source.bytes(at: 0, upTo: SVGFile.headLimit)
            SVGFile.read(source.unpacked(packed, .gzip, limit: SVGFile.headLimit), into: &findings)
        case .unread: break
        }
    }

    private static func metadata(
        from findings: Findings, source: ByteSource, path: FilePath
    ) -> AssetMetadata {
        let exif = findings.exif.flatMap { EXIFTags($0) }
        let xmp = XMPPacket(findings.xmp)
        var metadata = AssetMetadata(contentType: findings.contentType, kind: findings.kind)

        metadata.orientation = findings.turn ?? exif?.orientation ?? turn(xmp, findings) ?? .upright
        let isTurned = metadata.orientation.swapsSides && !findings.turnsItself
        metadata.size = isTurned ? findings.size?.transposed : findings.size
        metadata.taken = findings.taken ?? dateTaken(exif: exif, xmp: xmp, iptc: findings.iptc)
        metadata.position = findings.position ?? exif?.position
        metadata.duration = findings.duration
        metadata.camera = camera(make: findings.make ?? exif?.make, model: findings.model ?? exif?.model)
        metadata.contentIdentifier = findings.contentIdentifier ?? exif?.contentIdentifier
        metadata.preview = findings.preview ?? findings.exif.flatMap { EXIFThumbnail.range(in: $0) }
        metadata.embeddedClip = findings.embeddedClip
        if findings.contentType == "image/jpeg" {
            metadata.embeddedClip = MotionPhoto.clip(
                in: source, xmp: xmp, make: exif?.make, scanStart: findings.scanStart)
        }
        if let clip = metadata.embeddedClip {
            metadata.kind = .live
            metadata.duration = source.part(at: clip.lowerBound, count: Int64(clip.count))
                .flatMap { ISOMovie.duration(of: $0) }
        }
        metadata.subtypes = findings.subtypes
        if metadata.kind != .video {
            metadata.subtypes.formUnion(
                SubtypeRules.subtypes(of: metadata, path: path, exif: exif, xmp: xmp))
        }
        return metadata
    }

    /// What XMP says where EXIF says nothing, but not against a container that has a word for it of its own:
    /// `irot` and `imir` of HEIF, the header of JPEG XL, the tag of TIFF, which means upright when absent.
    private static func turn(_ xmp: XMPPacket, _ findings: Findings) -> Orientation? {
        guard ["image/jpeg", "image/png", "image/webp"].contains(findings.contentType) else { return nil }
        return xmp["tiff:Orientation"].flatMap { Int($0) }.flatMap(Orientation.init)
    }

    /// EXIF before XMP before IPTC. Dates of change are no dates taken, and neither is xmp:CreateDate: it is
    /// when the file was made. The satellites' clock comes last, and not in a block that was rewritten.
    private static func dateTaken(exif: EXIFTags?, xmp: XMPPacket, iptc: ByteSlice?) -> CaptureDate? {
        if let taken = exif?.taken { return taken }
        let named = [
            xmp["exif:DateTimeOriginal"], xmp["photoshop:DateCreated"], xmp["exif:DateTimeDigitized"],
        ]
        return named.lazy.compactMap { $0.flatMap { CaptureDate(text: $0) } }.first
            ?? iptc.flatMap { IPTCDatasets.dateCreated($0) }
            ?? (exif?.hasChangeDate == false ? exif?.takenBySatellite : nil)
    }

    /// Many models begin with their maker's name: it is not said twice.
    private static func camera(make: String?, model: String?) -> String? {
        guard let make else { return model }
        guard let model else { return make }
        let word = make.prefix { $0 != " " }.lowercased()
        return model.lowercased().hasPrefix(word) ? model : "\(make) \(model)"
    }
}

import GLibBridge

/// TIFF and the raw formats built on it: size, previews, and the metadata tags as an EXIF block.
enum TIFFPicture {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        guard let file = TIFFFile(source), let first = file.directory(at: file.firstDirectory) else { return }
        if first[TIFFTag.dngVersion] != nil { findings.contentType = "image/x-adobe-dng" }
        // No picture has thousands of samples a pixel; headers that say so are made to break decoders.
        if (1...64).contains(first.integer(TIFFTag.samplesPerPixel) ?? 1),
            let width = first.integer(TIFFTag.width), let height = first.integer(TIFFTag.height)
        {
            findings.size = PixelSize(positive: width, height)
        }
        findings.exif = source
        if let packet = first[TIFFTag.xmp]?.data { findings.xmp.append(packet) }
        findings.iptc = first[TIFFTag.iptc]?.data
        if findings.contentType != "image/tiff" { findings.preview = largestPreview(in: file) }
    }

    /// The JPEG in a raw file that has the most bytes and that an ordinary decoder understands.
    private static func largestPreview(in file: TIFFFile) -> Range<Int64>? {
        var candidates: [(offset: Int64, length: Int64)] = []
        for directory in file.allDirectories() {
            if let offset = directory.integer(TIFFTag.jpegOffset),
                let length = directory.integer(TIFFTag.jpegLength)
            {
                candidates.append((offset, length))
            }
            let holdsJPEG = [6, 7].contains(directory.integer(TIFFTag.compression))
            if holdsJPEG, let offsets = directory[TIFFTag.stripOffsets]?.integers, offsets.count == 1,
                let length = directory.integer(TIFFTag.stripByteCounts)
            {
                candidates.append((offsets[0], length))
            }
        }
        let found = candidates.sorted { $0.length > $1.length }.first { candidate in
            guard let part = file.source.part(at: candidate.offset, count: candidate.length) else {
                return false
            }
            return JPEGFile.isDecodable(part)
        }
        return found.flatMap { file.source.fileRange($0.offset, $0.length) }
    }
}

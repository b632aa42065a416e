/// Fuji's raw files: a header that points to a whole JPEG with the metadata in it.
enum FujiRawFile {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        guard let pointers = source.bytes(at: 84, count: 8), let offset = pointers.integer32(0, .big),
            let length = pointers.integer32(4, .big),
            let picture = source.part(at: Int64(offset), count: Int64(length)), JPEGFile.isJPEG(picture)
        else { return }
        JPEGFile.read(picture, into: &findings)
        findings.scanStart = nil
        findings.preview = source.fileRange(Int64(offset), Int64(length))
    }
}

import GLibBridge

extension ColourProfile {
    /// A profile that a decoder needs is some kilobytes long; larger ones are printers' tables.
    private static let largest = 1 << 20

    /// The profile in a JPEG or a PNG; nil without one that is understood.
    init?(of file: FileReader, _ header: PictureHeader) {
        let length = header.profile.reduce(0) { $0 + Int(clamping: $1.upperBound - $1.lowerBound) }
        guard (1...Self.largest).contains(length) else { return nil }
        var bytes: [UInt8] = []
        for part in header.profile {
            guard let piece = try? file.read(at: part.lowerBound, count: part.count) else { return nil }
            bytes += piece
        }
        switch header.format {
        case .jpeg: self.init(bytes)
        // A name, its end, the way of packing, then the packed profile.
        case .png:
            guard let end = bytes.prefix(80).firstIndex(of: 0), bytes.count > end + 2 else { return nil }
            self.init(Inflation.prefix(of: bytes[(end + 2)...], format: .zlib, limit: Self.largest))
        default: return nil
        }
    }
}

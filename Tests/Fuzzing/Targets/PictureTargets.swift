import GLibBridge
@testable import PictureLibrary

extension FuzzTarget {
    /// More pixels take long and show nothing new.
    private static let mostPixels = 1 << 20

    /// What is read of a picture before a decoder sees it.
    static let header = FuzzTarget(name: "header", seeds: { [$0] }) { (bytes) throws(FuzzFinding) in
        let file = try memoryFile(bytes)
        guard let header = try? PictureHeader(of: file) else { return }
        if let size = header.size { try ensure(size.width >= 0 && size.height >= 0, "a side below nothing") }
        _ = ColourProfile(of: file, header)
        _ = EndOfJPEG.isThere(in: file, after: header.scan, before: nil)
    }

    /// A colour profile, and what it does to colours.
    static let profile = FuzzTarget(
        name: "profile", seeds: { [ColourProfile.bytes(in: $0)].compactMap { $0 } },
        ownSeeds: [ColourProfile.simple]
    ) { (bytes) throws(FuzzFinding) in
        guard let profile = ColourProfile(bytes) else { return }
        _ = profile.isSRGB
        let colours: [UInt8] = [0, 128, 255, 255, 0, 1, 77, 255, 0, 254, 254, 3]
        for start in stride(from: 0, to: colours.count, by: 3) {
            let colour = Array(colours[start..<(start + 3)])
            try ensure(profile.converted(colour).count == 3, "no colour")
        }
    }

    /// A JPEG at an eighth by our scanner, with libjpeg as the judge.
    static let jpeg = FuzzTarget(name: "jpeg", seeds: { $0.starts(with: [0xFF, 0xD8]) ? [$0] : [] }) {
        (bytes) throws(FuzzFinding) in
        guard let size = size(of: bytes, .jpeg) else { return }
        let eighth = PixelSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
        let judge = decode(bytes, .jpeg, eighth, usesOwnScanner: false)
        let own = decode(bytes, .jpeg, eighth, usesOwnScanner: true)
        try ensure((judge == nil) == (own == nil), "only one of both has a picture")
        guard let judge, let own else { return }
        try ensure(own.pixels.size == judge.pixels.size, "another size")
        try ensure(own.isComplete == judge.isComplete, "another verdict on the end")
        try ensure(own.hasUnreadScans == judge.hasUnreadScans, "other scans")
        // Where four blocks share their colours, they get one mean, and libjpeg makes out four.
        guard judge.isComplete, !sharesColoursBothWays(bytes) else { return }
        let isSame = own.pixels.bytes.withUnsafeBytes { own in
            judge.pixels.bytes.withUnsafeBytes { own.elementsEqual($0) }
        }
        try ensure(isSame, "other colours")
    }

    /// A PNG, row by row.
    static let png = FuzzTarget(
        name: "png", seeds: { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? [$0] : [] }
    ) { (bytes) throws(FuzzFinding) in
        guard size(of: bytes, .png) != nil else { return }
        for side in [5, Int.max] {
            _ = decode(bytes, .png, PixelSize(width: side, height: side), usesOwnScanner: false)
        }
    }

    /// All that a decoder does with a JPEG or a PNG, and with the preview in any picture.
    static let decoding = FuzzTarget(name: "decoding", seeds: { [$0] }) { (bytes) throws(FuzzFinding) in
        let file = try memoryFile(bytes)
        let source = try? ByteSource(file)
        let metadata = source.flatMap { try? MetadataReader.read($0, path: FilePath("/p/1.jpg")) }
        for (part, start) in [(DecodePart.photo, 0), (.preview, metadata?.preview?.lowerBound)] {
            guard let start, let header = try? PictureHeader(of: file, from: start), header.codec != nil,
                let pixels = header.size?.pixelCount, pixels <= mostPixels
            else { continue }
            for target in [DecodeTarget.filling(7), .fitting(PixelSize(width: 300, height: 20))] {
                let decoding = FileDecoding(
                    file: file, part: part, metadata: metadata, target: target, cancellation: Cancellation(),
                    isConfined: true)
                guard let picture = try? decoding.run() else { continue }
                try ensure(target.allows(picture.pixels.size), "larger than wanted")
            }
        }
    }

    /// The texts of a thumbnail in the shared cache.
    static let thumbnail = FuzzTarget(
        name: "thumbnail", seeds: { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? [$0] : [] },
        ownSeeds: [
            PixelBuffer.transparentPixel.png(texts: [
                ("Thumb::URI", "file:///p/1.jpg"), ("Thumb::MTime", "1700000000.123456"),
                ("Thumb::Size", "1"),
            ])
        ].compactMap { $0 }
    ) { (bytes) throws(FuzzFinding) in
        guard let text = PNGText(bytes) else { return }
        _ = PNGText.hasRightChecksums(bytes)
        for time in [Int64.min, -1, 1_700_000_000_123_456_789, .max] {
            _ = ThumbnailCache.isTime(text.texts["Thumb::MTime"] ?? "", of: time)
        }
    }

    private static func decode(
        _ bytes: [UInt8], _ codec: ImageCodec, _ size: PixelSize, usesOwnScanner: Bool
    ) -> ImageCodec.Picture? {
        bytes.withUnsafeBytes { try? codec.decode($0, size: size, usesOwnScanner: usesOwnScanner) }
    }

    /// Nil where it is not such a picture, or too large.
    private static func size(of bytes: [UInt8], _ codec: ImageCodec) -> PixelSize? {
        guard let file = try? memoryFile(bytes), let header = try? PictureHeader(of: file),
            header.codec == codec, let size = header.size, size.pixelCount <= mostPixels
        else { return nil }
        return size
    }

    /// Whether a component has both more columns and more rows than another one, in this JPEG or in one that
    /// it carries.
    private static func sharesColoursBothWays(_ bytes: [UInt8]) -> Bool {
        bytes.indices.dropLast(18).contains { frame in
            guard bytes[frame] == 0xFF, (0xC0...0xC2).contains(bytes[frame + 1]), bytes[frame + 9] == 3 else {
                return false
            }
            let factors = [11, 14, 17].map { bytes[frame + $0] }
            return Set(factors.map { $0 >> 4 }).count > 1 && Set(factors.map { $0 & 15 }).count > 1
        }
    }
}

extension ColourProfile {
    /// A profile with the primaries of Display P3, and each curve of its own kind: a table, a power, a formula.
    fileprivate static let simple: [UInt8] = {
        func number(_ value: Int) -> [UInt8] {
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        let values: [(tag: String, bytes: [UInt8])] = [
            ("rXYZ", Array("XYZ ".utf8) + [0, 0, 0, 0] + [33760, 15808, -70].flatMap(number)),
            ("gXYZ", Array("XYZ ".utf8) + [0, 0, 0, 0] + [19136, 45376, 2752].flatMap(number)),
            ("bXYZ", Array("XYZ ".utf8) + [0, 0, 0, 0] + [10304, 4352, 51392].flatMap(number)),
            ("rTRC", Array("curv".utf8) + [0, 0, 0, 0] + number(3) + [0, 0, 0x40, 0, 0xFF, 0xFF]),
            ("gTRC", Array("curv".utf8) + [0, 0, 0, 0] + number(1) + [2, 0x33]),
            (
                "bTRC",
                Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
                    + [157_286, 62119, 3417, 5072, 2651].flatMap(number)
            ),
        ]
        var profile = [UInt8](repeating: 0, count: 128)
        profile.replaceSubrange(16..<24, with: "RGB XYZ ".utf8)
        profile.replaceSubrange(36..<40, with: "acsp".utf8)
        profile += number(values.count)
        var content: [UInt8] = []
        for value in values {
            profile += Array(value.tag.utf8) + number(132 + 12 * values.count + content.count)
            profile += number(value.bytes.count)
            content += value.bytes
        }
        return profile + content
    }()

    /// The profile in a picture, unpacked.
    fileprivate static func bytes(in picture: [UInt8]) -> [UInt8]? {
        guard let file = try? memoryFile(picture), let header = try? PictureHeader(of: file),
            !header.profile.isEmpty
        else { return nil }
        let bytes = header.profile.flatMap { (try? file.read(at: $0.lowerBound, count: $0.count)) ?? [] }
        guard header.format == .png, let end = bytes.prefix(80).firstIndex(of: 0) else { return bytes }
        return Inflation.prefix(of: bytes[(end + 2)...], format: .zlib, limit: FuzzTarget.longest)
    }
}

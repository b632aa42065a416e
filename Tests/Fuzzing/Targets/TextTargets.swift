import GLibBridge
@testable import PictureLibrary
@testable import PicktureApp

extension FuzzTarget {
    /// What a decoder process is asked and what it answers; a file may have taken it over.
    static let messages = FuzzTarget(name: "messages", ownSeeds: requests + answers) {
        (bytes) throws(FuzzFinding) in
        if let request = DecodeRequest(bytes) {
            try ensure(DecodeRequest(request.bytes) == request, "a request that is not what it was")
        }
        guard let answer = DecodeAnswer(bytes) else { return }
        try ensure(DecodeAnswer(answer.bytes) == answer, "an answer that is not what it was")
        switch answer.result {
        case .success(let picture):
            guard let count = picture.byteCount else { return }
            try ensure(count >= picture.size.width, "less than a row of bytes")
        case .failure(let error): try ensure(!error.sentence.isEmpty, "nothing to say")
        }
    }

    private static let requests: [[UInt8]] = {
        var metadata = AssetMetadata(contentType: "image/jpeg", kind: .photo)
        metadata.size = PixelSize(width: 4000, height: 3000)
        metadata.preview = 100..<9000
        let room = DecodeTarget.fitting(PixelSize(width: 800, height: 600))
        let tasks: [DecodeRequest.Task] = [
            .decode(.photo, .filling(256), metadata), .decode(.preview, room, nil), .animate, .nextFrame,
        ]
        return tasks.map { DecodeRequest(number: 1, task: $0).bytes }
    }()

    private static let answers: [[UInt8]] = {
        let size = PixelSize(width: 256, height: 200)
        let picture = DecodeAnswer.Picture(
            size: size, format: .rgba, stride: 1024, originalSize: size, isComplete: true,
            duration: 40)
        let errors: [DecodeError] = [
            .tooLarge(size), .damaged("no end"), .unsupported(contentType: "", package: nil),
            .unreadable(FileError(errno: 5)), .failed("no memory"), .cancelled,
        ]
        let results = [Result.success(picture)] + errors.map { .failure($0) }
        return results.map { DecodeAnswer(number: 3, isLast: false, result: $0).bytes }
    }()

    /// The list of names on standard input, in pieces as they may come. The first byte is a piece's length.
    static let names = FuzzTarget(
        name: "names",
        ownSeeds: ["\u{3}a.jpg\nb/../c.png\n", "\u{1}file:///p/%41%FF.jpg\0\0x\0", "/file://localhost//a\n"]
            .map { Array($0.utf8) }
    ) { (bytes) throws(FuzzFinding) in
        guard let first = bytes.first else { return }
        let list = Array(bytes.dropFirst())
        for terminator in [UInt8(ascii: "\n"), 0] {
            let names = split(list, terminator, pieces: Int(first) + 1)
            let whole = list.split(separator: terminator).map { Array($0.prefix(NameSplitter.longest)) }
            try ensure(names == whole, "other names when they come in pieces")
            for name in names {
                guard let path = try? Operands.path(name, relativeTo: FilePath("/p")) else { continue }
                try ensure(path.bytes.first == UInt8(ascii: "/"), "not absolute")
                try ensure(!path.bytes.contains(0) && !name.contains(0), "a path in spite of a NUL")
            }
        }
    }

    private static func split(_ list: [UInt8], _ terminator: UInt8, pieces length: Int) -> [[UInt8]] {
        var splitter = NameSplitter(terminator: terminator)
        var names: [[UInt8]] = []
        for start in stride(from: 0, to: list.count, by: length) {
            names += splitter.feed(Array(list[start..<min(start + length, list.count)]))
        }
        return names + [splitter.finish()].compactMap { $0 }
    }

    /// Dates, places, patterns and the small files of the trash, which are all text.
    static let texts = FuzzTarget(
        name: "texts",
        ownSeeds: [
            "2024:02:29 23:59:59+05:30", "2024-02-29T23:59:60.123Z", "+40.6892-074.0445+010/",
            "+404121.12-0740240.2/", "IMG_[0-9]?*.jp\\*", "[!a-z]\u{1}b", "1700000000.123456",
            "[Trash Info]\nPath=/p/%41b.jpg\nDeletionDate=2026-11-30T09:30:00\n",
        ].map { Array($0.utf8) }
    ) { (bytes) throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        if let date = CaptureDate(text: text) {
            try ensure(CaptureDate(plausible: date.wallClock, offset: nil) != nil, "a date of no calendar")
        }
        _ = CaptureDate.offset(text: Array(text.utf8)[...])
        if let position = Position(iso6709: text) {
            try ensure(position.altitude?.isFinite != false, "no altitude")
        }
        // The pattern and the name have a byte of 1 between them.
        let parts = bytes.split(separator: 1, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
        _ = NamePattern(bytes: parts[0]).matches(parts.last ?? [])
        if let info = TrashInfo(bytes) { try ensure(!info.path.contains(0), "a NUL in a path") }
        for time in [Int64.min, 0, .max] { _ = ThumbnailCache.isTime(text, of: time) }
        _ = IPTCDatasets.dateCreated(ByteSlice(bytes))
        _ = PhotoshopResources.iptc(in: ByteSlice(bytes))
    }
}

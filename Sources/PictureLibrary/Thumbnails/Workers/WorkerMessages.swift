import GLibBridge

/// The first packet of a worker: this is a decoder, of this version of the messages.
enum WorkerGreeting {
    static let bytes = Array("pickture-decoder 2".utf8)
}

/// What is asked of a worker.
struct DecodeRequest: Sendable, Equatable {
    enum Task: Sendable, Equatable {
        /// The file whose descriptor goes with it, or a part of it; with what is known of it, as far as
        /// decoders need it.
        case decode(DecodePart, DecodeTarget, AssetMetadata?)
        /// The first frame of the file whose descriptor goes with it, if it moves.
        case animate
        /// The frame after the one that came last.
        case nextFrame
    }

    /// Told back in the answer.
    var number: UInt32
    var task: Task
}

/// What a worker answers; the pixels' memory goes with a picture.
struct DecodeAnswer: Sendable, Equatable {
    /// How the pixels lie in the memory, and what was learned on the way.
    struct Picture: Sendable, Equatable {
        var size: PixelSize
        var format: PixelBuffer.Format
        var stride: Int
        var originalSize: PixelSize?
        var isComplete: Bool
        /// Milliseconds that a frame stays; nil for one that stays for ever, and for pictures that do not move.
        var duration: Int32?

        /// The bytes that the rows take; nil for what can be no picture.
        var byteCount: Int? {
            guard size.width > 0, size.height > 0 else { return nil }
            let (row, rowOverflows) = size.width.multipliedReportingOverflow(by: format.bytesPerPixel)
            let (above, overflows) = stride.multipliedReportingOverflow(by: size.height - 1)
            guard !rowOverflows, !overflows, stride >= row else { return nil }
            let (sum, sumOverflows) = above.addingReportingOverflow(row)
            return sumOverflows ? nil : sum
        }
    }

    var number: UInt32
    /// The worker has grown old and ends now.
    var isLast: Bool
    var result: Result<Picture, DecodeError>
}

extension DecodeRequest {
    var bytes: [UInt8] {
        var writer = PacketWriter()
        writer.number(number)
        switch task {
        case .decode(let part, let target, let metadata):
            writer.byte(part == .photo ? 0 : 1)
            writer.target(target)
            writer.optional(metadata) { $0.metadata($1) }
        case .animate: writer.byte(2)
        case .nextFrame: writer.byte(3)
        }
        return writer.bytes
    }

    /// Nil for what is no request.
    init?(_ bytes: [UInt8]) {
        var reader = PacketReader(bytes)
        guard let number: UInt32 = reader.number(), let kind = reader.byte() else { return nil }
        switch kind {
        case 0, 1:
            guard let target = reader.target(), let metadata = reader.optional({ $0.metadata() }) else {
                return nil
            }
            task = .decode(kind == 0 ? .photo : .preview, target, metadata)
        case 2: task = .animate
        case 3: task = .nextFrame
        default: return nil
        }
        self.number = number
        guard reader.isAtEnd else { return nil }
    }
}

extension PacketWriter {
    fileprivate mutating func target(_ target: DecodeTarget) {
        switch target {
        case .filling(let side):
            byte(0)
            number(side)
        case .fitting(let box):
            byte(1)
            size(box)
        }
    }

    fileprivate mutating func metadata(_ metadata: AssetMetadata) {
        text(metadata.contentType)
        byte(UInt8(metadata.kind == .video ? 2 : metadata.kind == .live ? 1 : 0))
        byte(UInt8(metadata.orientation.rawValue))
        optional(metadata.size) { $0.size($1) }
        optional(metadata.preview) {
            $0.number($1.lowerBound)
            $0.number($1.upperBound)
        }
    }
}

extension PacketReader {
    fileprivate mutating func target() -> DecodeTarget? {
        switch byte() {
        case 0: number().map { .filling($0) }
        case 1: size().map { .fitting($0) }
        default: nil
        }
    }

    fileprivate mutating func metadata() -> AssetMetadata? {
        guard let type = text(), let kind = byte(), kind < 3, let turn = byte(),
            let orientation = Orientation(rawValue: Int(turn)), let size = optional({ $0.size() }),
            let preview = optional({ $0.range() })
        else { return nil }
        var metadata = AssetMetadata(contentType: type, kind: [.photo, .live, .video][Int(kind)])
        metadata.orientation = orientation
        metadata.size = size
        metadata.preview = preview
        return metadata
    }

    private mutating func range() -> Range<Int64>? {
        guard let start: Int64 = number(), let end: Int64 = number(), start <= end else { return nil }
        return start..<end
    }
}

extension DecodeAnswer {
    var bytes: [UInt8] {
        var writer = PacketWriter()
        writer.number(number)
        writer.flag(isLast)
        switch result {
        case .success(let picture):
            writer.byte(0)
            writer.size(picture.size)
            writer.flag(picture.format == .rgba)
            writer.number(picture.stride)
            writer.optional(picture.originalSize) { $0.size($1) }
            writer.flag(picture.isComplete)
            writer.optional(picture.duration) { $0.number($1) }
        case .failure(.tooLarge(let size)):
            writer.byte(1)
            writer.size(size)
        case .failure(.damaged(let message)):
            writer.byte(2)
            writer.text(message)
        case .failure(.unsupported):
            // Which package would help is the client's to say.
            writer.byte(3)
        case .failure(.unreadable(let error)):
            writer.byte(4)
            writer.number(error.errno)
        case .failure(.failed(let message)):
            writer.byte(5)
            writer.text(message)
        case .failure(.cancelled):
            writer.byte(6)
        }
        return writer.bytes
    }

    /// Nil for what is no answer.
    init?(_ bytes: [UInt8]) {
        var reader = PacketReader(bytes)
        guard let number: UInt32 = reader.number(), let isLast = reader.flag() else { return nil }
        self.number = number
        self.isLast = isLast
        switch reader.byte() {
        case 0:
            guard let size = reader.size(), let hasAlpha = reader.flag(), let stride: Int = reader.number(),
                let original = reader.optional({ $0.size() }), let isComplete = reader.flag(),
                let duration = reader.optional({ reader -> Int32? in reader.number() })
            else { return nil }
            let picture = Picture(
                size: size, format: hasAlpha ? .rgba : .rgb, stride: stride, originalSize: original,
                isComplete: isComplete, duration: duration)
            result = .success(picture)
        case 1:
            guard let size = reader.size() else { return nil }
            result = .failure(.tooLarge(size))
        case 2:
            guard let message = reader.text() else { return nil }
            result = .failure(.damaged(message))
        case 3: result = .failure(.unsupported(contentType: "", package: nil))
        case 4:
            guard let errno: Int32 = reader.number() else { return nil }
            result = .failure(.unreadable(FileError(errno: errno)))
        case 5:
            guard let message = reader.text() else { return nil }
            result = .failure(.failed(message))
        case 6: result = .failure(.cancelled)
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

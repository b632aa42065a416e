import GLibBridge

/// The first packet of a worker: this is a decoder, of this version of the messages.
enum WorkerGreeting {
    static let bytes = Array("pickture-decoder 1".utf8)
}

/// What is asked of a worker; the file's descriptor goes with it.
struct DecodeRequest: Sendable, Equatable {
    /// Told back in the answer.
    var number: UInt32
    var target: DecodeTarget
    /// What is known of the file, as far as decoders need it.
    var metadata: AssetMetadata?
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
        switch target {
        case .filling(let side):
            writer.byte(0)
            writer.number(side)
        case .fitting(let box):
            writer.byte(1)
            writer.size(box)
        }
        writer.optional(metadata) { writer, metadata in
            writer.text(metadata.contentType)
            writer.byte(UInt8(metadata.kind == .video ? 2 : metadata.kind == .live ? 1 : 0))
            writer.byte(UInt8(metadata.orientation.rawValue))
            writer.optional(metadata.size) { $0.size($1) }
            writer.optional(metadata.preview) {
                $0.number($1.lowerBound)
                $0.number($1.upperBound)
            }
        }
        return writer.bytes
    }

    /// Nil for what is no request.
    init?(_ bytes: [UInt8]) {
        var reader = PacketReader(bytes)
        guard let number: UInt32 = reader.number() else { return nil }
        switch reader.byte() {
        case 0:
            guard let side: Int = reader.number() else { return nil }
            target = .filling(side)
        case 1:
            guard let box = reader.size() else { return nil }
            target = .fitting(box)
        default: return nil
        }
        self.number = number
        guard let hasMetadata = reader.flag() else { return nil }
        if hasMetadata {
            guard let type = reader.text(), let kind = reader.byte(), kind < 3,
                let turn = reader.byte(), let orientation = Orientation(rawValue: Int(turn)),
                let hasSize = reader.flag()
            else { return nil }
            var metadata = AssetMetadata(contentType: type, kind: [.photo, .live, .video][Int(kind)])
            metadata.orientation = orientation
            if hasSize {
                guard let size = reader.size() else { return nil }
                metadata.size = size
            }
            guard let hasPreview = reader.flag() else { return nil }
            if hasPreview {
                guard let start: Int64 = reader.number(), let end: Int64 = reader.number(), start <= end
                else { return nil }
                metadata.preview = start..<end
            }
            self.metadata = metadata
        }
        guard reader.isAtEnd else { return nil }
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
                let hasOriginal = reader.flag()
            else { return nil }
            var original: PixelSize?
            if hasOriginal {
                original = reader.size()
                guard original != nil else { return nil }
            }
            guard let isComplete = reader.flag() else { return nil }
            let picture = Picture(
                size: size, format: hasAlpha ? .rgba : .rgb, stride: stride, originalSize: original,
                isComplete: isComplete)
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

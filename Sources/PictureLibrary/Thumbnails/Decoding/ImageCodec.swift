import CGlib
import CImageCodecs
import GLibBridge
import Glibc

/// JPEG and PNG through libjpeg and libpng. The calls block, from any thread.
enum ImageCodec {
    case jpeg, png

    /// What came out.
    struct Picture {
        /// As stored, not turned.
        var pixels: PixelBuffer
        /// The whole picture's size, as stored.
        var storedSize: PixelSize
        /// False where the data ended or broke before the last row.
        var isComplete: Bool
        /// The data behind the first scans was not looked at, so that nothing is known of it.
        var hasUnreadScans: Bool
    }

    /// Bytes that a picture may take that has to be kept whole while it is read.
    static let largestWhole = 384 << 20

    /// Decodes the bytes from `start` to `end` in a file (nil: to its end) to `size`, or as they are where
    /// they are smaller. For `usesOwnScanner` see the header of CImageCodecs.
    func decode(
        _ file: FileReader, from start: Int64 = 0, to end: Int64? = nil, size: PixelSize,
        usesOwnScanner: Bool = false, cancellation: Cancellation
    ) throws(DecodeError) -> Picture {
        var source = codec_source()
        source.descriptor = file.descriptor
        source.offset = start
        source.count = max(0, min(end ?? file.size, file.size) - start)
        return try withExtendedLifetime(file) { () throws(DecodeError) in
            try decode(source, size, usesOwnScanner, cancellation)
        }
    }

    /// Decodes bytes in memory, by default to their own size.
    func decode(
        _ bytes: UnsafeRawBufferPointer, size: PixelSize = PixelSize(width: .max, height: .max),
        usesOwnScanner: Bool = false, cancellation: Cancellation = Cancellation()
    ) throws(DecodeError) -> Picture {
        guard let start = bytes.baseAddress else { throw .damaged("") }
        var source = codec_source()
        source.bytes = start.assumingMemoryBound(to: UInt8.self)
        source.count = Int64(bytes.count)
        return try decode(source, size, usesOwnScanner, cancellation)
    }

    private func decode(
        _ source: codec_source, _ size: PixelSize, _ usesOwnScanner: Bool, _ cancellation: Cancellation
    ) throws(DecodeError) -> Picture {
        var source = source
        // The call ends before the object does.
        source.context = Unmanaged.passUnretained(cancellation).toOpaque()
        source.is_cancelled = { context in
            context.map { Unmanaged<Cancellation>.fromOpaque($0).takeUnretainedValue().isCancelled } ?? false
        }
        var request = codec_request(
            width: UInt32(clamping: max(1, size.width)), height: UInt32(clamping: max(1, size.height)),
            memory_limit: Self.largestWhole, ground: TilePicture.ground, uses_own_scanner: usesOwnScanner)
        var picture = codec_picture()
        var error = codec_error()
        let status = withExtendedLifetime(cancellation) {
            switch self {
            case .jpeg: codec_jpeg_decode(&source, &request, &picture, &error)
            case .png: codec_png_decode(&source, &request, &picture, &error)
            }
        }
        let storedSize = PixelSize(width: Int(picture.full_width), height: Int(picture.full_height))
        if let failure = DecodeError(status, error, size: storedSize) { throw failure }
        let channels = Int(picture.channels)
        let made = PixelSize(width: Int(picture.width), height: Int(picture.height))
        let pixels = PixelBuffer(
            size: made, format: channels == 4 ? .rgba : .rgb, stride: made.width * channels,
            bytes: Bytes(taking: picture.pixels, count: made.pixelCount * channels))
        return Picture(
            pixels: pixels, storedSize: storedSize, isComplete: picture.is_complete,
            hasUnreadScans: picture.has_unread_scans)
    }
}

extension PixelBuffer {
    /// A JPEG without transparency; nil where there is no memory for it or a side exceeds 65,500 pixels.
    /// `quality` is 1 to 100.
    func jpeg(quality: Int = 85) -> [UInt8]? {
        bytes.withUnsafeBytes { rows in
            encoded { bytes, count, error in
                codec_jpeg_encode(
                    rows.assumingMemoryBound(to: UInt8.self).baseAddress, UInt32(size.width),
                    UInt32(size.height), stride, UInt32(format.bytesPerPixel), Int32(quality), bytes, count,
                    error)
            }
        }
    }

    /// A PNG, made quickly rather than small, with texts (Latin-1, keys of 1 to 79 letters) before the
    /// pixels; nil where there is no memory for it.
    func png(texts: [(key: String, value: String)]) -> [UInt8]? {
        let words = texts.flatMap { [strdup($0.key), strdup($0.value)] }
        defer { words.forEach { free($0) } }
        let pairs: [UnsafePointer<CChar>?] = words.map { UnsafePointer($0) }
        return bytes.withUnsafeBytes { rows in
            encoded { bytes, count, error in
                codec_png_encode(
                    rows.assumingMemoryBound(to: UInt8.self).baseAddress, UInt32(size.width),
                    UInt32(size.height), stride, UInt32(format.bytesPerPixel), pairs, texts.count, bytes,
                    count, error)
            }
        }
    }

    private func encoded(
        _ encode: (
            UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>,
            UnsafeMutablePointer<codec_error>
        ) -> codec_status
    ) -> [UInt8]? {
        var result: UnsafeMutablePointer<UInt8>?
        var count = 0
        var error = codec_error()
        guard encode(&result, &count, &error) == CODEC_OK, let result else { return nil }
        defer { free(result) }
        return Array(UnsafeBufferPointer(start: result, count: count))
    }
}

extension Bytes {
    /// Takes over memory of malloc().
    fileprivate convenience init(taking memory: UnsafeMutablePointer<UInt8>, count: Int) {
        self.init(transferFull: g_bytes_new_with_free_func(memory, gsize(count), { free($0) }, memory))
    }
}

extension DecodeError {
    /// Nil for success.
    fileprivate init?(_ status: codec_status, _ error: codec_error, size: PixelSize) {
        var error = error
        let message = withUnsafeBytes(of: &error.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        switch status {
        case CODEC_OK: return nil
        case CODEC_TOO_LARGE: self = .tooLarge(size)
        case CODEC_NO_MEMORY: self = .failed(tr("not enough memory"))
        case CODEC_UNREADABLE: self = .unreadable(FileError(errno: error.error_number))
        case CODEC_CANCELLED: self = .cancelled
        default: self = .damaged(message)
        }
    }
}

import GLibBridge
import Synchronization

/// Turns files into pixels: in processes of their own (``DecoderPool``) or in this one (``PictureDecoder``).
///
/// The calls block, from any thread, and read only regular files. They look at the pixel count in the file's
/// header before they take memory for it.
public protocol ThumbnailDecoder: Sendable {
    /// Decodes upright, for `target`; a picture that is smaller comes as it is. Transparency is kept. What
    /// nothing here knows is left to the thumbnailers that are installed.
    ///
    /// - Throws: ``DecodeError/cancelled`` soon after `cancellation` was asked for.
    func decode(
        _ path: FilePath, metadata: AssetMetadata?, target: DecodeTarget, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture

    /// The same with a file that is open, or a part of it, and without help from other programs.
    ///
    /// - Throws: `.unsupported` with the type for another program to try.
    func decode(
        _ file: FileReader, _ part: DecodePart, metadata: AssetMetadata?, target: DecodeTarget,
        cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture

    /// The frames of a picture that moves; nil for one that does not, that is too large or can't be read.
    func animation(of path: FilePath, cancellation: Cancellation) -> (any AnimationFrames)?
}

/// What in a file is decoded.
public enum DecodePart: Sendable, Equatable {
    case photo
    /// The small JPEG that cameras put into the EXIF block.
    case preview
}

/// The frames of an animated picture, one after the other, for as long as somebody holds it.
public protocol AnimationFrames: AnyObject, Sendable {
    /// Decodes the next frame, first the first one; nil where there is none, or it can't be made. Blocks.
    func next() -> AnimationFrame?
}

/// A frame and how long it stays.
public struct AnimationFrame: Sendable {
    /// Not turned: formats that move know no turn.
    public var pixels: PixelBuffer
    /// Nil for the last one, which stays.
    public var duration: Duration?
}

extension ThumbnailDecoder {
    /// Decodes for a preview of at most `size` pixels; blocking, so not for the main actor.
    public func decode(
        _ path: FilePath, metadata: AssetMetadata?, fitting size: PixelSize
    ) throws(DecodeError) -> PixelBuffer {
        try decode(path, metadata: metadata, target: .fitting(size), cancellation: Cancellation()).pixels
    }
}

/// A decoded picture and what its decoder learned on the way.
public struct DecodedPicture: Sendable {
    /// Upright.
    public var pixels: PixelBuffer
    /// The whole picture's size, upright; nil where the decoder does not know it.
    public var originalSize: PixelSize?
    /// False where the file ended or broke before the last row: shown, but never stored.
    public var isComplete: Bool

    public init(pixels: PixelBuffer, originalSize: PixelSize?, isComplete: Bool = true) {
        self.pixels = pixels
        self.originalSize = originalSize
        self.isComplete = isComplete
    }
}

/// Tells blocking work, from any thread, that nobody waits for it any more.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }
    public func cancel() { flag.store(true, ordering: .relaxed) }
}

/// Why there is no picture.
public enum DecodeError: Error, Sendable, Equatable {
    /// The header claims more pixels than are decoded here.
    case tooLarge(PixelSize)
    /// The bytes do not make a picture; with the loader's words, which may be empty.
    case damaged(String)
    /// No loader or thumbnailer for this kind of file is installed; with the package that has one.
    case unsupported(contentType: String, package: String?)
    /// The file cannot be opened or read.
    case unreadable(FileError)
    /// A fault on our side, which says nothing about the file.
    case failed(String)
    case cancelled

    /// Whether the same bytes will always fail so; else another try may succeed.
    var isFinal: Bool {
        switch self {
        case .tooLarge, .damaged, .unsupported: true
        case .unreadable, .failed, .cancelled: false
        }
    }

    /// The reason for the user.
    public var sentence: String {
        switch self {
        case .tooLarge(let size):
            tr(
                "The picture is too large to be shown ({width} × {height} pixels).",
                ["width": String(size.width), "height": String(size.height)])
        case .damaged(""):
            tr("The file is damaged or no picture.")
        case .damaged(let message):
            tr("The file is damaged or no picture ({reason}).", ["reason": message])
        case .unsupported(let type, nil):
            tr("Nothing that is installed can show files of the type {type}.", ["type": type])
        case .unsupported(let type, let package?):
            tr(
                "To show files of the type {type}, install the package {package}.",
                ["type": type, "package": package])
        case .unreadable(let error):
            error.sentence
        case .failed(let message):
            tr("The picture could not be made ({reason}).", ["reason": message])
        case .cancelled:
            tr("The picture was no longer wanted.")
        }
    }
}

import GLibBridge

@testable import PictureLibrary

/// A decoder of tests that is asked for files by their paths; open ones are decoded as they are, and nothing moves.
protocol PathDecoder: ThumbnailDecoder {}

extension PathDecoder {
    func decode(
        _ file: FileReader, _ part: DecodePart, metadata: AssetMetadata?, target: DecodeTarget,
        cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        try PictureDecoder().decode(
            file, part, metadata: metadata, target: target, cancellation: cancellation)
    }

    func animation(of path: FilePath, cancellation: Cancellation) -> (any AnimationFrames)? { nil }
}

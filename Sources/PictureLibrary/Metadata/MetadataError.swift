import GLibBridge

/// Why a file has no metadata.
public enum MetadataError: Error, Sendable, Equatable {
    /// The bytes are no picture and no video, whatever the name says.
    case notAPicture(contentType: String)
    case unreadable(FileError)

    /// Says in the user's language what went wrong.
    public var sentence: String {
        switch self {
        case .notAPicture(let contentType):
            tr(
                "This is not a picture or video: {type}",
                ["type": ContentType.description(contentType)])
        case .unreadable(let error): error.sentence
        }
    }
}

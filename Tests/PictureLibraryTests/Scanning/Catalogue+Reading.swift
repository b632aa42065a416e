import GLibBridge

@testable import PictureLibrary

extension Catalogue {
    /// The bytes of `path` said `metadata` when it had `status`.
    mutating func read(_ path: FilePath, _ status: FileStatus, _ metadata: AssetMetadata) {
        let asset = Asset(
            path: path, source: .library, kind: metadata.kind, contentType: metadata.contentType,
            file: status,
            metadata: metadata)
        deliver(path, status, .seen(asset))
    }

    mutating func deliver(_ path: FilePath, _ status: FileStatus, _ outcome: Outcome) {
        if let number = number(of: path) { deliver(number, status, outcome) }
    }
}

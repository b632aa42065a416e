import GLibBridge

/// Reads what a file's bytes say about the picture or video in it.
public enum MetadataReader {
    /// Looks at a file's bytes; blocking, for background threads only. Reads as little as it can.
    public static func read(_ path: FilePath, status: FileStatus) throws(MetadataError) -> AssetMetadata {
        let head: [UInt8]
        do throws(FileError) {
            head = try FileReader(path).read(at: 0, count: 4096)
        } catch {
            throw .unreadable(error)
        }
        let type = ContentType.guess(bytes: head)
        guard type.hasPrefix("image/") || type.hasPrefix("video/") else {
            throw .notAPicture(contentType: type)
        }
        return AssetMetadata(contentType: type, kind: type.hasPrefix("video/") ? .video : .photo)
    }
}

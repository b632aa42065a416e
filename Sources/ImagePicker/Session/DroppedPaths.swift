import GLibBridge
import PictureLibrary

/// What was dropped or pasted, by what it is.
nonisolated struct DroppedPaths: Sendable {
    private(set) var folders: [FilePath] = []
    private(set) var files: [FilePath] = []
    /// Clips that came with the photos that they are a part of, in a picker that shows no videos.
    private(set) var clips: [FilePath] = []
    /// Nothing that a picker of these kinds ever shows: gone, no picture, or of another kind.
    private(set) var others: [FilePath] = []

    /// Looks at `paths`; blocking.
    init(_ paths: [FilePath], kinds: Set<MediaKind>) {
        let namesakes = Dictionary(grouping: paths) { $0.parent.appending($0.stem) }
        for path in paths {
            guard let status = try? FileStatus.read(path), status.kind != .special else {
                others.append(path)
                continue
            }
            if status.kind == .folder {
                folders.append(path)
                continue
            }
            do throws(MetadataError) {
                let kind = try MetadataReader.read(path).kind
                if kinds.contains(kind) {
                    files.append(path)
                } else if namesakes[path.parent.appending(path.stem)]?.count == 1 {
                    others.append(path)
                } else {
                    clips.append(path)
                }
            } catch .notAPicture {
                others.append(path)
            } catch {
                // The scanner tells why it can't be read.
                files.append(path)
            }
        }
    }
}

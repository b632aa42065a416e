import GLibBridge
import Glibc

/// The ladder that leads to one tile's picture, on a worker thread: the own pack, the shared cache, the
/// camera's preview, a decode.
struct ThumbnailPipeline: Sendable {
    let decoder: any ThumbnailDecoder
    let tiles: TilePack?
    let cache: ThumbnailCache?
    let inspect: @Sendable (FilePath) -> AssetMetadata?

    /// What the quick part found.
    enum Glance {
        case finished(TileContent, store: Store? = nil)
        case failed(DecodeError)
        /// A decode is needed; until then a rough picture may serve.
        case decode(placeholder: PixelBuffer?, AssetMetadata?)
    }

    /// What a decode brought.
    struct Outcome {
        var content: TileContent
        /// What to keep afterwards.
        var store: Store?
        /// The file changed meanwhile, so that the picture may be half of each.
        var isPassing = false
    }

    /// Something for the caches.
    struct Store {
        /// For the cache shared with other programs.
        enum Thumbnail {
            case picture(DecodedPicture, contentType: String?, ThumbnailCache.Size)
            /// Of a file that cannot be decoded.
            case failure
        }

        var path: FilePath
        var status: FileStatus
        var thumbnail: Thumbnail?
        /// For the own pack: what the tile shows.
        var tile: PixelBuffer?

        func run(in cache: ThumbnailCache?, _ tiles: TilePack?) {
            guard (try? FileStatus.read(path)) == status else { return }
            switch thumbnail {
            case .picture(let picture, let type, let size)?:
                cache?.store(picture, of: path, status: status, contentType: type, size: size)
            case .failure?: cache?.storeFailure(of: path, status: status)
            case nil: break
            }
            if let tile { tiles?.store(tile, of: path, status: status) }
        }
    }

    /// Milliseconds of work at most: no decode of the photo itself.
    func glance(at asset: Asset, side: Int) -> Glance {
        let file: FileReader
        // A thumbnail, or a tile, says nothing of a file that may not be read.
        do { file = try FileReader(asset.path) } catch {
            return .failed(.unreadable(error))
        }
        guard let status = try? FileStatus.read(asset.path) else {
            return .failed(.unreadable(FileError(errno: ENOENT)))
        }
        if let tile = tiles?.tile(of: asset.path, status: status, side: side) {
            return .finished(.picture(tile))
        }
        var rough: PixelBuffer?
        switch cache?.entry(for: asset.path, status: status, filling: side, decoder: decoder) {
        case .thumbnail(let pixels, let fills)?:
            rough = TilePicture.square(Pixbuf(pixels), side: side)
            if fills, let rough {
                return .finished(
                    .picture(rough), store: Store(path: asset.path, status: status, tile: rough))
            }
        case .failure?:
            return .failed(.damaged(""))
        case .missing?, nil: break
        }
        let metadata = asset.metadata ?? inspect(asset.path)
        return .decode(placeholder: rough ?? preview(in: file, metadata, side: side), metadata)
    }

    /// Decodes; long, and given up between stages once it is cancelled.
    func decode(
        _ asset: Asset, _ metadata: AssetMetadata?, side: Int, cancellation: Cancellation
    ) throws(DecodeError) -> Outcome {
        let status: FileStatus
        do { status = try FileStatus.read(asset.path) } catch { throw .unreadable(error) }
        let size = ThumbnailCache.size(filling: side, shape: metadata?.size)
        let picture: DecodedPicture
        do {
            picture = try decoder.decode(
                asset.path, metadata: metadata, target: .filling(Self.filling(side, size, metadata?.size)),
                cancellation: cancellation)
        } catch .damaged(let message) {
            // An empty or growing file is not a broken one.
            let store = Store(path: asset.path, status: status, thumbnail: .failure)
            return Outcome(
                content: .broken(reason: DecodeError.damaged(message).sentence), store: store,
                isPassing: (try? FileStatus.read(asset.path)) != status)
        } catch .unsupported(let type, let package) {
            let reason = DecodeError.unsupported(contentType: type, package: package).sentence
            return Outcome(content: .unavailable(reason: reason))
        }
        if cancellation.isCancelled { throw .cancelled }
        // Of a photo that breaks off, the camera's own preview still shows the whole.
        let whole =
            picture.isComplete
            ? nil : (try? FileReader(asset.path)).flatMap { preview(in: $0, metadata, side: side) }
        guard let tile = whole ?? TilePicture.square(Pixbuf(picture.pixels), side: side) else {
            throw .failed(tr("not enough memory"))
        }
        let isPassing = (try? FileStatus.read(asset.path)) != status
        let type = metadata?.contentType ?? asset.contentType
        let store = Store(
            path: asset.path, status: status, thumbnail: .picture(picture, contentType: type, size),
            tile: tile)
        return Outcome(
            content: isPassing ? .placeholder(tile) : .picture(tile),
            store: isPassing || !picture.isComplete ? nil : store, isPassing: isPassing)
    }

    /// The shorter side that serves both the tile and the shared thumbnail.
    static func filling(_ side: Int, _ size: ThumbnailCache.Size, _ shape: PixelSize?) -> Int {
        guard let shape, shape.shorterSide > 0 else { return max(side, size.rawValue) }
        let factor = Double(size.rawValue) / Double(shape.longerSide)
        return max(side, Int((Double(shape.shorterSide) * factor).rounded(.up)))
    }

    /// A camera's preview is some 10 KB; raw files have large ones, which would be a decode in disguise.
    private static let largestPreview: Int64 = 512 << 10

    private func preview(in file: FileReader, _ metadata: AssetMetadata?, side: Int) -> PixelBuffer? {
        guard let metadata, let range = metadata.preview, range.upperBound <= file.size,
            (1...Self.largestPreview).contains(range.upperBound - range.lowerBound),
            let picture = try? decoder.decode(
                file, .preview, metadata: metadata, target: .filling(side), cancellation: Cancellation())
        else { return nil }
        return TilePicture.square(preview: Pixbuf(picture.pixels), photo: metadata.size, side: side)
    }
}

import GLibBridge
import Glibc
import PictureLibrary

/// What a look into a file brought.
nonisolated struct LoadedPicture: Sendable {
    /// The file when it was asked for.
    let asset: Asset
    let picture: Result<DecodedPicture, DecodeError>

    /// The whole picture's upright size.
    var size: PixelSize? {
        guard case .success(let decoded) = picture else { return asset.metadata?.size }
        if asset.contentType.hasPrefix("image/svg") { return PreviewLoader.drawingSize(decoded.pixels.size) }
        // A video's still is made at the size that it is wanted in.
        guard asset.kind != .video else { return asset.metadata?.size ?? decoded.pixels.size }
        return decoded.originalSize ?? asset.metadata?.size ?? decoded.pixels.size
    }

    /// Whether the file has more pixels than are here.
    var hasMore: Bool {
        guard case .success(let decoded) = picture, asset.kind != .video, let size else { return false }
        return size.width > decoded.pixels.size.width
    }
}

/// Decodes pictures for the preview on threads of their own, a few at a time, and keeps the last ones.
final class PreviewLoader {
    /// The most pixels of one picture that are held.
    nonisolated static let largest = 100_000_000
    /// Going through many pictures fast must not start a thread for each.
    private static let threads = 3
    /// A file that does not answer for this long gives its place to another.
    private static let answerLimit = Duration.seconds(30)
    /// What is shown and a neighbour on either side.
    private static let kept = 3

    private let decoder: any ThumbnailDecoder
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var memory: [(loaded: LoadedPicture, bounds: PixelSize)] = []

    init(decoder: any ThumbnailDecoder) { self.decoder = decoder }

    /// What is in memory of a file as it is now, decoded for at least this size.
    func kept(_ asset: Asset, fitting bounds: PixelSize) -> LoadedPicture? {
        memory.first {
            $0.loaded.asset.id == asset.id && $0.loaded.asset.file == asset.file
                && (!$0.loaded.hasMore
                    || $0.bounds.width >= bounds.width && $0.bounds.height >= bounds.height)
        }?.loaded
    }

    func forgetAll() { memory = [] }

    /// Decodes at most `bounds` pixels and keeps them. Given up when the task is cancelled; what came out
    /// then is of no use.
    func load(_ asset: Asset, fitting bounds: PixelSize) async -> LoadedPicture {
        if let kept = kept(asset, fitting: bounds) { return kept }
        let loaded = await decode(asset, fitting: bounds)
        guard !Task.isCancelled else { return loaded }
        switch loaded.picture {
        // The next look may bring more.
        case .failure(.cancelled), .failure(.unreadable), .failure(.failed): return loaded
        default: break
        }
        memory.removeAll { $0.loaded.asset.id == asset.id }
        memory.append((loaded, bounds))
        if memory.count > Self.kept { memory.removeFirst() }
        return loaded
    }

    /// Decodes a picture at ``detailSize(of:zoom:)`` and keeps nothing.
    func loadDetail(_ asset: Asset, size: PixelSize) async -> PixelBuffer? {
        try? await decode(asset, fitting: size).picture.get().pixels
    }

    /// Pictures up to this many pixels are decoded whole for any zoom.
    private nonisolated static let ordinary = 24_000_000

    /// The pixels that a zoom needs of a picture: all of an ordinary one, of a huge one half, a quarter and
    /// so on as long as it stays sharp.
    nonisolated static func detailSize(of picture: PixelSize, zoom: Double) -> PixelSize {
        guard picture.pixelCount > ordinary else { return picture }
        var part = 1.0
        while part / 2 >= zoom { part /= 2 }
        return bounded(
            PixelSize(
                width: max(1, Int((Double(picture.width) * part).rounded(.up))),
                height: max(1, Int((Double(picture.height) * part).rounded(.up)))))
    }

    /// `size`, reduced to what is held of one picture.
    nonisolated static func bounded(_ size: PixelSize) -> PixelSize {
        guard size.pixelCount > largest else { return size }
        let factor = (Double(largest) / Double(size.pixelCount)).squareRoot()
        return PixelSize(
            width: max(1, Int(Double(size.width) * factor)),
            height: max(1, Int(Double(size.height) * factor)))
    }

    /// A drawing is sharp at any size; this is what it has pixels for.
    nonisolated static func drawingSize(_ shape: PixelSize) -> PixelSize {
        let factor = 4096 / Double(max(1, shape.width, shape.height))
        return PixelSize(
            width: max(1, Int(Double(shape.width) * factor)),
            height: max(1, Int(Double(shape.height) * factor)))
    }

    private func decode(_ asset: Asset, fitting bounds: PixelSize) async -> LoadedPicture {
        while running >= Self.threads {
            await withCheckedContinuation { waiting.append($0) }
        }
        running += 1
        defer {
            running -= 1
            if !waiting.isEmpty { waiting.removeFirst().resume() }
        }
        guard !Task.isCancelled else { return LoadedPicture(asset: asset, picture: .failure(.cancelled)) }
        let decoder = decoder
        let cancellation = Cancellation()
        let answer = await withTaskCancellationHandler {
            await BackgroundThread.answers(about: [asset], within: Self.answerLimit) {
                Self.decode($0, fitting: bounds, decoder, cancellation)
            }
        } onCancel: {
            cancellation.cancel()
        }
        if case .some(.some(let loaded)) = answer.first { return loaded }
        cancellation.cancel()
        return LoadedPicture(asset: asset, picture: .failure(.unreadable(FileError(errno: ETIMEDOUT))))
    }

    /// Blocking. The metadata comes first: it says how the picture is turned.
    private nonisolated static func decode(
        _ asset: Asset, fitting bounds: PixelSize, _ decoder: any ThumbnailDecoder,
        _ cancellation: Cancellation
    ) -> LoadedPicture {
        let asset = asset.inspected()
        do throws(DecodeError) {
            let decoded = try decoder.decode(
                asset.path, metadata: asset.metadata, target: .fitting(bounds), cancellation: cancellation)
            return LoadedPicture(asset: asset, picture: .success(decoded))
        } catch {
            return LoadedPicture(asset: asset, picture: .failure(error))
        }
    }
}

import Dispatch
import GLibBridge
import Synchronization

/// Fills the shared cache without a window: `--make-thumbnails`.
public enum ThumbnailMaker {
    /// Makes the missing thumbnails of `assets`; files that cannot be decoded get their note in `fail`.
    ///
    /// `size` is the folder of the cache, where a larger valid thumbnail counts as there; `progress` hears
    /// on the caller's actor how many are done of how many. Returns when nothing is being written any
    /// more, also where its task was cancelled.
    ///
    /// - Throws: why the cache could not be written, which ends the work.
    public static func makeMissing(
        assets: [Asset], size: ThumbnailCache.Size = .large, cache: ThumbnailCache = ThumbnailCache(),
        decoder: any ThumbnailDecoder = DecoderPool(), workers: Int? = nil,
        isolation: isolated (any Actor)? = #isolation, progress: (_ done: Int, _ total: Int) -> Void
    ) async throws(FileError) {
        progress(0, assets.count)
        guard !assets.isEmpty else { return }
        let (steps, step) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let next = Shared()
        let ended = Shared()
        let cancellation = Cancellation()
        // Threads of its own: decoding blocks.
        let workers = min(workers ?? Parallel.cores, assets.count)
        for worker in 0..<workers {
            DispatchQueue(label: "thumbnail maker \(worker)", qos: .utility).async {
                while !cancellation.isCancelled, cache.writeFailure == nil {
                    let index = next.value.add(1, ordering: .relaxed).oldValue
                    guard index < assets.count else { break }
                    make(assets[index], size, cache, decoder, cancellation)
                    step.yield()
                }
                if ended.value.add(1, ordering: .relaxed).newValue == workers {
                    step.finish()
                    end.finish()
                }
            }
        }
        var done = 0
        await withTaskCancellationHandler {
            for await _ in steps {
                done += 1
                progress(done, assets.count)
            }
        } onCancel: {
            cancellation.cancel()
        }
        // A cancelled task's own streams end at once; another task waits for the last worker.
        await Task { for await _ in ends {} }.value
        if let failure = cache.writeFailure { throw failure }
    }

    private final class Shared: Sendable {
        let value = Atomic(0)
    }

    private static func make(
        _ asset: Asset, _ size: ThumbnailCache.Size, _ cache: ThumbnailCache, _ decoder: any ThumbnailDecoder,
        _ cancellation: Cancellation
    ) {
        guard (try? FileReader(asset.path)) != nil, let status = try? FileStatus.read(asset.path),
            !cache.isKnown(asset.path, status: status, size: size)
        else { return }
        let asset = asset.inspected()
        let thumbnail: ThumbnailPipeline.Store.Thumbnail
        do throws(DecodeError) {
            let box = PixelSize(width: size.rawValue, height: size.rawValue)
            let picture = try decoder.decode(
                asset.path, metadata: asset.metadata, target: .fitting(box), cancellation: cancellation)
            guard picture.isComplete else { return }
            thumbnail = .picture(picture, contentType: asset.contentType, size)
        } catch .damaged {
            thumbnail = .failure
        } catch {
            return
        }
        ThumbnailPipeline.Store(path: asset.path, status: status, thumbnail: thumbnail).run(in: cache, nil)
    }
}

import GLibBridge
import GtkBridge
import PictureLibrary

/// Plays a picture that moves, a frame at a time, for as long as somebody holds it.
@MainActor  // Said aloud: the optimizer loses the default with an isolated deinit.
final class PreviewAnimation {
    private var playing: Task<Void, Never>?

    /// Gives `show` each frame of the file when its time has come.
    init(_ path: FilePath, _ decoder: some ThumbnailDecoder, show: @escaping (PixelBuffer) -> Void) {
        let cancellation = Cancellation()
        playing = Task {
            await withTaskCancellationHandler {
                let opened = await Self.onThread { decoder.animation(of: path, cancellation: cancellation) }
                guard let frames = opened else { return }
                await Self.play(frames, show)
            } onCancel: {
                cancellation.cancel()
            }
        }
    }

    isolated deinit { playing?.cancel() }

    private static func play(_ frames: any AnimationFrames, _ show: (PixelBuffer) -> Void) async {
        var due = ContinuousClock.now
        while !Task.isCancelled, let frame = await onThread({ frames.next() }) {
            try? await Task.sleep(until: due)
            guard !Task.isCancelled else { return }
            show(frame.pixels)
            guard let duration = frame.duration else { return }
            // A machine that is too slow plays slower; it does not hurry after.
            due = max(due, ContinuousClock.now - duration) + duration
        }
    }

    /// Nil also where the system allows no thread.
    private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value?) async -> Value? {
        await withCheckedContinuation { answer in
            let started = BackgroundThread.start(named: "animation") { answer.resume(returning: body()) }
            if !started { answer.resume(returning: nil) }
        }
    }
}

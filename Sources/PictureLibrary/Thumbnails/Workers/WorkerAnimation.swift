import GLibBridge

/// The frames of an animation, each decoded by a worker when it is wanted; the worker does nothing else as
/// long as somebody holds this.
final class WorkerAnimation: AnimationFrames {
    private struct State {
        /// The first frame, which came when the file was opened.
        var first: AnimationFrame?
        var process: DecoderProcess?
        var lastNumber: UInt32 = 0
    }

    private let state: Locked<State>
    private let patience: Duration

    /// `opened` is the answer with the first frame.
    init(_ opened: DecoderPool.Answer, patience: Duration) {
        let first = AnimationFrame(pixels: opened.picture.pixels, duration: opened.duration)
        state = Locked(State(first: first, process: opened.process))
        self.patience = patience
    }

    func next() -> AnimationFrame? {
        state.withLock { state in
            if let first = state.first {
                state.first = nil
                return first
            }
            guard let process = state.process else { return nil }
            state.lastNumber &+= 1
            let request = DecodeRequest(number: state.lastNumber, task: .nextFrame)
            let (outcome, isUsable) = process.decode(
                request, nil, patience: patience, cancellation: Cancellation())
            if !isUsable { state.process = nil }
            guard case .picture(let picture, let duration) = outcome else { return nil }
            return AnimationFrame(pixels: picture.pixels, duration: duration)
        }
    }
}

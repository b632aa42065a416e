import Dispatch
import GLibBridge
import Glibc

/// Decodes in processes of their own, so that no file can crash, hold or take over this one.
///
/// As many work at once as threads ask; idle ones wait for the next file and are gone after a while. The
/// program is found in `$PICKTURE_DECODER`, else beside this one, else in `../libexec/pickture`; where there
/// is none, or it does not start, the files are decoded in this process, with the same bounds on pixels.
public final class DecoderPool: ThumbnailDecoder {
    private struct Idle {
        let process: DecoderProcess
        let since: Int
    }

    private struct State {
        var idle: [Idle] = []
        var isSweepDue = false
        var lastNumber: UInt32 = 0
        /// Microseconds of the monotonic clock before which no worker is started.
        var pausedUntil = 0
    }

    /// The program, if there is one.
    public static var installedProgram: FilePath? {
        if let named = Environment.path("PICKTURE_DECODER") { return named.isExecutable ? named : nil }
        guard let own = Environment.program else { return nil }
        let places = [
            own.parent.appending("pickture-decoder"),
            own.parent.parent.appending("libexec/pickture/pickture-decoder"),
        ]
        return places.first { $0.isExecutable }
    }

    private let program: @Sendable () -> FilePath?
    private let patience: Duration
    private let idleTime: Duration
    private let state = Locked(State())
    /// Those on their way that nobody has asked for yet.
    private let preparations = DispatchGroup()
    /// Cancelled with the pool: a block that waits would outlive it. Any thread may use a source (dispatch(3)).
    private nonisolated(unsafe) let sweeps = DispatchSource.makeTimerSource(
        queue: DispatchQueue(label: "decoder pool", qos: .utility))

    /// - Parameters:
    ///   - program: names the worker program whenever one is to be started.
    ///   - patience: a worker that has not answered for so long is ended; of processor time it gets less.
    ///   - idleTime: a worker that has nothing to do for so long is ended.
    public init(
        program: @escaping @Sendable () -> FilePath? = { installedProgram },
        patience: Duration = .seconds(30), idleTime: Duration = .seconds(10)
    ) {
        self.program = program
        self.patience = patience
        self.idleTime = idleTime
        sweeps.setEventHandler { [weak self] in self?.sweep() }
        sweeps.activate()
    }

    deinit { sweeps.cancel() }

    public func decode(
        _ path: FilePath, metadata: AssetMetadata?, target: DecodeTarget, cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        try PictureDecoder.decode(path, metadata, target, cancellation, by: self)
    }

    public func decode(
        _ file: FileReader, _ part: DecodePart, metadata: AssetMetadata?, target: DecodeTarget,
        cancellation: Cancellation
    ) throws(DecodeError) -> DecodedPicture {
        let type = try PictureDecoder.pictureType(of: file, metadata)
        do throws(DecodeError) {
            let answer = try ByteBudget.decoding.with(
                part == .photo ? Self.memory(metadata) : 0, cancellation: cancellation
            ) { () throws(DecodeError) in
                try ask(.decode(part, target, metadata), file, cancellation)
            }
            guard let answer else {
                return try PictureDecoder().decode(
                    file, part, metadata: metadata, target: target, cancellation: cancellation)
            }
            if let process = answer.process { keep(process) }
            return answer.picture
        } catch .unsupported {
            throw LoaderPackage.missing(for: type)
        }
    }

    public func animation(of path: FilePath, cancellation: Cancellation) -> (any AnimationFrames)? {
        guard let file = try? FileReader(path) else { return nil }
        do throws(DecodeError) {
            guard let answer = try ask(.animate, file, cancellation) else {
                return AnimationPlayer(file, cancellation: cancellation)
            }
            return WorkerAnimation(answer, patience: patience)
        } catch {
            return nil
        }
    }

    /// What a worker answered, and the worker unless it has grown old.
    struct Answer {
        var picture: DecodedPicture
        var duration: Duration?
        var process: DecoderProcess?
    }

    /// Has a worker do it; nil where there is none to be had.
    private func ask(
        _ task: DecodeRequest.Task, _ file: FileReader, _ cancellation: Cancellation
    ) throws(DecodeError) -> Answer? {
        // A worker that somebody else ended says nothing about the file: it gets another.
        for _ in 0..<2 {
            if cancellation.isCancelled { throw .cancelled }
            guard let process = freeProcess() else { return nil }
            let request = DecodeRequest(number: nextNumber(), task: task)
            let (outcome, isUsable) = process.decode(
                request, file, patience: patience, cancellation: cancellation)
            if case .picture(let picture, let duration) = outcome, !cancellation.isCancelled {
                return Answer(picture: picture, duration: duration, process: isUsable ? process : nil)
            }
            if isUsable { keep(process) }
            if cancellation.isCancelled { throw .cancelled }
            switch outcome {
            case .picture, .ended(.cancelled): throw .cancelled
            case .failure(let error): throw error
            case .ended(.byFile(let reason)): throw .damaged(reason)
            case .ended(.withoutAnswer): throw .unreadable(FileError(errno: ETIMEDOUT))
            case .ended(.fromOutside): continue
            }
        }
        throw .failed(tr("its decoder was ended"))
    }

    /// About the bytes that a worker takes for a picture; of a JPEG most kinds are made smaller on the way.
    private static func memory(_ metadata: AssetMetadata?) -> Int {
        guard let metadata, let pixels = metadata.size?.pixelCount else { return 0 }
        return min(pixels, PictureDecoder.largestWhole) * (metadata.contentType == "image/jpeg" ? 1 : 4)
    }

    // MARK: Workers

    private func nextNumber() -> UInt32 {
        state.withLock { state in
            state.lastNumber &+= 1
            return state.lastNumber
        }
    }

    /// Starts a worker before there is anything for it to do, so that the first picture need not wait for it.
    /// Any thread; blocks nobody.
    public func prepare() {
        DispatchQueue.global(qos: .userInitiated).async(group: preparations) { [weak self] in
            if let self, let process = startedProcess() { keep(process) }
        }
    }

    private func freeProcess() -> DecoderProcess? {
        if let idle = idleProcess() { return idle }
        preparations.wait()
        return idleProcess() ?? startedProcess()
    }

    /// The one used last: others may become old enough to go.
    private func idleProcess() -> DecoderProcess? { state.withLock { $0.idle.popLast()?.process } }

    /// A new one; nil where there is none to be had.
    private func startedProcess() -> DecoderProcess? {
        guard state.withLock({ $0.pausedUntil <= MonotonicClock.microseconds }), let program = program()
        else {
            return nil
        }
        // Twice, for one that somebody ends before it has said a word.
        for _ in 0..<2 {
            if let process = try? DecoderProcess(program, patience: patience) { return process }
        }
        // What does not start now does not for each of a thousand files either.
        state.withLock { $0.pausedUntil = MonotonicClock.microseconds + 2_000_000 }
        return nil
    }

    private func keep(_ process: DecoderProcess) {
        state.withLock { state in
            state.idle.append(Idle(process: process, since: MonotonicClock.microseconds))
            sweepLater(&state)
        }
    }

    private func sweepLater(_ state: inout State) {
        guard !state.isSweepDue, let oldest = state.idle.first else { return }
        state.isSweepDue = true
        let wait = oldest.since + idleTime.microseconds - MonotonicClock.microseconds
        sweeps.schedule(deadline: .now() + .microseconds(max(0, wait)))
    }

    /// Lets go of those that have had nothing to do.
    private func sweep() {
        let old = state.withLock { state in
            state.isSweepDue = false
            let end = MonotonicClock.microseconds - idleTime.microseconds
            let old = state.idle.filter { $0.since <= end }
            state.idle.removeAll { $0.since <= end }
            sweepLater(&state)
            return old
        }
        // Outside of the lock: here they end.
        _ = old
    }
}

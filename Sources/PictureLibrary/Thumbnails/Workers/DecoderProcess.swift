import GLibBridge
import Glibc

/// A worker, and the talk with it. Whatever it says is checked: a file may have taken it over. One thread at
/// a time.
final class DecoderProcess: Sendable {
    /// What came of a request.
    enum Outcome {
        /// The second is how long a frame of an animation stays.
        case picture(DecodedPicture, Duration?)
        /// Nothing for the file but an error; the worker goes on.
        case failure(DecodeError)
        /// The worker has ended, or was ended, without an answer.
        case ended(End)
    }

    enum End: Equatable {
        /// The file's fault, with the reason.
        case byFile(String)
        /// Somebody or something else ended it, which says nothing about the file.
        case fromOutside
        /// It had not answered in time, without having worked all that time.
        case withoutAnswer
        case cancelled
    }

    /// Microseconds for which a file that nobody waits for any more may still be decoded, so that the worker
    /// lives.
    private static let grace = 200_000
    /// Milliseconds after which a waiting client looks whether anybody still waits.
    private static let look: Int32 = 20

    private let process: WorkerProcess

    /// Starts `program` and waits for its greeting.
    ///
    /// - Throws: why it can't be started, ENOEXEC for what is no decoder of this version.
    init(_ program: FilePath, patience: Duration) throws(FileError) {
        process = try WorkerProcess(program)
        let milliseconds = Int32(clamping: patience.microseconds / 1000)
        guard case .bytes(WorkerGreeting.bytes, nil) = process.socket.receive(milliseconds: milliseconds)
        else { throw FileError(errno: ENOEXEC) }
    }

    /// Has something decoded, of `file` or of the one before; blocks until there is an answer, or `patience`
    /// has run out.
    ///
    /// - Returns: what came of it, and whether the worker can be asked again.
    func decode(
        _ request: DecodeRequest, _ file: FileReader?, patience: Duration, cancellation: Cancellation
    ) -> (Outcome, isUsable: Bool) {
        do throws(FileError) {
            try process.socket.send(request.bytes, file)
        } catch {
            return (.ended(.fromOutside), false)
        }
        let end = MonotonicClock.microseconds + patience.microseconds
        var cancelled: Int?
        while true {
            switch process.socket.receive(milliseconds: Self.look) {
            case .bytes(let bytes, let memory):
                guard let answer = DecodeAnswer(bytes), answer.number == request.number,
                    let outcome = Self.outcome(answer.result, memory, request.task)
                else {
                    process.kill()
                    return (.ended(.byFile(tr("its decoder gave no valid answer"))), false)
                }
                return (outcome, !answer.isLast)
            case .end:
                return (.ended(reason()), false)
            case .nothing:
                let now = MonotonicClock.microseconds
                if cancellation.isCancelled {
                    cancelled = cancelled ?? now
                    if now - (cancelled ?? now) > Self.grace { return stop(.cancelled) }
                }
                if now > end { return stop(.withoutAnswer) }
            }
        }
    }

    private func stop(_ end: End) -> (Outcome, isUsable: Bool) {
        process.kill()
        return (.ended(end), false)
    }

    /// Nil for an answer that cannot be true.
    private static func outcome(
        _ result: Result<DecodeAnswer.Picture, DecodeError>, _ memory: FileDescriptor?,
        _ task: DecodeRequest.Task
    ) -> Outcome? {
        switch (result, memory) {
        case (.success(let picture), let memory?):
            guard task.allows(picture.size), let count = picture.byteCount, count <= WorkerLimits.answer,
                let bytes = SealedMemory.map(memory, count: count)
            else { return nil }
            let pixels = PixelBuffer(
                size: picture.size, format: picture.format, stride: picture.stride, bytes: bytes)
            return .picture(
                DecodedPicture(
                    pixels: pixels, originalSize: picture.originalSize, isComplete: picture.isComplete),
                picture.duration.map { AnimationPlayer.visible(milliseconds: Int($0)) })
        case (.failure(let error), nil): return .failure(error)
        default: return nil
        }
    }

    /// Why the line is closed.
    private func reason() -> End {
        guard let ending = process.ending() else {
            process.kill()
            return .byFile(tr("its decoder crashed"))
        }
        return End(ending)
    }
}

extension DecoderProcess.End {
    /// What the end of a worker that had something to do says about the file.
    init(_ ending: WorkerProcess.Ending) {
        switch ending {
        case .signal(SIGXCPU): self = .byFile(tr("decoding it took too long"))
        case .signal(SIGSEGV), .signal(SIGBUS), .signal(SIGABRT), .signal(SIGILL), .signal(SIGFPE),
            .signal(SIGTRAP), .signal(SIGSYS), .signal(SIGXFSZ), .exit:
            self = .byFile(tr("its decoder crashed"))
        case .signal: self = .fromOutside
        }
    }
}

extension DecodeRequest.Task {
    /// Whether a picture of this size may be the answer.
    func allows(_ size: PixelSize) -> Bool {
        switch self {
        case .decode(_, let target, _): target.allows(size)
        case .animate, .nextFrame: size.pixelCount <= AnimationPlayer.largestPicture
        }
    }
}

extension DecodeTarget {
    /// Whether a decoder that keeps to it may give a picture of this size; sides are rounded.
    func allows(_ size: PixelSize) -> Bool {
        switch self {
        case .filling(let side): size.shorterSide <= side + 1
        case .fitting(let room): size.width <= room.width + 1 && size.height <= room.height + 1
        }
    }
}

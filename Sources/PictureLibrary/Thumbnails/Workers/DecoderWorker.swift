import GLibBridge
import Glibc

/// What the program `pickture-decoder` does: it decodes files that it is handed, one after another, until
/// nobody holds the other end of the line any more.
public enum DecoderWorker {
    /// Call it from a synchronous `main`, before the first thread.
    public static func main() -> Never {
        LibraryMessages.dropAnonymous()
        Translation.bind()
        let memory = ResidentMemory()
        let socket = WorkerSocket.inWorker()
        Confinement.enter(
            memory: WorkerLimits.memory, openFiles: WorkerLimits.openFiles, written: WorkerLimits.answer,
            readable: WorkerLimits.readable)
        do {
            try socket.send(WorkerGreeting.bytes)
            try serve(socket, memory)
        } catch {
            _exit(1)
        }
        // Nothing that libraries would do at the end is of use.
        _exit(0)
    }

    private static func serve(_ socket: WorkerSocket, _ memory: ResidentMemory) throws(FileError) {
        var files = 0
        var animation: AnimationPlayer?
        while let (request, file) = next(socket) {
            Confinement.allow(processorSeconds: WorkerLimits.processorSeconds)
            let (result, pixels) = answer(request, file, &animation)
            if file != nil { files += 1 }
            // One that is at an animation goes on to its end.
            let isOld = files >= WorkerLimits.files || memory.bytes > WorkerLimits.restingMemory
            let isLast = animation == nil && isOld
            let answer = DecodeAnswer(number: request.number, isLast: isLast, result: result)
            if let pixels {
                try socket.send(answer.bytes, pixels)
            } else {
                try socket.send(answer.bytes)
            }
            if isLast { return }
        }
    }

    /// Waits; nil at the end of the line.
    private static func next(_ socket: WorkerSocket) -> (DecodeRequest, FileReader?)? {
        // Before it rests, it gives back what the last file took.
        var packet = socket.receive(milliseconds: 20)
        if case .nothing = packet { CHeap.giveBack() }
        while case .nothing = packet { packet = socket.receive(milliseconds: -1) }
        guard case .bytes(let bytes, let descriptor) = packet, let request = DecodeRequest(bytes) else {
            return nil
        }
        guard let descriptor else { return (request, nil) }
        guard let file = try? descriptor.file() else { return nil }
        return (request, file)
    }

    private static func answer(
        _ request: DecodeRequest, _ file: FileReader?, _ animation: inout AnimationPlayer?
    ) -> (Result<DecodeAnswer.Picture, DecodeError>, FileDescriptor?) {
        do throws(DecodeError) {
            let picture: DecodedPicture
            var duration: Duration?
            switch (request.task, file) {
            case (.decode(let part, let target, let metadata), let file?):
                animation = nil
                picture = try FileDecoding(
                    file: file, part: part, metadata: metadata, target: target,
                    cancellation: Cancellation(), isConfined: true
                ).run()
            case (.animate, let file?):
                animation = AnimationPlayer(file, cancellation: Cancellation())
                (picture, duration) = try nextFrame(&animation)
            case (.nextFrame, nil):
                (picture, duration) = try nextFrame(&animation)
            default: throw .failed("")
            }
            let pixels = picture.pixels
            let memory: FileDescriptor
            do { memory = try SealedMemory.make(pixels.bytes) } catch { throw .failed(error.reason) }
            let answer = DecodeAnswer.Picture(
                size: pixels.size, format: pixels.format, stride: pixels.stride,
                originalSize: picture.originalSize, isComplete: picture.isComplete,
                duration: duration.map { Int32(clamping: $0.microseconds / 1000) })
            return (.success(answer), memory)
        } catch {
            return (.failure(error), nil)
        }
    }

    /// - Throws: `.unsupported` for what does not move, or not any more.
    private static func nextFrame(
        _ animation: inout AnimationPlayer?
    ) throws(DecodeError) -> (DecodedPicture, Duration?) {
        guard let frame = animation?.next() else {
            animation = nil
            throw .unsupported(contentType: "", package: nil)
        }
        return (DecodedPicture(pixels: frame.pixels, originalSize: nil), frame.duration)
    }
}

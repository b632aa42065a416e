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
        for number in 1...WorkerLimits.files {
            guard let (request, file) = next(socket) else { return }
            Confinement.allow(processorSeconds: WorkerLimits.processorSeconds)
            let (result, pixels) = answer(request, file)
            let isLast = number == WorkerLimits.files || memory.bytes > WorkerLimits.restingMemory
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
    private static func next(_ socket: WorkerSocket) -> (DecodeRequest, FileReader)? {
        // Before it rests, it gives back what the last file took.
        var packet = socket.receive(milliseconds: 20)
        if case .nothing = packet { CHeap.giveBack() }
        while case .nothing = packet { packet = socket.receive(milliseconds: -1) }
        guard case .bytes(let bytes, let descriptor?) = packet, let request = DecodeRequest(bytes),
            let file = try? descriptor.file()
        else { return nil }
        return (request, file)
    }

    private static func answer(
        _ request: DecodeRequest, _ file: FileReader
    ) -> (Result<DecodeAnswer.Picture, DecodeError>, FileDescriptor?) {
        do throws(DecodeError) {
            let picture = try PictureDecoder.decode(
                file, metadata: request.metadata, target: request.target, cancellation: Cancellation(),
                isConfined: true)
            let pixels = picture.pixels
            let memory: FileDescriptor
            do { memory = try SealedMemory.make(pixels.bytes) } catch { throw .failed(error.reason) }
            let answer = DecodeAnswer.Picture(
                size: pixels.size, format: pixels.format, stride: pixels.stride,
                originalSize: picture.originalSize, isComplete: picture.isComplete)
            return (.success(answer), memory)
        } catch {
            return (.failure(error), nil)
        }
    }
}

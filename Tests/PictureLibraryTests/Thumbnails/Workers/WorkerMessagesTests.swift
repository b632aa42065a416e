import GLibBridge
import Testing

@testable import PictureLibrary

/// The packets between the picker and its workers, also those that nobody honest would send.
struct WorkerMessagesTests {
    static let requests: [DecodeRequest] = {
        var photo = AssetMetadata(contentType: "image/jpeg", kind: .photo)
        photo.size = PixelSize(width: 4000, height: 3000)
        photo.orientation = .left
        photo.preview = 12..<4096
        return [
            DecodeRequest(number: 0, task: .decode(.photo, .filling(256), nil)),
            DecodeRequest(
                number: .max,
                task: .decode(.preview, .fitting(PixelSize(width: 1 << 20, height: 1)), photo)),
            DecodeRequest(
                number: 7,
                task: .decode(.photo, .filling(1), AssetMetadata(contentType: "", kind: .live))),
            DecodeRequest(number: 8, task: .animate),
            DecodeRequest(number: 9, task: .nextFrame),
        ]
    }()

    static let answers: [DecodeAnswer] = {
        let picture = DecodeAnswer.Picture(
            size: PixelSize(width: 256, height: 171), format: .rgba, stride: 1024,
            originalSize: PixelSize(width: 6000, height: 4000), isComplete: false)
        var plain = picture
        plain.format = .rgb
        plain.originalSize = nil
        plain.isComplete = true
        var frame = plain
        frame.duration = 80
        let results: [Result<DecodeAnswer.Picture, DecodeError>] = [
            .success(picture), .success(plain), .success(frame),
            .failure(.tooLarge(PixelSize(width: 30000, height: 30000))),
            .failure(.damaged("bad Huffman code")), .failure(.damaged("")),
            .failure(.unsupported(contentType: "", package: nil)),
            .failure(.unreadable(FileError(errno: 5))), .failure(.failed("kein Speicher für Ünsinn")),
            .failure(.cancelled),
        ]
        return results.enumerated().map {
            DecodeAnswer(number: UInt32($0.offset), isLast: $0.offset % 2 == 0, result: $0.element)
        }
    }()

    @Test(arguments: requests) func requestsArriveAsTheyWere(_ request: DecodeRequest) {
        #expect(DecodeRequest(request.bytes) == request)
        #expect(request.bytes.count <= WorkerSocket.largestPacket)
    }

    @Test(arguments: answers) func answersArriveAsTheyWere(_ answer: DecodeAnswer) {
        #expect(DecodeAnswer(answer.bytes) == answer)
        #expect(answer.bytes.count <= WorkerSocket.largestPacket)
    }

    @Test func whatBreaksOffOrGoesOnIsNone() {
        for request in Self.requests {
            for count in 0..<request.bytes.count {
                #expect(DecodeRequest(Array(request.bytes.prefix(count))) == nil)
            }
            #expect(DecodeRequest(request.bytes + [0]) == nil)
        }
        for answer in Self.answers {
            for count in 0..<answer.bytes.count {
                #expect(DecodeAnswer(Array(answer.bytes.prefix(count))) == nil)
            }
            #expect(DecodeAnswer(answer.bytes + [0]) == nil)
        }
    }

    /// Every byte of every answer replaced by a few others, and noise: read or refused, never a crash.
    @Test func hostileBytesAreReadOrRefused() {
        var chance = SeededGenerator(seed: 7)
        for answer in Self.answers {
            for place in answer.bytes.indices {
                for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &chance)] {
                    var bytes = answer.bytes
                    bytes[place] = value
                    guard let read = DecodeAnswer(bytes), case .success(let picture) = read.result else {
                        continue
                    }
                    _ = picture.byteCount
                    _ = DecodeTarget.filling(256).allows(picture.size)
                }
            }
        }
        for count in 0..<2000 {
            let noise = (0..<count % 97).map { _ in UInt8.random(in: 0...255, using: &chance) }
            _ = DecodeAnswer(noise)
            _ = DecodeRequest(noise)
        }
    }

    @Test func sizesThatOverflowAreNoPicture() {
        func count(_ width: Int, _ height: Int, _ stride: Int) -> Int? {
            DecodeAnswer.Picture(
                size: PixelSize(width: width, height: height), format: .rgb, stride: stride,
                originalSize: nil,
                isComplete: true
            ).byteCount
        }
        #expect(count(20, 10, 60) == 600)
        #expect(count(20, 10, 64) == 64 * 9 + 60)
        #expect(count(20, 10, 59) == nil)
        #expect(count(20, 10, -60) == nil)
        #expect(count(.max, 1, .max) == nil)
        #expect(count(1, .max, 3) == nil)
        #expect(count(1, 3, .max / 2) == nil)
        #expect(count(0, 10, 60) == nil)
    }

    @Test func targetsBoundWhatIsTaken() {
        let filling = DecodeTarget.filling(100)
        #expect(filling.allows(PixelSize(width: 20000, height: 100)))
        #expect(!filling.allows(PixelSize(width: 200, height: 200)))
        let fitting = DecodeTarget.fitting(PixelSize(width: 100, height: 50))
        #expect(fitting.allows(PixelSize(width: 100, height: 50)))
        #expect(!fitting.allows(PixelSize(width: 50, height: 100)))
    }

    @Test("A worker's words can't do more to a tooltip or a terminal than be read")
    func wordsAreTamed() {
        let text = "a\u{1B}[2Jb\n\u{202E}c\0"
        let answer = DecodeAnswer(number: 1, isLast: false, result: .failure(.damaged(text)))
        #expect(DecodeAnswer(answer.bytes)?.result == .failure(.damaged("a[2Jbc")))
        let long = String(repeating: "ü", count: 3000)
        let cut = DecodeAnswer(number: 1, isLast: false, result: .failure(.failed(long)))
        #expect(cut.bytes.count < WorkerSocket.largestPacket)
        #expect(DecodeAnswer(cut.bytes)?.result == .failure(.failed(String(repeating: "ü", count: 500))))
    }
}

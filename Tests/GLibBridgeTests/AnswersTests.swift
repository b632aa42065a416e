import Dispatch
import Testing

@testable import GLibBridge

/// Questions that may never be answered.
@Suite(.timeLimit(.minutes(5)))
struct AnswersTests {
    @Test("Answers come in the order of the questions")
    func order() async {
        let numbers = Array(0..<100)
        let answers = await BackgroundThread.answers(about: numbers, within: .seconds(50)) { $0 * 2 }
        #expect(answers == numbers.map { $0 * 2 })
        let none = await BackgroundThread.answers(about: [Int](), within: .zero) { $0 }
        #expect(none.isEmpty)
    }

    @Test("What holds its thread has no answer, and holds nothing else up")
    func stalled() async {
        let gate = DispatchSemaphore(value: 0)
        let answers = await BackgroundThread.answers(about: [1, 2, 3], within: .seconds(1)) { number in
            if number == 2 { gate.wait() }
            return number
        }
        #expect(answers == [1, nil, 3])
        gate.signal()
    }
}

import Dispatch
import GLibBridge
import Testing

@testable import ImagePicker

/// Accepting while a pick lies on a dead mount.
@Suite(.timeLimit(.minutes(5)))
struct PickCheckTests {
    private let picks = [FilePath("/a"), FilePath("/gone"), FilePath("/stalled")]

    @Test("What does not answer is told apart from what is gone")
    func silent() async {
        let gate = DispatchSemaphore(value: 0)
        let check = await PickCheck.look(at: picks, within: .seconds(1)) { path in
            if path.displayName == "stalled" { gate.wait() }
            return path.displayName != "gone"
        }
        #expect(check == PickCheck(missing: [picks[1]], silent: [picks[2]]))
        gate.signal()
    }

    @Test("Picks that are all there pass")
    func there() async {
        let check = await PickCheck.look(at: picks, within: .seconds(50)) { _ in true }
        #expect(check == PickCheck())
    }
}

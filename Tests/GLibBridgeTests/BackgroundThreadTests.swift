import GLibBridge
import Glibc
import Testing

struct BackgroundThreadTests {
    @Test("The main thread goes before those in the background, and they among each other go alike")
    func priority() async {
        @Sendable func niceness(of process: Int32) -> Int32 {
            getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process))
        }
        let main = niceness(of: getpid())
        let (outer, inner) = await withCheckedContinuation { answer in
            BackgroundThread.start(named: "outer") {
                let outer = niceness(of: 0)
                BackgroundThread.start(named: "inner") { answer.resume(returning: (outer, niceness(of: 0))) }
            }
        }
        #expect(outer == min(19, main + 5))
        #expect(inner == outer)
        #expect(niceness(of: getpid()) == main)
    }
}

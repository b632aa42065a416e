import GLibBridge
import Testing

@Suite
struct ArrayRunsTests {
    /// Counts the living, so that a slip in moving elements is seen.
    private final class Counted: Sendable {
        let value: Int
        init(_ value: Int) { self.value = value }
    }

    @Test("Runs end as replacing them one by one does, and every element is released")
    func runs() {
        var seed: UInt64 = 9
        func random(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        for _ in 0..<500 {
            var array = (0..<random(40)).map { Counted($0) }
            var expected = array.map(\.value)
            weak let first = array.first
            var runs: [ReplacedRun<Counted>] = []
            var start = 0
            while start <= array.count, runs.count < 6 {
                let lower = start + random(6)
                let upper = lower + random(4)
                guard upper <= array.count else { break }
                runs.append(ReplacedRun(old: lower..<upper, new: (0..<random(4)).map { Counted(1000 + $0) }))
                start = upper + 1
            }
            for run in runs.reversed() { expected.replaceSubrange(run.old, with: run.new.map(\.value)) }
            array.replace(runs)
            #expect(array.map(\.value) == expected)
            runs = []
            array = []
            #expect(first == nil)
        }
    }
}

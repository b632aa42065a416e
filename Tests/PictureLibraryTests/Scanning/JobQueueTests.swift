import Testing

@testable import PictureLibrary

struct JobQueueTests {
    @Test("First in, first out; what is put before the others comes next")
    func order() {
        var queue = JobQueue<Int>()
        var taken: [Int] = []
        for number in 0..<10 { queue.append(number) }
        for _ in 0..<3 { taken.append(queue.popFirst() ?? -1) }
        queue.prepend(100)
        queue.append(10)
        #expect(queue.count == 9)
        #expect(queue.contains { $0 == 100 } && !queue.contains { $0 == 2 })
        while let next = queue.popFirst() { taken.append(next) }
        #expect(taken == [0, 1, 2, 100, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(queue.isEmpty && queue.popFirst() == nil)
        queue.prepend(5)
        #expect(queue.popFirst() == 5)
    }
}

import Testing

@testable import ImagePicker

struct ScrollSpeedTests {
    /// Steps of `length` every `pause` milliseconds, after a second of rest; whether each is fast.
    private func steps(_ count: Int, of length: Double, every pause: Int) -> [Bool] {
        var speed = ScrollSpeed()
        _ = speed.moves(to: 0, of: 10_000, page: 600, at: 0)
        return (1...count).map {
            speed.moves(to: Double($0) * length, of: 10_000, page: 600, at: 1_000_000 + $0 * pause * 1000)
        }
    }

    @Test("A page at once is fast, also after a rest")
    func page() {
        #expect(steps(2, of: 560, every: 5000) == [true, true])
    }

    @Test("A wheel turned quickly is fast from half a screen on, one turned slowly is not")
    func wheel() {
        #expect(steps(8, of: 71, every: 40) == [false, false, false, false, true, true, true, true])
        #expect(steps(8, of: 71, every: 200).allSatisfy { !$0 })
    }

    @Test("What moves because the content or the window changes is no scrolling")
    func layout() {
        var speed = ScrollSpeed()
        let steps = [
            (0, 10_000, 600), (5000, 20_000, 600), (9000, 20_000, 300), (9000, 20_000, 300),
            (9200, 20_000, 300),
        ].map { (value, content, page) in
            speed.moves(to: Double(value), of: Double(content), page: Double(page), at: 1000)
        }
        #expect(steps == [false, false, false, false, true])
    }
}

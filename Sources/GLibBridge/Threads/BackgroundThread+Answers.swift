import Dispatch

extension BackgroundThread {
    /// The most threads that work on one list of questions.
    private static let answering = 8

    /// What `body` says of each of `items`, in their order; nil where it has not answered within `limit`.
    /// A late answer is dropped, and its thread ends with it. Blocks for `limit` at most.
    public static func answers<Item: Sendable, Answer: Sendable>(
        about items: [Item], within limit: Duration, _ body: @escaping @Sendable (Item) -> Answer
    ) -> [Answer?] {
        guard !items.isEmpty else { return [] }
        let questions = Questions<Item, Answer>(items)
        for _ in 0..<min(items.count, answering) {
            start(named: "question") {
                while let (index, item) = questions.next() { questions.answer(index, body(item)) }
            }
        }
        _ = questions.done.wait(timeout: .now() + .microseconds(max(0, limit.microseconds)))
        return questions.close()
    }

    /// The same for a caller that must not block.
    public static func answers<Item: Sendable, Answer: Sendable>(
        about items: [Item], within limit: Duration, _ body: @escaping @Sendable (Item) -> Answer
    ) async -> [Answer?] {
        await value(named: "questions") { () -> [Answer?] in answers(about: items, within: limit, body) }
    }

    private final class Questions<Item: Sendable, Answer: Sendable>: Sendable {
        private struct State {
            var next = 0
            var isClosed = false
            var open: Int
            var answers: [Answer?]
        }

        let done = DispatchSemaphore(value: 0)
        private let items: [Item]
        private let state: Locked<State>

        init(_ items: [Item]) {
            self.items = items
            state = Locked(State(open: items.count, answers: items.map { _ in nil }))
        }

        func next() -> (Int, Item)? {
            state.withLock { state in
                guard !state.isClosed, state.next < items.count else { return nil }
                defer { state.next += 1 }
                return (state.next, items[state.next])
            }
        }

        func answer(_ index: Int, _ answer: Answer) {
            let isLast = state.withLock { state in
                state.answers[index] = answer
                state.open -= 1
                return state.open == 0
            }
            if isLast { done.signal() }
        }

        /// Nothing more is asked; what came until now.
        func close() -> [Answer?] {
            state.withLock { state in
                state.isClosed = true
                return state.answers
            }
        }
    }
}

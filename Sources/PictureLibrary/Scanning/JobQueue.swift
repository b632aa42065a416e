/// Work that waits; taking the first is as cheap as adding the last, also with a hundred thousand of them.
struct JobQueue<Job> {
    private var jobs: [Job?] = []
    /// Those before this index are taken.
    private var head = 0

    var count: Int { jobs.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Job? { isEmpty ? nil : jobs[head] }

    mutating func append(_ job: Job) { jobs.append(job) }

    /// Puts `job` before all others.
    mutating func prepend(_ job: Job) {
        if head == 0 {
            jobs.insert(job, at: 0)
        } else {
            head -= 1
            jobs[head] = job
        }
    }

    mutating func popFirst() -> Job? {
        guard !isEmpty else { return nil }
        let job = jobs[head]
        jobs[head] = nil
        head += 1
        // Moving the rest is paid for by the jobs taken since the last time.
        if head * 2 > jobs.count {
            jobs.removeFirst(head)
            head = 0
        }
        return job
    }

    func contains(where condition: (Job) -> Bool) -> Bool {
        jobs[head...].contains { $0.map(condition) ?? false }
    }
}

import Dispatch
import Glibc

/// Short work without waiting in it, shared by the cores.
public enum Parallel {
    /// The processors at work, at least 1.
    public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// What `body` makes of consecutive slices of `elements`, one a core; few elements are one slice.
    public static func mapSlices<Element: Sendable, Result: Sendable>(
        of elements: [Element], _ body: @Sendable (ArraySlice<Element>) -> Result
    ) -> [Result] {
        let count = min(cores, elements.count / fewElements + 1)
        guard count > 1 else { return [body(elements[...])] }
        let results = Locked([Result?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { part in
            let slice = elements[elements.count * part / count..<elements.count * (part + 1) / count]
            let result = body(slice)
            results.withLock { $0[part] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }

    /// Starting another thread costs more than it saves below this.
    private static let fewElements = 1000
}

/// How the program ends; scripts depend on the numbers.
nonisolated public enum ExitStatus: Int32, Sendable {
    /// Something was picked, or listed.
    case success = 0
    case cancelled = 1
    /// The command line is wrong.
    case usage = 2
    case noDisplay = 3
    /// Nothing that was named can be read, and there is no camera.
    case nothingOffered = 4
    case timedOut = 5
    /// It could not be finished: output not written, result file not made, a name with a newline.
    case unfinished = 6
}

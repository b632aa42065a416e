import GLibBridge

/// A look at the picks before they are handed over: on a dead mount it may never be answered.
nonisolated struct PickCheck: Equatable {
    /// Those that are gone.
    var missing: [FilePath] = []
    /// Those that the file system said nothing of in time.
    var silent: [FilePath] = []

    /// Looks at `picks` for at most `limit`. `exists` may block; it is called on threads of its own.
    static func look(
        at picks: [FilePath], within limit: Duration = .seconds(2),
        exists: @escaping @Sendable (FilePath) -> Bool = { (try? FileStatus.read($0)) != nil }
    ) async -> PickCheck {
        var check = PickCheck()
        let answers = await BackgroundThread.answers(about: picks, within: limit, exists)
        for (pick, answer) in zip(picks, answers) {
            switch answer {
            case true?: break
            case false?: check.missing.append(pick)
            case nil: check.silent.append(pick)
            }
        }
        return check
    }
}

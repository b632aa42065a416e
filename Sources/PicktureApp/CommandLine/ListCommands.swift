import GLibBridge
import PictureLibrary

/// `--list`: what the picker would show, on standard output, without a display.
enum ListCommand {
    static func run(_ invocation: Invocation) -> ExitStatus {
        let library = LibraryFolders.current
        return MainLoop.run {
            guard let assets = await OfferedItems.assets(invocation, library: library) else {
                return .nothingOffered
            }
            listed = assets
            return ResultWriter.write(assets, as: invocation.output)
        }
    }

    /// Kept, since the end of the process frees everything at once and not one by one.
    private static var listed: [Asset] = []
}

/// `--make-thumbnails`: fills the shared cache with what `--list` would print.
enum MakeThumbnailsCommand {
    static func run(_ invocation: Invocation) -> ExitStatus {
        let library = LibraryFolders.current
        let showsProgress = StandardStreams.errorIsTerminal
        return MainLoop.run {
            let work = Task { () -> ExitStatus in
                guard let assets = await OfferedItems.assets(invocation, library: library) else {
                    return .nothingOffered
                }
                return await make(assets, showingProgress: showsProgress)
            }
            TerminationSignals.handle {
                work.cancel()
                _ = await work.value
            }
            let status = await work.value
            TerminationSignals.release()
            return status
        }
    }

    private static func make(_ assets: [Asset], showingProgress: Bool) async -> ExitStatus {
        let cache = ThumbnailCache()
        do throws(FileError) {
            try await ThumbnailMaker.makeMissing(assets: assets, cache: cache) { done, total in
                if showingProgress { show(done, of: total) }
            }
            return .success
        } catch {
            if showingProgress { StandardStreams.writeError("\n") }
            Message.say(
                tr(
                    "Thumbnails can't be written to {folder}: {reason}",
                    ["folder": cache.root.displayPath, "reason": error.reason]))
            return .unfinished
        }
    }

    /// Writes the progress over the one before.
    private static func show(_ done: Int, of total: Int) {
        let line = tr("Thumbnails: {done} of {total}", ["done": String(done), "total": String(total)])
        StandardStreams.writeError("\r" + line + (done == total ? "\n" : ""))
    }
}

extension OfferedItems {
    /// All assets that `invocation` offers, in the picker's order; nil where nothing named can be read,
    /// of which standard error has a line each.
    nonisolated static func assets(_ invocation: Invocation, library: [FilePath]) async -> [Asset]? {
        var items = OfferedItems(invocation)
        await items.addEverything()
        if items.isNothing { return nil }
        let request = items.request(library: library)
        let (assets, problems) = await LibraryScanner.collect(request, order: items.order)
        for problem in problems { Message.say(problem.path.displayPath + ": " + problem.reason) }
        if items.isNothing(without: Set(problems.map(\.path))) { return nil }
        return invocation.filter.admitted(of: assets)
    }
}

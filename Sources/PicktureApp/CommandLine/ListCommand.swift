import GLibBridge
import PictureLibrary

/// What `--list` and `--make-thumbnails` work on: the catalogue that the picker would show.
nonisolated enum Catalogue {
    /// All assets that `invocation` offers, in the picker's order; nil where nothing named can be read,
    /// of which standard error has a line each.
    static func assets(_ invocation: Invocation, library: [FilePath]) async -> [Asset]? {
        var items = OfferedItems(invocation)
        await items.addEverything()
        if items.isNothing { return nil }
        let (assets, problems) = await LibraryScanner.collect(items.request(library: library))
        for problem in problems { Message.say(problem.path.displayPath + ": " + problem.reason) }
        return assets.filter(invocation.filter.admits).sorted(by: items.order)
    }
}

/// `--list`: the catalogue on standard output, without a display.
enum ListCommand {
    static func run(_ invocation: Invocation) -> ExitStatus {
        let library = LibraryFolders.current
        return MainLoop.run {
            guard let assets = await Catalogue.assets(invocation, library: library) else {
                return .nothingOffered
            }
            return ResultWriter.write(assets, as: invocation.output)
        }
    }
}

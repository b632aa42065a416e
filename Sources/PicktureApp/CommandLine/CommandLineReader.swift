import GLibBridge
import PictureLibrary

/// What a command line asks of the program.
nonisolated enum Request: Sendable, Equatable {
    case run(Invocation)
    case help
    case version
}

/// Turns arguments into a ``Request``: GLib's syntax first, then the rules of what goes with what.
nonisolated struct CommandLineReader {
    /// The options of the line, each name once or several times, in their order.
    private let items: [(name: String, value: [UInt8])]
    private let operands: [[UInt8]]
    private let folder: FilePath

    /// Reads `arguments`, the program's name first; relative names are against `folder`.
    static func read(
        _ arguments: [[UInt8]], relativeTo folder: FilePath = UserFolders.working
    ) throws(UsageError) -> Request {
        let items: [OptionParser.Item]
        do throws(GLibError) {
            items = try CommandLineOptions.parser.parse(arguments)
        } catch {
            throw UsageError(error.message)
        }
        let reader = CommandLineReader(items, relativeTo: folder)
        if reader.given("help") || reader.given("help-all") { return .help }
        if reader.given("version") { return .version }
        return .run(try reader.invocation())
    }

    private init(_ items: [OptionParser.Item], relativeTo folder: FilePath) {
        var options: [(String, [UInt8])] = []
        var operands: [[UInt8]] = []
        for item in items {
            switch item {
            case .option(let name, let value): options.append((name, value))
            case .operand(let name): operands.append(name)
            }
        }
        self.items = options
        self.operands = operands
        self.folder = folder
    }

    private func invocation() throws(UsageError) -> Invocation {
        var result = Invocation()
        result.mode = try mode()
        try checkPresence(in: result.mode)
        try readLimits(into: &result)
        try readOffer(into: &result)
        result.output = try output()
        try readWindow(into: &result)
        try readOperands(into: &result)
        try readPreselected(into: &result)
        return result
    }

    // MARK: What goes with what

    private static let modes: [(String, Invocation.Mode)] = [
        ("pick", .pick), ("list", .list), ("make-thumbnails", .makeThumbnails),
    ]
    private static let onlyWithPick = [
        "max", "min", "multiple", "preselect", "crop", "size", "output-dir", "accept-label", "parent",
        "timeout", "ask",
    ]
    private static let onlyWithOutput = ["format", "print0", "separator"]
    private static let notYet = ["doctor", "ask", "crop", "size", "output-dir", "capture-dir"]

    private func mode() throws(UsageError) -> Invocation.Mode {
        let asked = (Self.modes.map(\.0) + ["doctor"]).filter(given)
        if asked.count > 1 { throw .together("--" + asked[0], "--" + asked[1]) }
        return Self.modes.first { given($0.0) }?.1 ?? .app
    }

    private func checkPresence(in mode: Invocation.Mode) throws(UsageError) {
        for name in Self.onlyWithPick where given(name) && mode != .pick {
            throw .needs(shown(name), "--pick")
        }
        for name in Self.onlyWithOutput where given(name) && mode != .pick && mode != .list {
            throw .needs(shown(name), tr("--pick or --list"))
        }
        if let name = Self.notYet.first(where: given) { throw .notYet("--" + name) }
        if let camera = last("camera"), camera != Array("none".utf8) {
            throw .notYet("--camera " + String(decoding: camera, as: UTF8.self))
        }
    }

    // MARK: The options

    private func readLimits(into result: inout Invocation) throws(UsageError) {
        guard result.mode == .pick else {
            (result.minimum, result.maximum) = (0, 0)
            return
        }
        let minimum = try number("min")
        for (name, value) in items {
            if name == "multiple" { result.maximum = 0 }
            if name == "max" { result.maximum = try Self.number(name, value) }
        }
        if let minimum {
            if result.maximum > 0, minimum > result.maximum {
                throw UsageError(
                    tr(
                        "--min {min} is more than --max {max}",
                        ["min": String(minimum), "max": String(result.maximum)]))
            }
            result.minimum = minimum
        }
        result.timeout = try number("timeout", from: 1)
    }

    private func readOffer(into result: inout Invocation) throws(UsageError) {
        if let value = last("sources") {
            let sources = try words("sources", value, Asset.Source.allCases)
            if sources.contains(.camera) { throw .notYet("--sources camera") }
            result.sources = Set(sources)
        }
        if let value = last("media") {
            result.media = Set(try words("media", value, MediaKind.allCases))
        } else if result.mode == .pick || result.mode == .list {
            result.media = [.photo, .live]
        }
        for (name, value) in items where name == "filter" {
            result.filters.append(try Self.nameFilter(value))
        }
        if let value = last("mime") { result.contentTypes = try Self.contentTypes(value) }
        result.withLocation = given("with-location")
        result.hidden = given("hidden")
        result.recursive = !given("no-recursive")
        if let value = last("sort") { result.order = try word("sort", value, SortOrder.allCases) }
    }

    private func output() throws(UsageError) -> ResultFormat {
        var format = ResultFormat()
        if let value = last("format") {
            format.form = try word("format", value, ResultFormat.Form.allCases)
        }
        if given("print0") { format.framing = .nul }
        if let separator = last("separator") {
            if given("print0") { throw .together("--separator", "-0") }
            if format.form == .json { throw .together("--separator", "--format json") }
            format.framing = .separator(separator)
        }
        return format
    }

    private func readWindow(into result: inout Invocation) throws(UsageError) {
        result.title = try text("title")
        result.acceptLabel = try text("accept-label")
        if let value = last("parent") { result.parent = try Self.parent(value) }
    }

    private func readOperands(into result: inout Invocation) throws(UsageError) {
        result.operands = operands.map { $0 == [UInt8(ascii: "-")] ? .standardInput : .name($0) }
        if result.operands.count(where: { $0 == .standardInput }) > 1 {
            throw UsageError(tr("“-” is given twice: standard input can be read only once"))
        }
        if given("read0") {
            guard result.readsStandardInput else { throw .needs("--read0", tr("“-” as a name")) }
            result.inputTerminator = 0
        }
    }

    private func readPreselected(into result: inout Invocation) throws(UsageError) {
        let names = items.filter { $0.name == "preselect" }.map(\.value)
        // A window must not wait for a dead network folder: what does not answer is taken as it is.
        let looks = BackgroundThread.answers(about: names, within: .seconds(1)) { [folder] name in
            Result { () throws(Unreadable) in try Operands.file(name, relativeTo: folder) }
        }
        for (name, look) in zip(names, looks) {
            let path: FilePath
            do throws(Unreadable) {
                if let look {
                    path = try look.get()
                } else {
                    path = try Operands.path(name, relativeTo: folder)
                }
            } catch {
                throw UsageError("--preselect: " + error.sentence)
            }
            if !result.preselected.contains(path) { result.preselected.append(path) }
        }
        if result.maximum > 0, result.preselected.count > result.maximum {
            throw UsageError(
                trn(
                    "--preselect: at most {n} file can be picked",
                    "--preselect: at most {n} files can be picked", result.maximum))
        }
    }

    // MARK: Values

    private func given(_ name: String) -> Bool { items.contains { $0.name == name } }

    private func last(_ name: String) -> [UInt8]? { items.last { $0.name == name }?.value }

    private func shown(_ name: String) -> String { name == "print0" ? "-0" : "--" + name }

    private func number(_ name: String, from least: Int = 0) throws(UsageError) -> Int? {
        guard let value = last(name) else { return nil }
        return try Self.number(name, value, from: least)
    }

    private func text(_ name: String) throws(UsageError) -> String? {
        guard let value = last(name) else { return nil }
        guard let text = String(validating: value, as: UTF8.self) else {
            throw .value(name, value, expected: tr("UTF-8 text"))
        }
        return text
    }
}

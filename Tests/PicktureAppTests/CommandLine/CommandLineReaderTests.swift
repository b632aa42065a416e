import GLibBridge
import Glibc
import PictureLibrary
import Testing

@testable import PicktureApp

private func read(_ arguments: [String]) throws(UsageError) -> Request {
    try CommandLineReader.read(
        (["pickture"] + arguments).map { Array($0.utf8) }, relativeTo: FilePath("/folder"))
}

private func invocation(_ arguments: String...) throws -> Invocation {
    guard case .run(let invocation) = try read(arguments) else { throw UsageError("no invocation") }
    return invocation
}

private func complaint(_ arguments: [String]) -> String? {
    do throws(UsageError) {
        _ = try read(arguments)
        return nil
    } catch {
        return error.sentence
    }
}

@Suite struct CommandLineReading {
    @Test func defaults() throws {
        let app = try invocation()
        #expect(app.mode == .app && app.minimum == 0 && app.maximum == 0)
        #expect(app.media == Set(MediaKind.allCases))
        let pick = try invocation("--pick")
        #expect(pick.mode == .pick && pick.minimum == 1 && pick.maximum == 1)
        #expect(pick.media == [.photo, .live])
        #expect(pick.sources == [.library])
        #expect(pick.recursive && !pick.hidden && !pick.withLocation && pick.order == nil)
        #expect(pick.output == ResultFormat())
        #expect(try invocation("--list").media == [.photo, .live])
        #expect(try invocation("--make-thumbnails").media == Set(MediaKind.allCases))
    }

    @Test("Of a repeated option the last counts, and --multiple is --max 0")
    func lastCounts() throws {
        #expect(try invocation("--pick", "--max", "3", "--max=5").maximum == 5)
        #expect(try invocation("--pick", "--max", "3", "--multiple").maximum == 0)
        #expect(try invocation("--pick", "--multiple", "--max", "3").maximum == 3)
        #expect(try invocation("--sort", "name", "--sort", "oldest").order == .oldest)
        #expect(try invocation("--title", "a", "--title", "b").title == "b")
    }

    @Test func offer() throws {
        let line = try invocation(
            "--list", "--media", "video, live", "--mime", "image/PNG,video/*", "--with-location",
            "--hidden", "--no-recursive", "--sources", "album,library", "--camera", "none")
        #expect(line.media == [.video, .live])
        #expect(line.contentTypes == ["image/png", "video/*"])
        #expect(line.withLocation && line.hidden && !line.recursive)
        #expect(line.sources == [.album, .library])
        #expect(line.filter.withPosition && line.filter.kinds == [.video, .live])
    }

    @Test("--filter repeats; its patterns are bytes and its name is text")
    func filters() throws {
        let line = try invocation("--filter", "Pictures | *.png  *.jpg", "--filter", "*.tif")
        #expect(line.filters.map(\.name) == ["Pictures", "*.tif"])
        #expect(line.filters[0].patterns == [NamePattern("*.png"), NamePattern("*.jpg")])
        #expect(line.filter.namePatterns == line.filters[0].patterns)
        let bytes = Array("--filter=x | *".utf8) + [0xFF]
        guard case .run(let odd) = try CommandLineReader.read([[0x70], bytes]) else { return }
        #expect(odd.filters[0].patterns == [NamePattern(bytes: [0x2A, 0xFF])])
    }

    @Test func output() throws {
        #expect(try invocation("--list", "-0").output.framing == .nul)
        #expect(try invocation("--list", "--print0", "--format", "json").output.form == .json)
        #expect(try invocation("--list", "--separator", "|").output.framing == .separator([0x7C]))
        #expect(
            try invocation("--list", "--separator", "|", "--format", "uri").output
                == .init(form: .uri, framing: .separator([0x7C])))
        #expect(try invocation("--list", "--separator", "").output.framing == .separator([]))
    }

    @Test func window() throws {
        let line = try invocation(
            "--pick", "--title", "Büro “1”", "--accept-label", "_Senden", "--parent", "x11:0x1F",
            "--timeout", "7")
        #expect(line.title == "Büro “1”" && line.acceptLabel == "_Senden")
        #expect(line.parent == .x11(31) && line.timeout == 7)
        #expect(try invocation("--pick", "--parent", "x11:1f").parent == .x11(31))
        #expect(try invocation("--pick", "--parent", "wayland:ab").parent == .wayland("ab"))
        #expect(try invocation("--pick", "--parent", "").parent == nil)
    }

    @Test("Operands stand anywhere, keep their bytes, and -- ends the options")
    func operands() throws {
        let line = try invocation("b", "--list", "-", "--", "--pick", "-x")
        #expect(
            line.operands
                == [.name([0x62]), .standardInput, .name(Array("--pick".utf8)), .name(Array("-x".utf8))])
        let odd: [UInt8] = [0x61, 0xFF, 0x0A]
        guard case .run(let bytes) = try CommandLineReader.read([[0x70], odd]) else { return }
        #expect(bytes.operands == [.name(odd)])
        #expect(try invocation("--read0", "-").inputTerminator == 0)
    }

    @Test func information() throws {
        #expect(try read(["--version"]) == .version)
        for name in ["--help", "-h", "--help-all"] { #expect(try read(["--pick", name]) == .help) }
        let help = CommandLineOptions.parser.help()
        #expect(help.contains("-h, --help") && help.contains("-0, --print0") && help.contains("--max=N"))
    }

    @Test(
        "A wrong line is refused with the option's name",
        arguments: [
            (["--bogus"], "--bogus"), (["--pick", "--max"], "--max"),
            (["--pick", "--list"], "--list"), (["--list", "--make-thumbnails"], "--make-thumbnails"),
            (["--pick", "--doctor"], "--doctor"),
            (["--pick", "--max", "-1"], "--max"), (["--pick", "--max", "x"], "--max"),
            (["--pick", "--max", ""], "--max"), (["--pick", "--max", "3 "], "--max"),
            (["--pick", "--max", "+3"], "--max"), (["--pick", "--max", "٣"], "--max"),
            (["--pick", "--max", "99999999999999999999"], "--max"),
            (["--pick", "--max", "x", "--max", "2"], "--max"),
            (["--pick", "--min", "-1"], "--min"), (["--pick", "--min", "2"], "--min"),
            (["--pick", "--min", "4", "--max", "3"], "--min"),
            (["--pick", "--timeout", "0"], "--timeout"), (["--pick", "--timeout", "1.5"], "--timeout"),
            (["--sources", "roll"], "--sources"), (["--sources", ""], "--sources"),
            (["--media", "photo,,live"], "--media"), (["--sort", "size"], "--sort"),
            (["--list", "--format", "xml"], "--format"), (["--filter", "Name |"], "--filter"),
            (["--filter", ""], "--filter"), (["--mime", "png"], "--mime"),
            (["--mime", "image/"], "--mime"),
            (["--list", "--separator", "x", "-0"], "--separator"),
            (["--list", "--separator", "x", "--format", "json"], "--separator"),
            (["--list", "--read0"], "--read0"), (["--list", "-", "-"], "“-”"),
            (["--pick", "--parent", "7"], "--parent"), (["--pick", "--parent", "x11:"], "--parent"),
            (["--pick", "--parent", "x11:xyz"], "--parent"),
            (["--pick", "--parent", "wayland:"], "--parent"),
            (["--pick", "--preselect", "/nonexistent/a.jpg"], "--preselect"),
            (["--pick", "--preselect", "/"], "--preselect"),
            (["--format", "plain"], "--format"), (["-0"], "-0"), (["--separator", "x"], "--separator"),
            (["--make-thumbnails", "-0"], "-0"),
        ])
    func refused(arguments: [String], named: String) {
        #expect(complaint(arguments)?.contains(named) == true)
        #expect(complaint(arguments)?.contains("\n") == false)
    }

    @Test(
        "Options of the dialog need --pick",
        arguments: [
            "--max=1", "--min=1", "--multiple", "--preselect=x", "--crop=1:1", "--size=1x1",
            "--output-dir=x", "--accept-label=x", "--parent=x11:1", "--timeout=1", "--ask",
        ])
    func onlyWithPick(option: String) {
        let name = String(option.prefix { $0 != "=" })
        for mode in [[], ["--list"], ["--make-thumbnails"]] {
            #expect(complaint(mode + [option])?.contains(name) == true)
            #expect(complaint(mode + [option])?.contains("--pick") == true)
        }
    }

    @Test(
        "What comes later is refused by name",
        arguments: [
            "--doctor", "--ask", "--crop=free", "--size=9x9", "--output-dir=x", "--capture-dir=x",
            "--camera=0", "--camera=test-pattern", "--sources=camera", "--sources=library,camera",
        ])
    func notYet(option: String) {
        let name = String(option.prefix { $0 != "=" })
        let mode = option == "--doctor" ? [] : ["--pick"]
        #expect(complaint(mode + [option])?.contains(name) == true)
        #expect(complaint(mode + [option])?.contains("yet") == true)
    }

    @Test("R03, R12, R13: preselected files exist, count, and keep their order")
    func preselection() throws {
        let file = #filePath
        let other = String(file.dropLast("CommandLineReaderTests.swift".count)) + "ResultWriterTests.swift"
        let line = try invocation(
            "--pick", "--max", "2", "--preselect", other, "--preselect", file, "--preselect", other)
        #expect(line.preselected == [FilePath(other), FilePath(file)])
        let uri = FilePath(file).uri
        #expect(try invocation("--pick", "--preselect", uri).preselected == [FilePath(file)])
        #expect(complaint(["--pick", "--preselect", file, "--preselect", other])?.contains("1 file") == true)
    }

    @Test("Text that is not UTF-8 is refused")
    func notUtf8() {
        for name in ["--title=", "--accept-label="] {
            #expect(throws: UsageError.self) {
                try CommandLineReader.read([[0x70], Array("--pick".utf8), Array(name.utf8) + [0xFF]])
            }
        }
    }
}

@Suite struct NamesOfItems {
    private let folder = FilePath("/folder")

    @Test func paths() throws {
        #expect(try Operands.path(Array("a/./b//".utf8), relativeTo: folder) == FilePath("/folder/a/b"))
        #expect(
            try Operands.path(Array("file:///a%20b/c%25".utf8), relativeTo: folder) == FilePath("/a b/c%"))
        #expect(
            try Operands.path(Array("file:///%FF".utf8), relativeTo: folder) == FilePath(bytes: [0x2F, 0xFF]))
        #expect(try Operands.path(Array("100%41".utf8), relativeTo: folder) == FilePath("/folder/100%41"))
        for wrong in ["", "file://host/a", "file:///a%00b", "file:///%2F"] {
            #expect(throws: Unreadable.self) {
                try Operands.path(Array(wrong.utf8), relativeTo: folder)
            }
        }
        #expect(throws: Unreadable.self) { try Operands.path([0x61, 0, 0x62], relativeTo: folder) }
    }

    @Test("Names are cut anywhere in the stream; the last needs no terminator, empty ones are none")
    func splitting() {
        let text = Array("a\n\nbc\r\nd e\nlast".utf8)
        let expected = ["a", "bc\r", "d e", "last"].map { Array($0.utf8) }
        for size in 1...text.count {
            var splitter = NameSplitter(terminator: 0x0A)
            var names: [[UInt8]] = []
            for start in stride(from: 0, to: text.count, by: size) {
                names += splitter.feed(Array(text[start..<min(start + size, text.count)]))
            }
            if let last = splitter.finish() { names.append(last) }
            #expect(names == expected)
        }
        var zero = NameSplitter(terminator: 0)
        #expect(zero.feed([0, 0x61, 0x0A, 0, 0]) == [[0x61, 0x0A]])
        #expect(zero.finish() == nil)
    }

    @Test("A message is one line and cannot talk to the terminal")
    func oneLine() {
        #expect(Message.oneLine("a\nb\u{1B}[2J\u{85}ü") == "a\\nb\\x1b[2J\\x85ü")
    }
}

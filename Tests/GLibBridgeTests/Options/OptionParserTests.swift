import GLibBridge
import Testing

@Suite struct OptionParsing {
    private let parser = OptionParser(
        operands: "[FILE…]", summary: "A test.",
        options: [
            .init("size", short: "s", value: "N", help: "How large"),
            .init("quiet", short: "0", help: "Say nothing"),
            .init("secret", help: "Not shown", isHidden: true),
        ])

    private func parse(_ arguments: String...) throws -> [OptionParser.Item] {
        try parser.parse((["test"] + arguments).map { Array($0.utf8) })
    }

    @Test("Items keep the order of the line, under their long names")
    func order() throws {
        #expect(
            try parse("a", "-s", "1", "--quiet", "--size=2", "-s", "3", "-0", "-", "--", "--size", "-0")
                == [
                    .operand(Array("a".utf8)), .option(name: "size", value: Array("1".utf8)),
                    .option(name: "quiet", value: []), .option(name: "size", value: Array("2".utf8)),
                    .option(name: "size", value: Array("3".utf8)), .option(name: "quiet", value: []),
                    .operand(Array("-".utf8)), .operand(Array("--size".utf8)), .operand(Array("-0".utf8)),
                ])
    }

    @Test("A value may look like an option, be empty, or be no text")
    func values() throws {
        #expect(try parse("--size", "-1") == [.option(name: "size", value: Array("-1".utf8))])
        #expect(try parse("--size=") == [.option(name: "size", value: [])])
        let inside = Array("--quiet=1".utf8)
        #expect(try parse("--size", "--quiet=1") == [.option(name: "size", value: inside)])
        #expect(try parse("-0s", "--quiet=1").last == .option(name: "size", value: inside))
        #expect(try parse("--", "--quiet=1") == [.operand(inside)])
        let odd: [UInt8] = [0xFF, 0x0A, 0xC3]
        #expect(try parser.parse([[0x70], Array("--size".utf8), odd]) == [.option(name: "size", value: odd)])
        #expect(try parser.parse([[0x70], odd]) == [.operand(odd)])
        #expect(try parser.parse([]) == [])
    }

    @Test(arguments: [["--size"], ["--none"], ["-x"], ["--help"], ["--quiet=1"], ["--secret="]])
    func refused(arguments: [String]) {
        let error = #expect(throws: GLibError.self) {
            try parser.parse((["test"] + arguments).map { Array($0.utf8) })
        }
        #expect(error?.message.contains(arguments[0].prefix { $0 != "=" }) == true)
    }

    @Test func help() {
        let help = parser.help()
        for part in ["[FILE…]", "A test.", "-s, --size=N", "-0, --quiet", "-h, --help"] {
            #expect(help.contains(part))
        }
        #expect(!help.contains("secret"))
    }
}

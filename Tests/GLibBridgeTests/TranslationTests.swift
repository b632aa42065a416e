import GLibBridge
import Testing

@Suite("Messages")
struct TranslationTests {
    @Test("names in braces are replaced, unknown ones stay")
    func placeholders() {
        #expect(tr("Only a test: {a} and {b}, {a}", ["a": "1", "b": "{a}"]) == "Only a test: 1 and {a}, 1")
        #expect(tr("Only a test: {unknown}", ["a": "1"]) == "Only a test: {unknown}")
        #expect(tr("Only a test: {open", ["a": "1"]) == "Only a test: {open")
    }

    @Test(
        "the number decides the form",
        arguments: [(1, "Only 1 test"), (0, "Only 0 tests"), (5, "Only 5 tests")])
    func plurals(count: Int, text: String) {
        #expect(trn("Only {n} test", "Only {n} tests", count) == text)
    }
}

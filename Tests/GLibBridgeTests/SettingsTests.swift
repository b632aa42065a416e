import GLibBridge
import Testing

@MainActor
@Suite("Settings")
struct SettingsTests {
    @Test("without the schema the defaults hold, and what is set holds until the end")
    func missingSchema() {
        let settings = Settings(schema: "io.github.pickture.NoSuchSchema")
        #expect(settings.integer("tile-size", default: 120) == 120)
        #expect(settings.bool("maximized", default: true))
        #expect(settings.string("sort-order", default: "newest") == "newest")
        #expect(settings.strings("folders").isEmpty)
        settings.set("tile-size", 80)
        settings.set("maximized", false)
        settings.set("sort-order", "name")
        #expect(settings.integer("tile-size", default: 120) == 80)
        #expect(!settings.bool("maximized", default: true))
        #expect(settings.string("sort-order", default: "newest") == "name")
    }
}

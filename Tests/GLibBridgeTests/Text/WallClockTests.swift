import CGlib
import GLibBridge
import Testing

struct WallClockTests {
    @Test("Local time is GLib's, in summer and winter, long ago and far ahead")
    func local() throws {
        for moment in [0, 1_700_000_000, 1_720_000_000, -1_000_000_000, 4_000_000_000] {
            let found: OpaquePointer? = g_date_time_new_from_unix_local(moment)
            let date = try #require(found)
            defer { g_date_time_unref(date) }
            let offset = Int(g_date_time_get_utc_offset(date)) / 1_000_000
            #expect(WallClock.local(ofUnix: Int64(moment)) == Int64(moment + offset))
        }
    }
}

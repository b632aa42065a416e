import CGlib
import GLibBridge
import Testing

@MainActor
@Suite("Signals")
struct SignalTests {
    private final class Captured {}

    @Test("what a handler captured lives as long as the object")
    func capturesDieWithTheObject() {
        weak var captured: Captured?
        var action: Reference<OpaquePointer>? = Reference(transferFull: g_simple_action_new("a", nil)!)
        do {
            let strong = Captured()
            captured = strong
            connect(action!.pointer, "notify::enabled") { (_: Ignored) in _ = strong }
        }
        #expect(captured != nil)
        action = nil
        #expect(captured == nil)
    }

    @Test("what a handler captured is freed when it is disconnected")
    func capturesDieWithTheConnection() {
        weak var captured: Captured?
        let action = Reference(transferFull: g_simple_action_new("a", nil)!)
        let id: SignalID
        do {
            let strong = Captured()
            captured = strong
            id = connect(action.pointer, "notify::enabled") { _ = strong }
        }
        disconnect(action.pointer, id)
        #expect(captured == nil)
    }

    @Test("arguments arrive, and a result goes back")
    func argumentsAndResult() {
        let object = Reference(
            transferFull: OpaquePointer(g_object_new_with_properties(probeType, 0, nil, nil)!))
        var seen: (Int32, UInt32, Double, Bool, String?)?
        connect(
            object.pointer, "everything",
            returning: { (a: Int32, b: UInt32, c: Double, d: Bool, e: String?) -> Bool in
                seen = (a, b, c, d, e)
                return true
            })
        var values = [GValue](repeating: GValue(), count: 6)
        g_value_init(&values[0], probeType)
        g_value_set_object(&values[0], UnsafeMutableRawPointer(object.pointer))
        g_value_init(&values[1], 6 << 2)
        g_value_set_int(&values[1], -7)
        g_value_init(&values[2], 7 << 2)
        g_value_set_uint(&values[2], 9)
        g_value_init(&values[3], 15 << 2)
        g_value_set_double(&values[3], 0.5)
        g_value_init(&values[4], 5 << 2)
        g_value_set_boolean(&values[4], 1)
        g_value_init(&values[5], 16 << 2)
        g_value_set_string(&values[5], "five")
        var result = GValue()
        g_value_init(&result, 5 << 2)
        g_signal_emitv(values, g_signal_lookup("everything", probeType), 0, &result)
        #expect(seen?.0 == -7)
        #expect(seen?.1 == 9)
        #expect(seen?.2 == 0.5)
        #expect(seen?.3 == true)
        #expect(seen?.4 == "five")
        #expect(g_value_get_boolean(&result) != 0)
        for index in values.indices { g_value_unset(&values[index]) }
    }

    @Test("a handler of the wrong shape stops the program where it is connected")
    func wrongType() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                _ = connect(g_simple_action_new("a", nil)!, "notify::enabled") { (_: Double) in }
            }
        }
    }

    @Test("a handler with too many arguments stops the program")
    func wrongCount() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                _ = connect(g_simple_action_new("a", nil)!, "notify::enabled") { (_: Ignored, _: Ignored) in }
            }
        }
    }

    @Test("a signal that the object does not have stops the program")
    func wrongName() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run { _ = connect(g_simple_action_new("a", nil)!, "clicked") {} }
        }
    }
}

/// A GType with one signal that passes every plain kind of value.
private let probeType: GType = {
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GObjectClass>.size)
    info.instance_size = guint16(MemoryLayout<GObject>.size)
    let type = g_type_register_static(
        g_object_get_type(), "PicktureSignalProbe", &info, GTypeFlags(rawValue: 0))
    var arguments: [GType] = [6 << 2, 7 << 2, 15 << 2, 5 << 2, 16 << 2]
    g_signal_newv("everything", type, G_SIGNAL_RUN_LAST, nil, nil, nil, nil, 5 << 2, 5, &arguments)
    return type
}()

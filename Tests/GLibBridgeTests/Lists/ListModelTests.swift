import CGlib
import GLibBridge
import Testing

@MainActor
@Suite("List model")
struct ListModelTests {
    private final class Value {}

    @Test("a value object frees its value when GLib finalizes it")
    func valueObject() {
        weak var value: Value?
        let object: UnsafeMutableRawPointer
        do {
            let strong = Value()
            value = strong
            object = ValueObject.make(strong)
        }
        #expect(ValueObject.value(of: object, as: Value.self) === value)
        g_object_unref(object)
        #expect(value == nil)
    }

    @Test("GTK reads the elements as they are")
    func items() {
        let model = ListModel(["a", "b"])
        #expect(g_list_model_get_n_items(model.pointer) == 2)
        #expect(shown(by: model) == ["a", "b"])
        #expect(g_list_model_get_item(model.pointer, 2) == nil)
    }

    @Test(
        "a change tells its rows",
        arguments: [(0..<0, [9]), (1..<3, []), (0..<3, [7, 8, 9, 10]), (3..<3, [4])])
    func changes(rows: Range<Int>, new: [Int]) {
        let model = ListModel([1, 2, 3])
        var told: [UInt32] = []
        connect(model.pointer, "items-changed") { (position: UInt32, removed: UInt32, added: UInt32) in
            told = [position, removed, added]
        }
        var expected = [1, 2, 3]
        expected.replaceSubrange(rows, with: new)
        model.replace([ReplacedRun(old: rows, new: new)])
        #expect(told == [UInt32(rows.lowerBound), UInt32(rows.count), UInt32(new.count)])
        #expect(shown(by: model) == expected)
    }

    @Test("a model that GTK keeps for longer is empty")
    func outlived() {
        var model: ListModel<Int>? = ListModel([1, 2, 3])
        let kept = Reference(transferNone: model!.pointer)
        #expect(g_list_model_get_n_items(kept.pointer) == 3)
        model = nil
        #expect(g_list_model_get_n_items(kept.pointer) == 0)
        #expect(g_list_model_get_item(kept.pointer, 0) == nil)
    }

    @Test("a row that moves or is replaced silently keeps its object as long as GTK holds it")
    func identity() {
        let values = (0..<4).map { _ in Value() }
        let model = ListModel(Array(values[..<2]), identity: { ObjectIdentifier($0) })
        let first = g_list_model_get_item(model.pointer, 0)!
        model.replace([ReplacedRun(old: 0..<0, new: [values[2]])])
        let moved = g_list_model_get_item(model.pointer, 1)!
        #expect(moved == first)
        g_object_unref(moved)
        model.replaceSilently(at: 1, with: values[3])
        let replaced = g_list_model_get_item(model.pointer, 1)!
        #expect(replaced == first)
        #expect(ValueObject.value(of: replaced, as: Value.self) === values[3])
        g_object_unref(replaced)
        g_object_unref(first)
        // Nobody holds it any more: what comes now is new, and carries what the row has.
        let fresh = g_list_model_get_item(model.pointer, 1)!
        #expect(ValueObject.value(of: fresh, as: Value.self) === values[3])
        g_object_unref(fresh)
    }

    private func shown<Element>(by model: ListModel<Element>) -> [Element] {
        (0..<g_list_model_get_n_items(model.pointer)).map { row in
            let object = g_list_model_get_item(model.pointer, row)!
            defer { g_object_unref(object) }
            return ValueObject.value(of: object)
        }
    }
}

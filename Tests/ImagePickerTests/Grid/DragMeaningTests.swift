import GtkBridge
import Testing

@testable import ImagePicker

@Suite("What a drag on the grid means")
struct DragMeaningTests {
    private static let far = Point(x: 30, y: 4)

    @Test("a press that trembles is no drag", arguments: [PointerKind.mouse, .touch, .pen])
    func trembling(pointer: PointerKind) {
        let meaning = DragMeaning(of: pointer, by: Point(x: 7, y: -7), isOnTile: true, in: .dialog)
        #expect(meaning == .undecided)
    }

    @Test("a mouse picks across tiles in a dialog, drags files out of the app, and draws a band elsewhere")
    func mouse() {
        #expect(DragMeaning(of: .mouse, by: Self.far, isOnTile: true, in: .dialog) == .sweep)
        #expect(DragMeaning(of: .mouse, by: Point(x: 0, y: 30), isOnTile: true, in: .dialog) == .sweep)
        #expect(DragMeaning(of: .mouse, by: Self.far, isOnTile: true, in: .app) == .other)
        #expect(DragMeaning(of: .mouse, by: Self.far, isOnTile: false, in: .dialog) == .band)
        #expect(DragMeaning(of: .mouse, by: Self.far, isOnTile: false, in: .app) == .band)
    }

    @Test(
        "fingers and pens pick sideways and scroll otherwise",
        arguments: [PointerKind.touch, .pen], [PickerConfiguration.Purpose.dialog, .app])
    func fingers(pointer: PointerKind, purpose: PickerConfiguration.Purpose) {
        func meaning(_ x: Double, _ y: Double, isOnTile: Bool = true) -> DragMeaning {
            DragMeaning(of: pointer, by: Point(x: x, y: y), isOnTile: isOnTile, in: purpose)
        }
        #expect(meaning(30, 4) == .sweep)
        #expect(meaning(-9, 3) == .sweep)
        #expect(meaning(2, 30) == .other)
        #expect(meaning(12, 8) == .other)
        #expect(meaning(30, 4, isOnTile: false) == .other)
    }
}

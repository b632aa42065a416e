import CGtk
import GLibBridge

/// What a grid asks about its rows and tells its owner; positions are those of the list.
public struct SelectionRules {
    public var isSelected: @MainActor (Int) -> Bool
    /// Assistive tools and Ctrl+Space pick one row.
    public var select: @MainActor (Int) -> Void
    public var unselect: @MainActor (Int) -> Void
    /// Keys with Shift, and assistive tools, pick several rows at once.
    public var selectRange: @MainActor (Range<Int>) -> Void
    public var unselectRange: @MainActor (Range<Int>) -> Void
    public var selectAll: @MainActor () -> Void
    public var unselectAll: @MainActor () -> Void

    public init(
        isSelected: @escaping @MainActor (Int) -> Bool, select: @escaping @MainActor (Int) -> Void,
        unselect: @escaping @MainActor (Int) -> Void,
        selectRange: @escaping @MainActor (Range<Int>) -> Void,
        unselectRange: @escaping @MainActor (Range<Int>) -> Void,
        selectAll: @escaping @MainActor () -> Void,
        unselectAll: @escaping @MainActor () -> Void
    ) {
        self.isSelected = isSelected
        self.select = select
        self.unselect = unselect
        self.selectRange = selectRange
        self.unselectRange = unselectRange
        self.selectAll = selectAll
        self.unselectAll = unselectAll
    }
}

/// A GtkSelectionModel that stands in front of rules written in Swift.
///
/// GTK, and through it every assistive tool, asks here whether a row is selected and says here what
/// the user wants; the rules decide. "Select this one and nothing else", which GTK says whenever an
/// arrow key moves the focus, is left without effect: moving about picks nothing.
@MainActor  // Said aloud: the optimizer loses the default with an isolated deinit.
final class SelectionModel {
    let reference: Reference<OpaquePointer>
    private let box: RulesBox

    var pointer: OpaquePointer { reference.pointer }

    init(list: OpaquePointer, rules: SelectionRules) {
        let instance = UnsafeMutableRawPointer(g_object_new_with_properties(selectionModelType, 0, nil, nil)!)
        reference = Reference(transferFull: OpaquePointer(instance))
        box = RulesBox(list: Reference(transferNone: list), rules: rules)
        g_object_set_qdata_full(
            cast(instance), rulesKey, Unmanaged.passRetained(box).toOpaque(),
            { Unmanaged<RulesBox>.fromOpaque($0!).release() })
        let model = OpaquePointer(instance)
        box.relay = connect(list, "items-changed") {
            [box] (position: UInt32, removed: UInt32, added: UInt32) in
            guard let limit = box.limit else {
                return g_list_model_items_changed(model, position, removed, added)
            }
            let count = g_list_model_get_n_items(list)
            let before = min(limit, count + removed - added)
            guard position < limit else { return }
            g_list_model_items_changed(model, position, before - position, min(limit, count) - position)
        }
    }

    /// How many rows GTK sees of the list; nil for all.
    var limit: Int? {
        get { box.limit.map { Int($0) } }
        set {
            let before = box.count
            box.limit = newValue.map { UInt32(clamping: $0) }
            let kept = min(before, box.count)
            guard before != box.count else { return }
            g_list_model_items_changed(pointer, kept, before - kept, box.count - kept)
        }
    }

    isolated deinit {
        // GTK may keep the model until its window is finalized.
        if let relay = box.relay { disconnect(box.list.pointer, relay) }
    }

    /// Tells GTK that rows of `range` were picked or un-picked.
    func selectionChanged(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<Int(box.count))
        guard !range.isEmpty else { return }
        gtk_selection_model_selection_changed(pointer, guint(range.lowerBound), guint(range.count))
    }
}

private final class RulesBox {
    let list: Reference<OpaquePointer>
    let rules: SelectionRules
    var relay: SignalID?
    var limit: UInt32?
    /// The rows that GTK sees.
    var count: UInt32 { min(limit ?? .max, g_list_model_get_n_items(list.pointer)) }

    init(list: Reference<OpaquePointer>, rules: SelectionRules) {
        self.list = list
        self.rules = rules
    }

    nonisolated static func of(_ model: OpaquePointer?) -> RulesBox {
        Unmanaged<RulesBox>.fromOpaque(g_object_get_qdata(cast(model!), rulesKey)!).takeUnretainedValue()
    }
}

private nonisolated let rulesKey = g_quark_from_string("pickture-selection-rules")

/// GTK calls the methods below on its own thread, the main actor's.
private nonisolated func onMain<Result: Sendable>(
    _ model: OpaquePointer?, _ body: @MainActor (RulesBox) -> Result
) -> Result {
    let box = RulesBox.of(model)
    return MainActor.assumeIsolated { body(box) }
}

private nonisolated let selectionModelType: GType = {
    let type = registerType("PicktureSelectionModel", parent: g_object_get_type())
    var list = GInterfaceInfo(
        interface_init: { interface, _ in
            let methods = interface!.assumingMemoryBound(to: GListModelInterface.self)
            methods.pointee.get_item_type = { _ in ValueObject.type }
            methods.pointee.get_n_items = { model in
                onMain(model) { $0.count }
            }
            methods.pointee.get_item = { model, position in
                // Handed straight on to C as "transfer full".
                nonisolated(unsafe) var item: gpointer?
                onMain(model) { item = g_list_model_get_item($0.list.pointer, position) }
                return item
            }
        }, interface_finalize: nil, interface_data: nil)
    g_type_add_interface_static(type, g_list_model_get_type(), &list)
    var selection = GInterfaceInfo(
        interface_init: { interface, _ in
            let methods = interface!.assumingMemoryBound(to: GtkSelectionModelInterface.self)
            methods.pointee.is_selected = { model, position in
                onMain(model) { $0.rules.isSelected(Int(position)) } ? 1 : 0
            }
            methods.pointee.get_selection_in_range = { model, position, count in
                let set = gtk_bitset_new_empty()!
                nonisolated(unsafe) let target = set  // Filled before this call returns.
                onMain(model) { box in
                    let end = min(Int(position) + Int(count), Int(box.count))
                    for row in Int(position)..<max(Int(position), end) where box.rules.isSelected(row) {
                        gtk_bitset_add(target, guint(row))
                    }
                }
                return set
            }
            methods.pointee.select_item = { model, position, alone in
                if alone == 0 { onMain(model) { $0.rules.select(Int(position)) } }
                return 1
            }
            methods.pointee.unselect_item = { model, position in
                onMain(model) { $0.rules.unselect(Int(position)) }
                return 1
            }
            methods.pointee.select_range = { model, position, count, alone in
                guard alone == 0 else { return 1 }
                onMain(model) { $0.rules.selectRange(Int(position)..<Int(position) + Int(count)) }
                return 1
            }
            methods.pointee.unselect_range = { model, position, count in
                onMain(model) { $0.rules.unselectRange(Int(position)..<Int(position) + Int(count)) }
                return 1
            }
            methods.pointee.select_all = { model in
                onMain(model) { $0.rules.selectAll() }
                return 1
            }
            methods.pointee.unselect_all = { model in
                onMain(model) { $0.rules.unselectAll() }
                return 1
            }
        }, interface_finalize: nil, interface_data: nil)
    g_type_add_interface_static(type, gtk_selection_model_get_type(), &selection)
    return type
}()

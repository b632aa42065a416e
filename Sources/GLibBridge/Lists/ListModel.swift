import CGlib

/// A Swift array that GTK sees as a GListModel.
///
/// An object exists only while GTK looks at its row, so 100,000 elements cost an array and no
/// GObjects. GTK may keep the GListModel longer than this class lives; it is empty then.
///
/// Where elements have an identity, a row that moves keeps its object, and so GTK its tile: making tiles anew is
/// most of what a change costs.
@MainActor
public final class ListModel<Element> {
    public var elements: [Element] { storage }
    @usableFromInline var storage: [Element]

    /// The GListModel.
    public var pointer: OpaquePointer { reference.pointer }

    private let reference: Reference<OpaquePointer>
    private let identity: ((Element) -> ObjectIdentifier)?
    private let living = LivingObjects()

    /// `identity` names an object that lives as long as copies of an element do; no two rows have the same.
    public init(_ elements: [Element] = [], identity: ((Element) -> ObjectIdentifier)? = nil) {
        storage = elements
        self.identity = identity
        let instance = UnsafeMutableRawPointer(g_object_new_with_properties(listModelType, 0, nil, nil)!)
        reference = Reference(transferFull: OpaquePointer(instance))
        let rows = Rows(
            count: { [weak self] in self?.storage.count ?? 0 },
            object: { [weak self] position in
                guard let self, self.storage.indices.contains(position) else { return nil }
                return self.object(for: self.storage[position])
            })
        g_object_set_qdata_full(
            cast(instance), rowsKey, Unmanaged.passRetained(rows).toOpaque(),
            { Unmanaged<Rows>.fromOpaque($0!).release() })
    }

    /// Replaces `runs`, in ascending order, and tells GTK of all that is between the first and the last as
    /// one change. Quicker than replacing that range as a whole; see `Array.replace(_:)`.
    @inlinable
    public func replace(_ runs: ArraySlice<ReplacedRun<Element>>) {
        guard let first = runs.first, let last = runs.last else { return }
        let removed = last.old.upperBound - first.old.lowerBound
        let growth = runs.reduce(0) { $0 + $1.new.count - $1.old.count }
        storage.replace(runs)
        tell(at: first.old.lowerBound, removed: removed, added: removed + growth)
    }

    @usableFromInline
    func tell(at position: Int, removed: Int, added: Int) {
        g_list_model_items_changed(pointer, guint(position), guint(removed), guint(added))
    }

    /// Changes one element in place without telling GTK, for a change that its row shows by other means.
    public func replaceSilently(at position: Int, with element: Element) {
        if let identity, let object = living.rename(identity(storage[position]), to: identity(element)) {
            ValueObject.setValue(element, of: object)
        }
        storage[position] = element
    }

    /// "Transfer full".
    private func object(for element: Element) -> UnsafeMutableRawPointer {
        guard let identity = identity?(element) else { return ValueObject.make(element) }
        if let object = living[identity] { return g_object_ref(object)! }
        let object = ValueObject.make(element)
        living.add(object, as: identity)
        return object
    }
}

private final class Rows {
    let count: @MainActor () -> Int
    let object: @MainActor (Int) -> UnsafeMutableRawPointer?

    init(
        count: @escaping @MainActor () -> Int, object: @escaping @MainActor (Int) -> UnsafeMutableRawPointer?
    ) {
        self.count = count
        self.object = object
    }

    static func of(_ model: OpaquePointer?) -> Rows {
        Unmanaged<Rows>.fromOpaque(g_object_get_qdata(cast(model!), rowsKey)!).takeUnretainedValue()
    }
}

private let rowsKey = g_quark_from_string("pickture-rows")

private let listModelType: GType = {
    let type = registerType("PicktureListModel", parent: g_object_get_type())
    var interface = GInterfaceInfo(
        interface_init: { interface, _ in
            let methods = interface!.assumingMemoryBound(to: GListModelInterface.self)
            methods.pointee.get_item_type = { _ in ValueObject.type }
            methods.pointee.get_n_items = { model in
                let count = Rows.of(model).count
                return MainActor.assumeIsolated { guint(count()) }
            }
            methods.pointee.get_item = { model, position in
                let object = Rows.of(model).object
                // Handed straight on to C as "transfer full".
                nonisolated(unsafe) var item: UnsafeMutableRawPointer?
                MainActor.assumeIsolated { item = object(Int(position)) }
                return item
            }
        }, interface_finalize: nil, interface_data: nil)
    g_type_add_interface_static(type, g_list_model_get_type(), &interface)
    return type
}()

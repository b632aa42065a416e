import CGtk
import GLibBridge

/// A tile of a ``GridView``: the Swift side of one cell that GTK recycles.
public protocol GridCell: AnyObject {
    associatedtype Element
    /// What the cell shows; made once.
    var content: any Widget { get }
    /// The cell now stands for `element`; `place` is what assistive tools and the focus see.
    func bind(_ element: Element, in place: CellPlace)
    /// The cell stands for nothing until it is bound again.
    func unbind()
}

/// The cell as GTK has it: the focusable widget around a tile's content.
public struct CellPlace: Widget {
    public let handle: WidgetHandle
}

/// A scrolling grid over a list of Swift values (GtkGridView).
///
/// All tiles are alike in size. The grid is one stop of the Tab key; arrow keys move the focus inside.
public final class GridView<Cell: GridCell>: Widget {
    public let handle: WidgetHandle

    private let selection: SelectionModel
    /// The Swift side of each GtkListItem, and whether it is bound.
    private var cells: [UnsafeMutableRawPointer: (cell: Cell, isBound: Bool)] = [:]

    public init(
        _ model: ListModel<Cell.Element>, rules: SelectionRules, makeCell: @escaping @MainActor () -> Cell
    ) {
        selection = SelectionModel(list: model.pointer, rules: rules)
        let factory = gtk_signal_list_item_factory_new()!
        // Both arguments of the constructor are "transfer full"; the model needs a reference of its own.
        let view = gtk_grid_view_new(cast(g_object_ref(selection.pointer.raw)!), factory)!
        handle = WidgetHandle(transferNone: view)
        connect(factory, "setup") { [weak self] (item: OpaquePointer) in
            guard let self else { return }
            let cell = makeCell()
            gtk_list_item_set_child(item, cell.content.pointer)
            // Selectable it stays: GTK gives no focus to an item that is not.
            gtk_list_item_set_activatable(item, 0)
            cells[item.raw] = (cell, false)
        }
        connect(factory, "bind") { [weak self] (item: OpaquePointer) in
            guard let self, let cell = cells[item.raw]?.cell, let object = gtk_list_item_get_item(item)
            else { return }
            cells[item.raw]?.isBound = true
            guard let widget = gtk_widget_get_parent(cell.content.pointer) else { return }
            cell.bind(
                ValueObject.value(of: object, as: Cell.Element.self),
                in: CellPlace(handle: WidgetHandle(transferNone: widget)))
        }
        connect(factory, "unbind") { [weak self] (item: OpaquePointer) in
            self?.cells[item.raw]?.cell.unbind()
            self?.cells[item.raw]?.isBound = false
        }
        connect(factory, "teardown") { [weak self] (item: OpaquePointer) in self?.cells[item.raw] = nil }
        gtk_grid_view_set_min_columns(OpaquePointer(view), 1)
        passTabOn()
    }

    /// How many elements GTK sees of the model; nil for all. It makes hundreds of tiles of what there is, which a
    /// window that is not on the screen yet need not wait for.
    public var limit: Int? {
        get { selection.limit }
        set { selection.limit = newValue }
    }

    /// How many tiles stand side by side. GTK binds 32 rows' worth, so this is the real number, not a bound.
    public var columns: Int {
        get { Int(gtk_grid_view_get_max_columns(OpaquePointer(pointer))) }
        set {
            guard newValue != columns || newValue != gtk_grid_view_get_min_columns(OpaquePointer(pointer))
            else {
                return
            }
            gtk_grid_view_set_min_columns(OpaquePointer(pointer), 1)
            gtk_grid_view_set_max_columns(OpaquePointer(pointer), guint(newValue))
            gtk_grid_view_set_min_columns(OpaquePointer(pointer), guint(newValue))
        }
    }

    /// The tiles that stand for an element now, some of them out of sight, with their positions.
    public var boundCells: [(cell: Cell, position: Int)] {
        cells.compactMap { item, entry in
            guard entry.isBound else { return nil }
            let position = gtk_list_item_get_position(OpaquePointer(item))
            return position == GTK_INVALID_LIST_POSITION ? nil : (entry.cell, Int(position))
        }
    }

    /// The position of the tile that has the keyboard focus.
    public var focusedPosition: Int? {
        guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root) else {
            return nil
        }
        return boundCells.first { entry in
            gtk_widget_get_parent(entry.cell.content.pointer) == focus
        }?.position
    }

    /// Gives the keyboard focus to a tile; false if GTK has not made one for this position yet.
    @discardableResult
    public func focus(_ position: Int) -> Bool {
        guard let cell = boundCells.first(where: { $0.position == position })?.cell,
            let place = gtk_widget_get_parent(cell.content.pointer)
        else { return false }
        return gtk_widget_grab_focus(place) != 0
    }

    /// Scrolls until the row of `position` is in sight.
    public func scroll(to position: Int) {
        gtk_widget_activate_action_variant(
            pointer, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
    }

    /// Tells GTK, and so assistive tools, that the selection of these rows may have changed.
    public func selectionChanged(_ range: Range<Int>) { selection.selectionChanged(range) }
}

import CGtk
import GLibBridge

/// An area in a widget, in application pixels.
public nonisolated struct Rectangle: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// A widget that can have the focus and shows textures where its owner says; assistive tools see a
/// picture, which its owner names. It has no size of its own.
public struct Canvas: Widget {
    public let handle: WidgetHandle

    public init() {
        handle = WidgetHandle(transferNone: cast(g_object_new_with_properties(canvasType, 0, nil, nil)!))
        clipping()
        setFocusable(true)
    }

    /// `body` puts on the screen what the canvas shows, whenever GTK needs it anew.
    public func onDraw(_ body: @escaping @MainActor (CanvasDrawing) -> Void) {
        g_object_set_data_full(
            cast(pointer), drawKey, Unmanaged.passRetained(DrawBody(body)).toOpaque(),
            { Unmanaged<DrawBody>.fromOpaque($0!).release() })
    }

    /// Has the canvas drawn again before the next frame.
    public func redraw() { gtk_widget_queue_draw(pointer) }
}

/// One drawing of a ``Canvas``, valid only while it is made.
public struct CanvasDrawing {
    fileprivate let snapshot: OpaquePointer
    /// The canvas, in application pixels.
    public let width: Double
    public let height: Double

    /// Shows all of `texture`, stretched to `area`.
    public func draw(_ texture: Texture, in area: Rectangle) {
        var bounds = area.graphene
        gtk_snapshot_append_texture(snapshot, texture.reference.pointer, &bounds)
    }

    /// Fills `area` with a grey, 0 black to 1 white.
    public func fill(_ area: Rectangle, grey: Float) {
        var bounds = area.graphene
        var colour = GdkRGBA(red: grey, green: grey, blue: grey, alpha: 1)
        gtk_snapshot_append_color(snapshot, &colour, &bounds)
    }
}

extension Rectangle {
    fileprivate nonisolated var graphene: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }
}

private final class DrawBody {
    let draw: @MainActor (CanvasDrawing) -> Void
    init(_ draw: @escaping @MainActor (CanvasDrawing) -> Void) { self.draw = draw }
}

private nonisolated let drawKey = "pickture-draw"

/// The registered GType, `PicktureCanvas`.
private let canvasType = registerType("PicktureCanvas", parent: gtk_widget_get_type()) { classPointer, _ in
    let widgetClass = classPointer!.assumingMemoryBound(to: GtkWidgetClass.self)
    gtk_widget_class_set_css_name(widgetClass, "canvas")
    gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_IMG)
    widgetClass.pointee.snapshot = { widget, snapshot in
        guard let data = g_object_get_data(cast(widget!), drawKey) else { return }
        // Both stay inside this call, which GTK makes on the main actor's thread.
        nonisolated(unsafe) let (widget, snapshot) = (widget!, snapshot!)
        let body = Unmanaged<DrawBody>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated {
            body.draw(
                CanvasDrawing(
                    snapshot: snapshot, width: Double(gtk_widget_get_width(widget)),
                    height: Double(gtk_widget_get_height(widget))))
        }
    }
}

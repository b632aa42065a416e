import CGtk
import GLibBridge

/// A place for one texture, with ornaments over it that stand where their alignment says.
///
/// A single widget and CSS node, `pictureframe`, whose size only its owner changes: GtkOverlay with a GtkPicture does
/// the same, but asks for a new layout at each picture that comes, and a grid of many pays for that in each frame.
/// Assistive tools don't see it; what it shows is named by the widget around it.
public struct PictureFrame: Widget {
    public let handle: WidgetHandle

    public init() {
        handle = WidgetHandle(transferNone: cast(g_object_new_with_properties(frameType, 0, nil, nil)!))
        hideFromAssistiveTools()
    }

    /// Shows all of `texture`, stretched to the frame.
    public func show(_ texture: Texture?) {
        if let texture {
            g_object_set_qdata_full(
                cast(pointer), textureKey, g_object_ref(texture.reference.pointer.raw), { g_object_unref($0) }
            )
        } else {
            guard g_object_get_qdata(cast(pointer), textureKey) != nil else { return }
            g_object_set_qdata(cast(pointer), textureKey, nil)
        }
        gtk_widget_queue_draw(pointer)
    }

    /// Adds an ornament above all others.
    public func add(_ ornament: any Widget) { gtk_widget_insert_before(ornament.pointer, pointer, nil) }

    public func remove(_ ornament: any Widget) { gtk_widget_unparent(ornament.pointer) }
}

private nonisolated let textureKey = g_quark_from_static_string("pickture-texture")

/// The registered GType, `PicktureFrame`. GTK calls the methods on its own thread.
private let frameType = registerType("PicktureFrame", parent: gtk_widget_get_type()) { classPointer, _ in
    let widgetClass = classPointer!.assumingMemoryBound(to: GtkWidgetClass.self)
    gtk_widget_class_set_css_name(widgetClass, "pictureframe")
    widgetClass.pointee.snapshot = { frame, snapshot in
        if let texture = g_object_get_qdata(cast(frame!), textureKey) {
            var bounds = graphene_rect_t(
                origin: graphene_point_t(x: 0, y: 0),
                size: graphene_size_t(
                    width: Float(gtk_widget_get_width(frame)), height: Float(gtk_widget_get_height(frame))
                ))
            gtk_snapshot_append_texture(snapshot, OpaquePointer(texture), &bounds)
        }
        eachChild(of: frame!) { gtk_widget_snapshot_child(frame, $0, snapshot) }
    }
    widgetClass.pointee.size_allocate = { frame, width, height, _ in
        eachChild(of: frame!) { child in
            guard gtk_widget_should_layout(child) != 0 else { return }
            var size = GtkRequisition()
            gtk_widget_get_preferred_size(child, &size, nil)
            // An ornament that needs more than there is stands out at the end.
            var place = GtkAllocation(
                x: 0, y: 0, width: max(width, size.width), height: max(height, size.height))
            gtk_widget_size_allocate(child, &place, -1)
        }
    }
    classPointer!.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = { object in
        let frame: UnsafeMutablePointer<GtkWidget> = cast(object!)
        while let child = gtk_widget_get_first_child(frame) { gtk_widget_unparent(child) }
        // Nothing derives from this type, so the parent's class is GtkWidget's own.
        let parent = g_type_class_peek(gtk_widget_get_type())!
        parent.assumingMemoryBound(to: GObjectClass.self).pointee.dispose(object)
    }
}

private nonisolated func eachChild(
    of frame: UnsafeMutablePointer<GtkWidget>, _ body: (UnsafeMutablePointer<GtkWidget>) -> Void
) {
    var child = gtk_widget_get_first_child(frame)
    while let current = child {
        body(current)
        child = gtk_widget_get_next_sibling(current)
    }
}

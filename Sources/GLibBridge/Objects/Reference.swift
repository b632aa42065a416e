import CGlib

/// One strong reference to a GObject; its two initializers are named after the annotations of the C
/// documentation.
///
/// Widgets must be finalized on the GTK thread, so the reference is given up there, whichever thread
/// lets go of this object.
@MainActor
public final class Reference<Pointer: ObjectPointer> {
    /// Valid for as long as this reference lives.
    public let pointer: Pointer

    /// Takes over a result that is "transfer full".
    public init(transferFull pointer: Pointer) {
        self.pointer = pointer
    }

    /// Adds a reference to a result that is "transfer none", and sinks a floating one.
    public init(transferNone pointer: Pointer) {
        g_object_ref_sink(pointer.raw)
        self.pointer = pointer
    }

    isolated deinit { g_object_unref(pointer.raw) }
}

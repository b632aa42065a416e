import CGlib

/// A GObject that carries one Swift value through GTK's list widgets.
///
/// The instance is a GObject followed by one slot for a retained box; `finalize` releases it. GLib
/// zeroes a new instance, so the slot is nil until ``make(_:)`` fills it.
public enum ValueObject {
    /// The registered GType, `PicktureValue`.
    public static let type = registerType(
        "PicktureValue", parent: g_object_get_type(), extraBytes: MemoryLayout<UnsafeMutableRawPointer?>.size
    ) { classPointer, _ in
        classPointer!.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = { object in
            if let box = slot(of: object!).pointee { Unmanaged<AnyObject>.fromOpaque(box).release() }
            // Nothing derives from this type, so the parent's class is GObject's own.
            let parent = g_type_class_peek(g_object_get_type())!
            parent.assumingMemoryBound(to: GObjectClass.self).pointee.finalize(object)
        }
    }

    /// A new object around `value`, owned by the caller ("transfer full").
    public static func make<Value>(_ value: Value) -> UnsafeMutableRawPointer {
        let object = g_object_new_with_properties(type, 0, nil, nil)!
        setValue(value, of: UnsafeMutableRawPointer(object))
        return UnsafeMutableRawPointer(object)
    }

    /// Lets an object that ``make(_:)`` made carry another value.
    static func setValue<Value>(_ value: Value, of object: UnsafeMutableRawPointer) {
        let slot = slot(of: object.assumingMemoryBound(to: GObject.self))
        if let old = slot.pointee { Unmanaged<AnyObject>.fromOpaque(old).release() }
        slot.pointee = Unmanaged.passRetained(ValueBox(value) as AnyObject).toOpaque()
    }

    /// The value inside an object that ``make(_:)`` made; any other object stops the program.
    public static func value<Value>(of object: some ObjectPointer, as _: Value.Type = Value.self) -> Value {
        precondition(cglib_type_of_instance(object.raw) == type, "not a value object")
        let held = slot(of: object.raw.assumingMemoryBound(to: GObject.self)).pointee
        let box = Unmanaged<AnyObject>.fromOpaque(held!).takeUnretainedValue()
        guard let box = box as? ValueBox<Value> else {
            preconditionFailure("the value object holds no \(Value.self)")
        }
        return box.value
    }

    private final class ValueBox<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private static let slotOffset = MemoryLayout<GObject>.stride

    private static func slot(
        of object: UnsafeMutablePointer<GObject>
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        (UnsafeMutableRawPointer(object) + slotOffset).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}

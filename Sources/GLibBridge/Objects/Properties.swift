import CGlib

/// Sets a property of an object; GLib complains on standard error about one that it does not have.
public func setProperty(_ object: some ObjectPointer, _ name: String, _ value: some SignalValue) {
    withGValue(value) { g_object_set_property(cast(object.raw), name, $0) }
}

/// Reads a property of an object, whose type must be one that `Value` stands for.
public func property<Value: SignalValue>(
    _ object: some ObjectPointer, _ name: String, as _: Value.Type = Value.self
) -> Value {
    var value = GValue()
    g_value_init(&value, Value.fundamentals[0])
    defer { g_value_unset(&value) }
    g_object_get_property(cast(object.raw), name, &value)
    return Value.read(&value)
}

/// Lends `value` as a GValue of the first type that it stands for.
public func withGValue<Value: SignalValue, Result>(
    _ value: Value, _ body: (UnsafeMutablePointer<GValue>) -> Result
) -> Result {
    var holder = GValue()
    g_value_init(&holder, Value.fundamentals[0])
    defer { g_value_unset(&holder) }
    value.write(to: &holder)
    return body(&holder)
}

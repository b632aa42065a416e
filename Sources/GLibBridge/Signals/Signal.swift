import CGlib

/// A connected handler, for ``disconnect(_:_:)``; never 0.
public typealias SignalID = gulong

/// Runs `handler` on the main actor at every emission of `signal` by `object`.
///
/// The handler's arguments are those of the signal, without the emitting object; leave off all of
/// them, or take each (``Ignored`` for one of no interest). Their number and types are compared with
/// what the signal declares when connecting, so that a wrong handler stops at its own line. GLib owns
/// the closure: what it captured is freed on disconnection or with the object.
@MainActor @discardableResult
public func connect<each Argument: SignalValue>(
    _ object: some ObjectPointer, _ signal: String, after: Bool = false,
    _ handler: @escaping @MainActor (repeat each Argument) -> Void
) -> SignalID {
    var types: [[GType]] = []
    repeat types.append((each Argument).fundamentals)
    requireShape(of: signal, on: object.raw, arguments: types, result: nil)
    return attach(object.raw, signal, after) { values, _ in
        var position = 0
        func next<Value: SignalValue>(_: Value.Type) -> Value {
            position += 1
            return Value.read(values + position)
        }
        handler(repeat next((each Argument).self))
    }
}

/// The same for a signal whose handlers return a value.
@MainActor @discardableResult
public func connect<each Argument: SignalValue, Result: SignalValue>(
    _ object: some ObjectPointer, _ signal: String, after: Bool = false,
    returning handler: @escaping @MainActor (repeat each Argument) -> Result
) -> SignalID {
    var types: [[GType]] = []
    repeat types.append((each Argument).fundamentals)
    requireShape(of: signal, on: object.raw, arguments: types, result: Result.fundamentals)
    return attach(object.raw, signal, after) { values, result in
        var position = 0
        func next<Value: SignalValue>(_: Value.Type) -> Value {
            position += 1
            return Value.read(values + position)
        }
        let outcome = handler(repeat next((each Argument).self))
        if let result { outcome.write(to: result) }
    }
}

/// Ends a connection and frees what its handler captured.
@MainActor
public func disconnect(_ object: some ObjectPointer, _ id: SignalID) {
    g_signal_handler_disconnect(object.raw, id)
}

private typealias Invocation = @MainActor (UnsafePointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

private final class HandlerBox {
    let invoke: Invocation
    init(_ invoke: @escaping Invocation) { self.invoke = invoke }
}

private func attach(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ after: Bool, _ invoke: @escaping Invocation
) -> SignalID {
    let box = Unmanaged.passRetained(HandlerBox(invoke)).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)!
    g_closure_add_finalize_notifier(closure, box) { data, _ in
        Unmanaged<HandlerBox>.fromOpaque(data!).release()
    }
    g_closure_set_marshal(closure) { closure, result, _, values, _, _ in
        // Both pointers stay inside this emission, which happens on the main actor's thread.
        nonisolated(unsafe) let (values, result) = (values!, result)
        let invoke = Unmanaged<HandlerBox>.fromOpaque(closure!.pointee.data).takeUnretainedValue().invoke
        MainActor.assumeIsolated { invoke(values, result) }
    }
    return g_signal_connect_closure(object, signal, closure, after ? 1 : 0)
}

private func requireShape(
    of signal: String, on object: UnsafeMutableRawPointer, arguments: [[GType]], result: [GType]?
) {
    let type = cglib_type_of_instance(object)
    let owner = String(cString: g_type_name(type))
    var id: guint = 0
    var detail: GQuark = 0
    guard g_signal_parse_name(signal, type, &id, &detail, 1) != 0 else {
        preconditionFailure("\(owner) has no signal \(signal)")
    }
    var query = GSignalQuery()
    g_signal_query(id, &query)
    precondition(
        arguments.isEmpty || arguments.count == Int(query.n_params),
        "\(owner)::\(signal) passes \(query.n_params) arguments, the handler takes \(arguments.count)")
    for (position, accepted) in arguments.enumerated() where !accepted.isEmpty {
        let declared = declaredType(query.param_types[position])
        precondition(
            accepted.contains(declared),
            "\(owner)::\(signal): argument \(position) is a \(String(cString: g_type_name(declared)))")
    }
    if let result {
        let declared = declaredType(query.return_type)
        precondition(
            result.contains(declared),
            "\(owner)::\(signal) wants a \(String(cString: g_type_name(declared))) back")
    }
}

/// The lowest bit of a declared type is G_SIGNAL_TYPE_STATIC_SCOPE, a flag.
private func declaredType(_ type: GType) -> GType { g_type_fundamental(type & ~1) }

import CGlib

/// A Swift type that can stand for an argument or the result of a signal.
public protocol SignalValue {
    /// The fundamental GTypes that this type can read and write.
    static var fundamentals: [GType] { get }
    static func read(_ value: UnsafePointer<GValue>) -> Self
    func write(to value: UnsafeMutablePointer<GValue>)
}

/// The numbers that GLib gives its fundamental types (`G_TYPE_MAKE_FUNDAMENTAL` is a macro).
enum Fundamental {
    static let interface: GType = 2 << 2
    static let boolean: GType = 5 << 2
    static let int: GType = 6 << 2
    static let uint: GType = 7 << 2
    static let `enum`: GType = 12 << 2
    static let flags: GType = 13 << 2
    static let double: GType = 15 << 2
    static let string: GType = 16 << 2
    static let pointer: GType = 17 << 2
    static let boxed: GType = 18 << 2
    static let parameter: GType = 19 << 2
    static let object: GType = 20 << 2
    static let variant: GType = 21 << 2
}

extension Bool: SignalValue {
    public static var fundamentals: [GType] { [Fundamental.boolean] }
    public static func read(_ value: UnsafePointer<GValue>) -> Bool { g_value_get_boolean(value) != 0 }
    public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_boolean(value, self ? 1 : 0) }
}

extension Int32: SignalValue {
    /// `gint`, and enumerations such as GtkResponseType.
    public static var fundamentals: [GType] { [Fundamental.int, Fundamental.enum] }
    public static func read(_ value: UnsafePointer<GValue>) -> Int32 {
        g_type_fundamental(value.pointee.g_type) == Fundamental.int
            ? g_value_get_int(value) : g_value_get_enum(value)
    }
    public func write(to value: UnsafeMutablePointer<GValue>) {
        if g_type_fundamental(value.pointee.g_type) == Fundamental.int {
            g_value_set_int(value, self)
        } else {
            g_value_set_enum(value, self)
        }
    }
}

extension UInt32: SignalValue {
    /// `guint`, and flags such as GdkModifierType.
    public static var fundamentals: [GType] { [Fundamental.uint, Fundamental.flags] }
    public static func read(_ value: UnsafePointer<GValue>) -> UInt32 {
        g_type_fundamental(value.pointee.g_type) == Fundamental.uint
            ? g_value_get_uint(value) : g_value_get_flags(value)
    }
    public func write(to value: UnsafeMutablePointer<GValue>) {
        if g_type_fundamental(value.pointee.g_type) == Fundamental.uint {
            g_value_set_uint(value, self)
        } else {
            g_value_set_flags(value, self)
        }
    }
}

extension Double: SignalValue {
    public static var fundamentals: [GType] { [Fundamental.double] }
    public static func read(_ value: UnsafePointer<GValue>) -> Double { g_value_get_double(value) }
    public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_double(value, self) }
}

/// A copied C string; nil where C passes NULL.
extension Optional: SignalValue where Wrapped == String {
    public static var fundamentals: [GType] { [Fundamental.string] }
    public static func read(_ value: UnsafePointer<GValue>) -> String? {
        g_value_get_string(value).map { String(cString: $0) }
    }
    public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_string(value, self) }
}

extension OpaquePointer: SignalValue {
    /// Objects, interfaces, boxed values, variants and GParamSpec; valid during the emission.
    public static var fundamentals: [GType] {
        [
            Fundamental.object, Fundamental.interface, Fundamental.boxed, Fundamental.parameter,
            Fundamental.variant, Fundamental.pointer,
        ]
    }
    public static func read(_ value: UnsafePointer<GValue>) -> OpaquePointer {
        // A signal that passes NULL here is not one that a handler without an optional may take.
        OpaquePointer(g_value_peek_pointer(value)!)
    }
    public func write(to value: UnsafeMutablePointer<GValue>) {
        g_value_set_object(value, UnsafeMutableRawPointer(self))
    }
}

/// An argument that the handler does not look at, of any type, NULL included.
public struct Ignored: SignalValue {
    public static var fundamentals: [GType] { [] }
    public static func read(_: UnsafePointer<GValue>) -> Ignored { Ignored() }
    public func write(to _: UnsafeMutablePointer<GValue>) {}
}

/// An object argument that may be NULL; or a result that is "transfer full", NULL included.
public struct MaybeObject: SignalValue {
    /// Valid during the emission.
    public let pointer: OpaquePointer?

    /// A result whose reference goes to the emitter.
    public init(transferFull pointer: OpaquePointer?) { self.pointer = pointer }

    public static var fundamentals: [GType] { OpaquePointer.fundamentals }
    public static func read(_ value: UnsafePointer<GValue>) -> MaybeObject {
        MaybeObject(transferFull: g_value_peek_pointer(value).map { OpaquePointer($0) })
    }
    public func write(to value: UnsafeMutablePointer<GValue>) {
        g_value_take_object(value, pointer.map { UnsafeMutableRawPointer($0) })
    }
}

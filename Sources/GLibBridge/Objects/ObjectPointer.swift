import CGlib

/// The address of a C instance, in whichever form Clang gave it: typed where the library publishes the
/// struct, opaque where it hides it.
public protocol ObjectPointer {
    init(raw: UnsafeMutableRawPointer)
    var raw: UnsafeMutableRawPointer { get }
}

extension UnsafeMutablePointer: ObjectPointer {
    public init(raw: UnsafeMutableRawPointer) { self = raw.assumingMemoryBound(to: Pointee.self) }
    public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: ObjectPointer {
    public init(raw: UnsafeMutableRawPointer) { self.init(raw) }
    public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutableRawPointer: ObjectPointer {
    public init(raw: UnsafeMutableRawPointer) { self = raw }
    public var raw: UnsafeMutableRawPointer { self }
}

/// C's cast macros (`GTK_BOX(widget)`): the type that the callee expects is the target.
@inlinable
public func cast<Target: ObjectPointer>(_ pointer: some ObjectPointer) -> Target {
    Target(raw: pointer.raw)
}

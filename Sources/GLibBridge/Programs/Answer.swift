/// Who waits for one of GIO's callbacks, on its way through the callback's data pointer.
public final class Answer<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, Never>

    public init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = continuation }

    /// For the data pointer; each is to be taken once.
    public func give() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    public static func take(_ data: UnsafeMutableRawPointer?) -> Answer {
        guard let data else { preconditionFailure("a callback without its data") }
        return Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
    }

    public func resume(returning value: Value) { continuation.resume(returning: value) }
}

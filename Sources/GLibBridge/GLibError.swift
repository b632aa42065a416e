import CGlib

/// A GError as a Swift error; the C struct is freed on the way.
public struct GLibError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error domain's name, such as `g-io-error-quark`.
    public let domain: String
    public let code: Int32
    /// The library's sentence in the user's language.
    public let message: String

    public init(domain: String, code: Int32, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    /// Takes over and frees `error`; libraries that fail without one give `fallback`.
    public init(taking error: UnsafeMutablePointer<GError>?, fallback: String = "unknown error") {
        guard let error else {
            self.init(domain: "", code: 0, message: fallback)
            return
        }
        self.init(
            domain: g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? "",
            code: error.pointee.code, message: String(cString: error.pointee.message))
        g_error_free(error)
    }

    public var description: String { message }
}

/// Calls a C function that reports failure through a trailing `GError **`.
///
/// - Throws: what the function stored, or `fallback` where it returned nothing and stored nothing.
public func withGError<Result>(
    fallback: String = "unknown error",
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result?
) throws(GLibError) -> Result {
    var error: UnsafeMutablePointer<GError>?
    let result = body(&error)
    if error != nil { throw GLibError(taking: error) }
    guard let result else { throw GLibError(taking: nil, fallback: fallback) }
    return result
}

import Glibc

/// The variables that the process was started with.
public enum Environment {
    /// The bytes of a variable as text; nil where it is not set.
    public static subscript(name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

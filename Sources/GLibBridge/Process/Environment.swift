import Glibc

/// The variables that the process was started with, and what was started.
public enum Environment {
    /// The bytes of a variable as text; nil where it is not set.
    public static subscript(name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The path in a variable; nil where it is not set or empty.
    public static func path(_ name: String) -> FilePath? {
        getenv(name).map { FilePath(cString: $0) }.flatMap { $0.bytes.isEmpty ? nil : $0 }
    }

    /// The program that runs, links resolved.
    public static var program: FilePath? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return FilePath(cString: path)
    }
}

extension FilePath {
    /// Whether this process may start the program; blocking.
    public var isExecutable: Bool { withCString { access($0, X_OK) } == 0 }
}

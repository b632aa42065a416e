import CGlib

/// An installed program (GAppInfo).
// GIO's desktop entries do not change after they were read, and GObject counts references atomically.
public final class InstalledProgram: @unchecked Sendable {
    public let pointer: OpaquePointer

    private init(transferFull pointer: OpaquePointer) { self.pointer = pointer }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// The one that the user opens this type with; nil if there is none. Blocking.
    public static func standard(for contentType: String) -> InstalledProgram? {
        g_app_info_get_default_for_type(contentType, 0).map { InstalledProgram(transferFull: $0) }
    }

    /// For people.
    public var name: String { String(cString: g_app_info_get_display_name(pointer)) }

    /// Which program opens which files, in the order of the files; `others` are those that none opens.
    /// Blocking.
    public static func sort(
        _ files: [(path: FilePath, contentType: String)]
    ) -> (programs: [(InstalledProgram, [FilePath])], others: [(path: FilePath, contentType: String)]) {
        var programs: [(program: InstalledProgram, files: [FilePath])] = []
        var known: [String: InstalledProgram?] = [:]
        var others: [(path: FilePath, contentType: String)] = []
        for file in files {
            let program = known[file.contentType] ?? standard(for: file.contentType)
            known[file.contentType] = .some(program)
            guard let program else {
                others.append(file)
                continue
            }
            let same = programs.firstIndex { g_app_info_equal($0.program.pointer, program.pointer) != 0 }
            if let same {
                programs[same].files.append(file.path)
            } else {
                programs.append((program, [file.path]))
            }
        }
        return (programs, others)
    }
}

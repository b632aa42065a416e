import CGtk
import GLibBridge

/// The program as the desktop knows it (GtkApplication).
public struct Application {
    let reference: Reference<UnsafeMutablePointer<GtkApplication>>

    /// - Parameter unique: whether a second start hands its arguments to the first; the other kind needs
    ///   no session bus.
    public init(id: String, unique: Bool) {
        let flags = unique ? G_APPLICATION_HANDLES_COMMAND_LINE : G_APPLICATION_NON_UNIQUE
        reference = Reference(transferFull: gtk_application_new(id, flags)!)
    }

    public func onActivate(_ body: @escaping @MainActor () -> Void) {
        connect(reference.pointer, "activate", body)
    }

    public func onStartup(_ body: @escaping @MainActor () -> Void) {
        connect(reference.pointer, "startup", body)
    }

    /// The arguments of this start or of a later one, with the folder it was made in; `body` returns the
    /// exit status of that start.
    public func onCommandLine(
        _ body: @escaping @MainActor (_ arguments: [[UInt8]], _ folder: FilePath) -> Int32
    ) {
        connect(
            reference.pointer, "command-line",
            returning: { (line: OpaquePointer) -> Int32 in
                let line: UnsafeMutablePointer<GApplicationCommandLine> = cast(line)
                var count: gint = 0
                guard let list = g_application_command_line_get_arguments(line, &count) else { return 1 }
                defer { g_strfreev(list) }
                let arguments = (0..<Int(count)).compactMap { list[$0].map { FilePath(cString: $0).bytes } }
                let folder = g_application_command_line_get_cwd(line).map { FilePath(cString: $0) }
                return body(arguments, folder ?? UserFolders.working)
            })
    }

    /// Runs until the last window has gone; returns the exit status.
    ///
    /// - Precondition: called on the main thread from a synchronous `main`, outside any main-actor job.
    public func run(_ arguments: [[UInt8]] = []) -> Int32 {
        MainLoop.attach()
        var copies: [UnsafeMutablePointer<CChar>?] = arguments.map { bytes in
            bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
                g_strndup($0.baseAddress, gsize($0.count))
            }
        }
        defer { copies.forEach { g_free($0) } }
        copies.append(nil)
        return copies.withUnsafeMutableBufferPointer {
            g_application_run(cast(reference.pointer), gint(arguments.count), $0.baseAddress)
        }
    }

    public func quit() { g_application_quit(cast(reference.pointer)) }
    /// Keeps the program running without a window until ``release()``.
    public func hold() { g_application_hold(cast(reference.pointer)) }
    public func release() { g_application_release(cast(reference.pointer)) }
}

import CGtk
import GLibBridge

/// The program as the desktop knows it (GtkApplication): one instance in a session. A second start
/// hands its arguments, byte for byte, to the first and ends; without a session bus each start is one of
/// its own.
public struct Application {
    let reference: Reference<UnsafeMutablePointer<GtkApplication>>

    /// - Parameters:
    ///   - id: the application id, which is also its name on the bus.
    ///   - isService: started by the bus, so without a window until it is asked for one.
    public init(id: String, isService: Bool = false) {
        let flags =
            G_APPLICATION_HANDLES_COMMAND_LINE.rawValue | G_APPLICATION_HANDLES_OPEN.rawValue
            | (isService ? G_APPLICATION_IS_SERVICE.rawValue : 0)
        let instance = g_object_new_with_properties(applicationType, 0, nil, nil)!
        g_application_set_application_id(cast(instance), id)
        g_application_set_flags(cast(instance), GApplicationFlags(flags))
        reference = Reference(transferFull: cast(instance))
    }

    /// Takes its place in the session; a bus that refuses the name is as good as none.
    public func register() {
        if g_application_register(application, nil, nil) == 0 {
            g_application_set_flags(application, G_APPLICATION_NON_UNIQUE)
            g_application_register(application, nil, nil)
        }
        // GTK 4.8 names what assistive tools see after the default application's place on the session bus, and
        // complains where that one has none, though the tools have a bus of their own.
        if g_application_get_dbus_object_path(application) == nil { g_application_set_default(nil) }
    }

    /// Whether another instance runs, to which ``run(_:)`` will hand over. Known after ``register()``.
    public var isSecond: Bool { g_application_get_is_remote(application) != 0 }

    public func onActivate(_ body: @escaping @MainActor () -> Void) {
        connect(reference.pointer, "activate", body)
    }

    /// Files that another program asks this one to open, over the bus.
    public func onOpen(_ body: @escaping @MainActor ([FilePath]) -> Void) {
        connect(reference.pointer, "open") { (list: OpaquePointer, count: Int32, _: Ignored) in
            let files = UnsafePointer<OpaquePointer>(list)
            body(
                (0..<Int(count)).compactMap { index in
                    guard let path = g_file_get_path(files[index]) else { return nil }
                    defer { g_free(path) }
                    return FilePath(cString: path)
                })
        }
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

    /// Runs until the last window has gone, or hands over; returns the exit status.
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
            g_application_run(application, gint(arguments.count), $0.baseAddress)
        }
    }

    /// Keeps the program running without a window until ``release()``.
    public func hold() { g_application_hold(application) }
    public func release() { g_application_release(application) }

    private var application: UnsafeMutablePointer<GApplication> { cast(reference.pointer) }
}

/// A GtkApplication that leaves the arguments alone: GApplication's own parser would take out `--` and
/// stop at its own options.
private let applicationType = registerType("PicktureApplication", parent: gtk_application_get_type()) {
    classPointer, _ in
    let methods = classPointer!.assumingMemoryBound(to: GApplicationClass.self)
    methods.pointee.local_command_line = { application, _, status in
        guard
            g_application_get_flags(application).rawValue & G_APPLICATION_IS_SERVICE.rawValue != 0
        else { return 0 }
        status?.pointee = g_application_register(application, nil, nil) != 0 ? 0 : 1
        return 1
    }
}

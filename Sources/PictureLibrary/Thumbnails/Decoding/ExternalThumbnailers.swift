import CGlib
import Glibc
import GLibBridge

/// The programs that other packages install to make thumbnails: `thumbnailers/*.thumbnailer` in the data
/// folders. Those that only call gdk-pixbuf are left out.
struct ExternalThumbnailers: Sendable {
    private let byType: [String: ExternalThumbnailer]

    /// Those of this system, looked for once.
    static let installed = ExternalThumbnailers(folders: dataFolders)

    /// An earlier folder's entry for a type hides a later one's.
    init(folders: [FilePath]) {
        var byType: [String: ExternalThumbnailer] = [:]
        for folder in folders {
            for name in Self.names(in: folder) {
                guard let (thumbnailer, types) = Self.read(folder.appending(name)) else { continue }
                for type in types where byType[type] == nil { byType[type] = thumbnailer }
            }
        }
        self.byType = byType
    }

    /// The program for a content type, aliases of the type included.
    func thumbnailer(for type: String) -> ExternalThumbnailer? {
        byType[type] ?? byType.first { ContentType.isA(type, $0.key) && ContentType.isA($0.key, type) }?.value
    }

    private static var dataFolders: [FilePath] {
        var folders = [UserFolders.data]
        if let system = g_get_system_data_dirs() {
            var at = 0
            while let folder = system[at] {
                folders.append(FilePath(cString: folder))
                at += 1
            }
        }
        return folders.map { $0.appending("thumbnailers") }
    }

    private static func names(in folder: FilePath) -> [String] {
        guard let entries = folder.withCString({ g_dir_open($0, 0, nil) }) else { return [] }
        defer { g_dir_close(entries) }
        var names: [String] = []
        while let name = g_dir_read_name(entries) { names.append(String(cString: name)) }
        return names.filter { $0.hasSuffix(".thumbnailer") }.sorted()
    }

    private static func read(_ path: FilePath) -> (ExternalThumbnailer, types: [String])? {
        let file = g_key_file_new()
        defer { g_key_file_unref(file) }
        guard path.withCString({ g_key_file_load_from_file(file, $0, G_KEY_FILE_NONE, nil) }) != 0 else {
            return nil
        }
        func value(_ key: String) -> String? {
            guard let text = g_key_file_get_string(file, "Thumbnailer Entry", key, nil) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }
        guard let command = value("Exec"), !command.contains("gdk-pixbuf-thumbnailer") else { return nil }
        let program = value("TryExec") ?? String(command.prefix { $0 != " " })
        guard let found = g_find_program_in_path(program) else { return nil }
        g_free(found)
        return (
            ExternalThumbnailer(command: command),
            (value("MimeType") ?? "").split(separator: ";").map(String.init)
        )
    }
}

/// One such program.
struct ExternalThumbnailer: Sendable {
    /// The `Exec` line, with `%i` or `%u` for the file, `%o` for the result and `%s` for its side.
    let command: String
    /// Seconds after which the program is ended.
    var patience = 15.0

    /// Runs the program and waits for the file that it makes, which has no name any more: a picture, upright,
    /// that fits into about `largest` pixels squared.
    func run(_ path: FilePath, largest: Int, cancellation: Cancellation) throws(DecodeError) -> FileReader {
        let made = HalfWrittenFiles.create {
            var name = (UserFolders.temporary.appending("pickture-XXXXXX.png").bytes + [0])
                .map { CChar(bitPattern: $0) }
            let descriptor = mkstemps(&name, 4)
            guard descriptor >= 0 else { return nil }
            close(descriptor)
            return name.withUnsafeBufferPointer { FilePath(cString: $0.baseAddress!) }  // Never empty.
        }
        guard let result = made else { throw .failed(String(cString: g_strerror(errno))) }
        defer {
            _ = result.withCString { unlink($0) }
            HalfWrittenFiles.finish(result)
        }
        // Twice the side, so that the picture's shorter side fills it in most shapes.
        let side = min(1024, max(128, largest * 2))
        let status = try spawn(arguments(path, result, side), cancellation)
        guard status == 0, let file = try? FileReader(result), file.size > 0 else { throw .damaged("") }
        return file
    }

    private func arguments(_ path: FilePath, _ result: FilePath, _ side: Int) -> [[UInt8]] {
        command.split(separator: " ").map { word in
            switch word {
            case "%i": path.bytes
            case "%u": Array(path.uri.utf8)
            case "%o": result.bytes
            case "%s": Array(String(side).utf8)
            default: Array(word.utf8)
            }
        }
    }

    /// Runs the program without input and output in a process group of its own; its exit status.
    private func spawn(
        _ arguments: [[UInt8]], _ cancellation: Cancellation
    ) throws(DecodeError) -> Int32 {
        let process: ChildProcess
        do { process = try ChildProcess(arguments) } catch { throw .failed(error.message) }
        let deadline = Int64(g_get_monotonic_time()) + Int64(patience * 1_000_000)
        while true {
            if let status = process.wait(milliseconds: 50) { return status }
            if cancellation.isCancelled {
                process.kill()
                throw .cancelled
            }
            if Int64(g_get_monotonic_time()) > deadline {
                process.kill()
                throw .damaged(tr("its thumbnailer took too long"))
            }
        }
    }
}

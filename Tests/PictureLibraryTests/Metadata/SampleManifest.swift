import GLibBridge
import Glibc

/// The shared sample files with the right answer for each, where they are installed.
enum SampleManifest {
    struct Row: Sendable, CustomStringConvertible {
        let columns: [String: String]
        let file: FilePath

        subscript(_ column: String) -> String { columns[column] ?? "" }
        var description: String { self["path"] }
    }

    /// `$PICKTURE_SAMPLES`, else beside the package.
    static let folder: FilePath = {
        if let named = getenv("PICKTURE_SAMPLES") { return FilePath(cString: named) }
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return FilePath("/\(package)/../shared/samples")
    }()

    static let rows: [Row] = {
        guard let reader = try? FileReader(folder.appending("MANIFEST.tsv")),
            let bytes = try? reader.read(at: 0, count: 1 << 20)
        else { return [] }
        let lines = bytes.split(separator: 0x0A).map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        guard let names = lines.first else { return [] }
        return lines.dropFirst().map { line in
            let columns = Dictionary(uniqueKeysWithValues: zip(names, line))
            return Row(columns: columns, file: folder.appending(columns["path"] ?? ""))
        }
    }()
}

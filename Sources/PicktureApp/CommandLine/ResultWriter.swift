import GLibBridge
import PictureLibrary

/// Writes results to standard output, all at once.
nonisolated enum ResultWriter {
    /// A path that the plain form can't carry.
    struct NewlineInName: Error, Equatable {
        let path: FilePath
    }

    /// The bytes of `assets` in their order.
    static func bytes(of assets: [Asset], as format: ResultFormat) throws(NewlineInName) -> [UInt8] {
        var output: [UInt8] = []
        for (index, asset) in assets.enumerated() {
            if index > 0, case .separator(let separator) = format.framing { output += separator }
            switch format.form {
            case .plain:
                if format.framing != .nul, asset.path.bytes.contains(UInt8(ascii: "\n")) {
                    throw NewlineInName(path: asset.path)
                }
                output += asset.path.bytes
            case .uri: output += asset.path.uri.utf8
            case .json: output += JSONLine.text(of: asset).utf8
            }
            switch format.framing {
            case .newline: output.append(UInt8(ascii: "\n"))
            case .nul: output.append(0)
            case .separator: if index == assets.count - 1 { output.append(UInt8(ascii: "\n")) }
            }
        }
        return output
    }

    /// Writes them; a failure is said on standard error.
    static func write(_ assets: [Asset], as format: ResultFormat) -> ExitStatus {
        do throws(NewlineInName) {
            return write(try bytes(of: assets, as: format))
        } catch {
            Message.say(
                tr(
                    "There is a newline in the name “{name}”: use -0, --format uri or --format json",
                    ["name": error.path.displayPath]))
            return .unfinished
        }
    }

    static func write(_ bytes: [UInt8]) -> ExitStatus {
        do throws(FileError) {
            try StandardStreams.writeOutput(bytes)
            return .success
        } catch {
            Message.say(tr("Standard output can't be written: {reason}", ["reason": error.reason]))
            return .unfinished
        }
    }
}

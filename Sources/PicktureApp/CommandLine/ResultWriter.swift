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
        let terminator: [UInt8] =
            switch format.framing {
            case .newline: [UInt8(ascii: "\n")]
            case .nul: [0]
            case .separator(let separator): separator
            }
        let parts = Parallel.mapSlices(of: assets) { slice in
            Result { () throws(NewlineInName) in try bytes(of: slice, as: format, endingIn: terminator) }
        }
        var output: [UInt8] = []
        for part in parts { output += try part.get() }
        // Separators stand between the items, and a newline behind all.
        if case .separator = format.framing, !assets.isEmpty {
            output.removeLast(terminator.count)
            output.append(UInt8(ascii: "\n"))
        }
        return output
    }

    private static func bytes(
        of assets: ArraySlice<Asset>, as format: ResultFormat, endingIn terminator: [UInt8]
    ) throws(NewlineInName) -> [UInt8] {
        var writer = JSONWriter()
        for asset in assets {
            switch format.form {
            case .plain:
                if format.framing != .nul, asset.path.bytes.contains(UInt8(ascii: "\n")) {
                    throw NewlineInName(path: asset.path)
                }
                writer.bytes += asset.path.bytes
            case .uri: writer.bytes += asset.path.uri.utf8
            case .json: writer.append(asset)
            }
            writer.bytes += terminator
        }
        return writer.bytes
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

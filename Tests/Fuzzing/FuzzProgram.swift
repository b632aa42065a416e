import GLibBridge
import Glibc

/// The program of scripts/fuzz, in no product; libFuzzer brings its `main`:
///
///     fuzz list
///     fuzz seeds TARGET FOLDER FILE…
///     fuzz TARGET [what libFuzzer understands]
private enum FuzzProgram {
    /// What the first argument names.
    static let target = FuzzTarget.all.first { $0.name == CommandLine.arguments.dropFirst().first }

    /// Does what is not fuzzing; returns where that is what is wanted.
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        if words.first == "list" {
            FuzzTarget.all.forEach { print($0.name) }
        } else if words.first == "seeds", words.count > 2,
            let target = FuzzTarget.all.first(where: { $0.name == words[2] })
        {
            writeSeeds(of: target, to: FilePath(words[3]), from: words.dropFirst(3).map { FilePath($0) })
        } else if target != nil {
            return
        } else {
            print("There is no such target.")
            exit(2)
        }
        exit(0)
    }

    private static func writeSeeds(of target: FuzzTarget, to folder: FilePath, from files: [FilePath]) {
        let pictures = files.compactMap { try? FileReader($0).read(at: 0, count: FuzzTarget.longest) }
        for seed in target.ownSeeds + pictures.flatMap(target.seeds) where !seed.isEmpty {
            try? folder.appending(Digest.sha256(seed)).replaceContents(with: seed)
        }
    }
}

/// What libFuzzer calls first; it takes names without a dash for folders with inputs.
@_cdecl("LLVMFuzzerInitialize")
func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    FuzzProgram.main()
    // The target's name is not for libFuzzer.
    arguments.pointee[1] = arguments.pointee[0]
    arguments.pointee += 1
    count.pointee -= 1
    return 0
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
func feed(_ start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    do throws(FuzzFinding) {
        try FuzzProgram.target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError(error.what)
    }
    return 0
}

import GLibBridge
import Testing

/// Gives every parser again what once broke it, and a little of all that it eats, without a fuzzer.
///
/// One after the other: each computes without a pause, and the other tests need a thread, too. The time limits are
/// for inputs without an end.
@Suite(.serialized) struct ReplayTests {
    private static let fixtures = FilePath(#filePath).parent.parent.appending("Fixtures")

    @Test(.timeLimit(.minutes(10)), arguments: FuzzTarget.all)
    func keptInputs(_ target: FuzzTarget) throws {
        for file in files(in: Self.fixtures.appending("fuzz").appending(target.name)) {
            try run(target, file)
        }
    }

    /// The fixtures of other tests, and these cut short.
    @Test(.timeLimit(.minutes(10)), arguments: FuzzTarget.all)
    func seeds(_ target: FuzzTarget) throws {
        let pictures = ["metadata", "pictures"].flatMap { files(in: Self.fixtures.appending($0)) }
        let food = pictures.compactMap { try? FileReader($0).read(at: 0, count: FuzzTarget.longest) }
        let seeds = target.ownSeeds + food.flatMap(target.seeds)
        #expect(!seeds.isEmpty)
        for seed in seeds {
            for length in [seed.count, seed.count / 2] where length > 0 {
                try target.run(Array(seed.prefix(length)))
            }
        }
    }

    private func run(_ target: FuzzTarget, _ file: FilePath) throws {
        let bytes = try FileReader(file).read(at: 0, count: 1 << 20)
        do throws(FuzzFinding) {
            try target.run(bytes)
        } catch {
            Issue.record("\(file.displayName): \(error.what)")
        }
    }

    private func files(in folder: FilePath) -> [FilePath] {
        guard let reader = try? FolderReader(folder) else { return [] }
        var files: [FilePath] = []
        while let entry = try? reader.next() { files.append(folder.appending(entry.name)) }
        return files.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}

extension FuzzTarget: CustomTestStringConvertible {
    var testDescription: String { name }
}

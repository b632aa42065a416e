import GLibBridge
@testable import PictureLibrary

/// A parser of ours that can be given any bytes, with the checks of what it says.
struct FuzzTarget: Sendable {
    let name: String
    /// What there is of this parser's food in the bytes of a picture or video.
    var seeds: @Sendable (_ file: [UInt8]) -> [[UInt8]] = { _ in [] }
    /// What our own writers make of it.
    var ownSeeds: [[UInt8]] = []
    /// Parses; throws where the result cannot be true, and crashes where the parser does.
    let run: @Sendable ([UInt8]) throws(FuzzFinding) -> Void

    /// Longer inputs only slow the search down.
    static let longest = 16 << 10

    static let all = [
        exif, xmp, containers, raw, header, profile, jpeg, png, decoding, thumbnail, index, tiles, messages,
        names, texts,
    ]
}

/// A parser said what cannot be true.
struct FuzzFinding: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
}

func ensure(_ isTrue: Bool, _ what: @autoclosure () -> String) throws(FuzzFinding) {
    if !isTrue { throw FuzzFinding(what: what()) }
}

/// A file with these bytes in memory, read as every file is.
func memoryFile(_ bytes: [UInt8]) throws(FuzzFinding) -> FileReader {
    do { return try SealedMemory.make(Bytes(bytes)).file() } catch { throw FuzzFinding(what: error.sentence) }
}

import GLibBridge
import Testing

@testable import PictureLibrary

// Selections said shortly: a letter or number is a file of one folder.

func id(_ name: some StringProtocol) -> FilePath { FilePath("/p/\(name)") }
func ids(_ names: String) -> [FilePath] { names.split(separator: " ").map { id($0) } }

/// `#expect` takes no call that mutates.
func same<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}

func names(_ selection: Selection) -> String {
    selection.picks.map(\.displayName).joined(separator: " ")
}

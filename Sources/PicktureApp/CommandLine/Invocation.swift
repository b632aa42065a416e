import GLibBridge
import PictureLibrary

/// What the command line asks for, complete and checked.
nonisolated public struct Invocation: Sendable, Equatable {
    public enum Mode: Sendable {
        /// The desktop app.
        case app
        case pick, list, makeThumbnails
    }

    /// Names that a filter lets through; several make a menu, of which the first is chosen at the start.
    public struct NameFilter: Sendable, Equatable {
        /// For people.
        public var name: String
        public var patterns: [NamePattern]
    }

    /// The window that the dialog is modal to.
    public enum Parent: Sendable, Equatable {
        case x11(UInt64)
        case wayland(String)
    }

    /// A name on the command line, not looked at yet.
    public enum Operand: Sendable, Equatable {
        case name([UInt8])
        case standardInput
    }

    public var mode = Mode.app
    /// Fewest and most picks; 0 is no limit. The app has none.
    public var minimum = 1
    public var maximum = 1
    /// Without the camera, which this version does not have.
    public var sources: Set<Asset.Source> = [.library]
    public var media = Set(MediaKind.allCases)
    public var filters: [NameFilter] = []
    /// shared-mime-info names, or a family such as `image/*`; empty for all.
    public var contentTypes: [String] = []
    public var withLocation = false
    public var hidden = false
    public var recursive = true
    /// Nil if not asked for: ``OfferedItems/order`` knows.
    public var order: SortOrder?
    /// Files that exist, in picking order, each once.
    public var preselected: [FilePath] = []
    public var output = ResultFormat()
    public var title: String?
    /// With `_` before the mnemonic.
    public var acceptLabel: String?
    public var parent: Parent?
    /// Seconds.
    public var timeout: Int?
    public var operands: [Operand] = []
    /// What ends a name on standard input: a newline or NUL.
    public var inputTerminator = UInt8(ascii: "\n")

    public init() {}

    public var readsStandardInput: Bool { operands.contains(.standardInput) }

    /// The filter at the start: the conditions of the command line, and the first of its name filters.
    public var filter: AssetFilter {
        var filter = AssetFilter()
        filter.kinds = media
        filter.withPosition = withLocation
        filter.namePatterns = filters.first?.patterns ?? []
        filter.contentTypes = contentTypes
        return filter
    }
}

/// The form of the results on standard output.
nonisolated public struct ResultFormat: Sendable, Equatable {
    public enum Form: String, Sendable, CaseIterable {
        case plain, uri, json
    }

    public enum Framing: Sendable, Equatable {
        /// After each result.
        case newline, nul
        /// Between the results; a newline after the last.
        case separator([UInt8])
    }

    public var form = Form.plain
    public var framing = Framing.newline

    public init(form: Form = .plain, framing: Framing = .newline) {
        self.form = form
        self.framing = framing
    }
}

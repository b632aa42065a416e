import GLibBridge
import GtkBridge
import PictureLibrary

/// What a picker offers and how much of it can be picked. A value: each picker has its own.
public nonisolated struct PickerConfiguration: Sendable {
    /// What the picker is for.
    public enum Purpose: Sendable {
        /// A program asked and waits for the result.
        case dialog
        /// The user looks at their photos: nothing is accepted or cancelled.
        case app
    }

    public var purpose = Purpose.dialog
    /// The folders and files to offer.
    public var library: LibraryRequest
    /// The most items that can be picked; 0 is no limit.
    public var maximum = 1
    /// The fewest items before the accept button works; 0 lets nothing be picked on purpose.
    public var minimum = 1
    /// Picked from the start, in this order, also from outside the folders.
    public var preselected: [FilePath] = []
    /// What is offered of the library whatever the user chooses in the menu.
    public var filter = AssetFilter()
    /// Named filters for the menu, the first one in force at the start; combined with ``filter``.
    public var namedFilters: [NamedFilter] = []
    public var order = SortOrder.newest
    /// The window's title; nil is one that fits.
    public var title: String?
    /// The accept button's text, `_` before its mnemonic; nil is `_Add`.
    public var acceptLabel: String?

    /// A window of the program that asked, to which the picker is modal; one that the window system does
    /// not know is ignored.
    public var parent: ParentHandle?
    /// The version that the app's About window shows.
    public var version = ""

    public init(library: LibraryRequest) { self.library = library }

    /// Whether the user can pick more than one.
    public var picksSeveral: Bool { maximum != 1 }
}

/// A filter with the name that the menu shows.
public nonisolated struct NamedFilter: Sendable {
    public var name: String
    /// Glob patterns, such as `*.png`; matched whatever their case.
    public var patterns: [NamePattern]

    public init(name: String, patterns: [NamePattern]) {
        self.name = name
        self.patterns = patterns
    }
}

extension PickerWindow {
    /// Shows a picker and waits for its end.
    ///
    /// GTK must be initialized (``GtkBridge/Display/open()``) and GLib's loop run, as by
    /// ``GLibBridge/MainLoop/run(_:)``.
    public static func pick(_ configuration: PickerConfiguration) async -> PickResult {
        await withCheckedContinuation { end in
            PickerWindow(configuration) { end.resume(returning: $0) }.present()
        }
    }
}

/// How picking ended.
public nonisolated enum PickResult: Sendable {
    /// The picked files, in picking order; empty only where the minimum is 0.
    case picked([Asset])
    case cancelled
}

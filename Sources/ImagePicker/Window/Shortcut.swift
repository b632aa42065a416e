import GLibBridge
import GtkBridge
import PictureLibrary

/// A key of the window: one table says what it does and fills the shortcuts window, so that neither can
/// drift from the other.
struct Shortcut {
    /// Where the shortcuts window lists it.
    enum Group: CaseIterable {
        case picking, looking, files, window

        var title: String {
            switch self {
            case .picking: trc("shortcuts", "Picking")
            case .looking: trc("shortcuts", "Looking")
            case .files: trc("shortcuts", "Files")
            case .window: trc("shortcuts", "Window")
            }
        }
    }

    let group: Group
    let title: String
    /// As gtk_accelerator_parse reads them; the first is the one that people are shown.
    let keys: [String]
    /// The action's name; nil for keys that the grid or the window handle where they are pressed.
    var action: String?
    var perform: @MainActor (PickerWindow) -> Void = { _ in }
    /// Only in a dialog, only in the app, or in both.
    var purpose: PickerConfiguration.Purpose?

    /// Two are enough for people, and the keypad's twins go without saying.
    var shownKeys: ArraySlice<String> { keys.filter { !$0.contains("KP_") }.prefix(2) }

    var triggers: [(trigger: String, action: String)] {
        guard let action else { return [] }
        // Menus show the last one.
        return keys.reversed().map { ($0, "win." + action) }
    }

    func install(in actions: ActionGroup, for window: PickerWindow) {
        guard let action else { return }
        let perform = perform
        actions.add(action) { [weak window] in if let window { perform(window) } }
    }

    static var all: [Shortcut] { picking + looking + files + window }

    /// Those that do something in a window of this purpose.
    static func all(for purpose: PickerConfiguration.Purpose) -> [Shortcut] {
        all.filter { $0.purpose == nil || $0.purpose == purpose }
    }

    private static var picking: [Shortcut] {
        [
            Shortcut(group: .picking, title: tr("Pick or un-pick"), keys: ["<Control>space", "Insert"]),
            Shortcut(
                group: .picking, title: tr("Pick a range"),
                keys: ["<Shift>Right", "<Shift>Left", "<Shift>Down", "<Shift>Up"]),
            Shortcut(
                group: .picking, title: tr("Select all"), keys: ["<Control>a"], action: "select-all",
                perform: { $0.session.pickAll() }),
            Shortcut(
                group: .picking, title: tr("Select none"), keys: ["<Control><Shift>a"], action: "select-none",
                perform: { $0.session.unpickAll() }),
            Shortcut(
                group: .picking, title: tr("Undo a selection step"), keys: ["<Control>z"], action: "undo",
                perform: { window in window.undo() }),
            Shortcut(
                group: .picking, title: tr("Redo it"), keys: ["<Control><Shift>z"], action: "redo",
                perform: { window in window.session.update { _ = $0.redo() } }),
            Shortcut(group: .picking, title: tr("Move the pick to this number"), keys: ["<Alt>1", "<Alt>9"]),
            Shortcut(
                group: .picking, title: tr("Accept"), keys: ["Return", "<Control>Return"], purpose: .dialog),
        ]
    }

    private static var looking: [Shortcut] {
        [
            Shortcut(group: .looking, title: tr("Preview"), keys: ["space"]),
            Shortcut(
                group: .looking, title: tr("Next or previous photo in the preview"), keys: ["Right", "Left"]),
            Shortcut(
                group: .looking, title: tr("Zoom in or out in the preview"), keys: ["plus", "minus"]),
            Shortcut(
                group: .looking, title: tr("Pixels or the whole photo in the preview"), keys: ["1", "0"]),
            Shortcut(
                group: .looking, title: tr("Search"), keys: ["<Control>f"], action: "search",
                perform: { $0.setSearch(open: true) }),
            Shortcut(
                group: .looking, title: tr("Larger tiles"),
                keys: ["<Control>plus", "<Control>equal", "<Control>KP_Add"],
                action: "larger", perform: { $0.grid.zoom(by: 1) }),
            Shortcut(
                group: .looking, title: tr("Smaller tiles"),
                keys: ["<Control>minus", "<Control>KP_Subtract"],
                action: "smaller", perform: { $0.grid.zoom(by: -1) }),
            Shortcut(
                group: .looking, title: tr("Normal tiles"), keys: ["<Control>0"], action: "normal-size",
                perform: { $0.grid.setTileSize(120) }),
        ]
    }

    private static var files: [Shortcut] {
        [
            Shortcut(
                group: .files, title: tr("Open with the default program"), keys: ["Return"], purpose: .app),
            Shortcut(
                group: .files, title: tr("Show in the file manager"), keys: ["<Control><Alt>o"],
                action: "show-files", perform: { $0.files.showInFileManager($0.files.targets) },
                purpose: .app),
            Shortcut(
                group: .files, title: tr("Copy"), keys: ["<Control>c", "<Control>Insert"], action: "copy",
                perform: { $0.files.copy($0.files.targets) }),
            Shortcut(
                group: .files, title: tr("Add files from the clipboard"),
                keys: ["<Control>v", "<Shift>Insert"],
                action: "paste", perform: { $0.files.paste() }),
            Shortcut(
                group: .files, title: tr("Move to the trash"), keys: ["Delete", "KP_Delete"], action: "trash",
                perform: { $0.files.trash($0.files.targets) }, purpose: .app),
        ]
    }

    private static var window: [Shortcut] {
        [
            Shortcut(
                group: .window, title: tr("Choose another folder"), keys: ["<Control>o", "<Control>l"],
                action: "choose-folder", perform: { $0.chooseFolder() }),
            Shortcut(
                group: .window, title: tr("Keyboard shortcuts"), keys: ["<Control>question"],
                action: "shortcuts", perform: { $0.presentShortcuts() }),
            Shortcut(group: .window, title: tr("Menu"), keys: ["F10"]),
            Shortcut(
                group: .window, title: tr("Close"), keys: ["<Control>w"], action: "close",
                perform: { $0.end(with: .cancelled) }),
            Shortcut(
                group: .window, title: tr("Quit"), keys: ["<Control>q"], action: "quit",
                perform: { $0.quit() }),
        ]
    }
}

extension PickerWindow {
    /// Takes back the last thing done: files thrown away, else a step of the selection.
    func undo() {
        if !files.undoTrash() { session.update { _ = $0.undo() } }
    }

    /// Lists the keys that do something in this window.
    func presentShortcuts() {
        let purpose = session.configuration.purpose
        let groups = Shortcut.Group.allCases.map { group in
            ShortcutsWindow.Group(
                title: group.title,
                rows: Shortcut.all(for: purpose)
                    .filter { $0.group == group }
                    .map { ($0.title, $0.shownKeys.joined(separator: " ")) })
        }
        ShortcutsWindow.present(
            title: tr("Keyboard Shortcuts"), search: tr("Search"), groups: groups, for: window)
    }
}

import GtkBridge

extension PreviewView {
    /// Keys that do the same wherever in the preview the focus is; the window passes them on before
    /// anything else sees them.
    func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard shownAsset != nil, widget.containsFocus else { return false }
        let onwards = widget.isRightToLeft ? -1 : 1
        switch (key, modifiers) {
        case (.left, []): if !picture.move(x: -0.2, y: 0) { move(by: -onwards) }
        case (.right, []): if !picture.move(x: 0.2, y: 0) { move(by: onwards) }
        case (.up, []): return picture.move(x: 0, y: -0.2)
        case (.down, []): return picture.move(x: 0, y: 0.2)
        case (.left, .alt), (.pageUp, []): move(by: key == .left ? -onwards : -1)
        case (.right, .alt), (.pageDown, []): move(by: key == .right ? onwards : 1)
        case (.home, []): move(by: -(place?.row ?? 0))
        case (.end, []): if let place { move(by: place.count - 1 - place.row) }
        case (.space, .control), (.insert, []): togglePick()
        default: return pressed(character: key.character, modifiers)
        }
        return true
    }

    private func pressed(character: Character?, _ modifiers: Modifiers) -> Bool {
        guard !modifiers.contains(.alt) else { return false }
        switch character {
        case "+", "=": picture.zoom(by: 1.25)
        case "-", "_": picture.zoom(by: 1 / 1.25)
        case "0": picture.showAll()
        case "1": picture.showPixels()
        // Other letters would begin a search in the grid, which is out of sight.
        case let other?: return modifiers.isSubset(of: .shift) && other > " "
        case nil: return false
        }
        return true
    }

    /// Keys that on a button press the button.
    func pressedOnPicture(_ key: Key, _ modifiers: Modifiers) -> Bool {
        switch (key, modifiers) {
        case (.space, []): onClose()
        case (.enter, []): onAccept()
        default: return false
        }
        return true
    }
}

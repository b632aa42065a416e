import CGtk
import GLibBridge

extension Widget {
    /// What screen readers call the widget.
    ///
    /// GTK 4.8 joins a label with the one that a mnemonic points to; the relation goes, so that the name
    /// stands alone.
    public func setAccessibleName(_ name: String) {
        gtk_accessible_reset_relation(OpaquePointer(pointer), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setAccessibleText(OpaquePointer(pointer), GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    }

    /// What screen readers add to the name; a change of it on the focused widget is spoken.
    public func setAccessibleDescription(_ text: String) {
        setAccessibleText(OpaquePointer(pointer), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
    }

    /// Takes an ornament, with all that is in it, out of what assistive tools see.
    public func hideFromAssistiveTools() {
        var state = GTK_ACCESSIBLE_STATE_HIDDEN
        withGValue(true) { gtk_accessible_update_state_value(OpaquePointer(pointer), 1, &state, $0) }
    }

    func nameAfterMnemonic(_ text: String) { setAccessibleName(withoutMnemonic(text)) }
}

/// Sets a text that a GtkAccessible tells assistive tools; stack pages are such, though no widgets.
func setAccessibleText(_ accessible: OpaquePointer, _ property: GtkAccessibleProperty, _ text: String) {
    var property = property
    withGValue(Optional(text)) { gtk_accessible_update_property_value(accessible, 1, &property, $0) }
}

/// `text` as it is read: `_` only marks a letter, `__` is an underscore.
public func withoutMnemonic(_ text: String) -> String {
    var result = ""
    var marks = false
    for character in text {
        if character == "_", !marks {
            marks = true
        } else {
            result.append(character)
            marks = false
        }
    }
    return result
}

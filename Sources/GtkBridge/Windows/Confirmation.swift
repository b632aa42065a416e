import CGtk
import GLibBridge

/// A question before something that cannot be undone (GtkMessageDialog).
public enum Confirmation {
    /// Asks and returns whether the user wants it. `accept` is what the dangerous button says, `cancel` what
    /// the other one says, which Enter and Escape press; `_` stands before their mnemonics.
    public static func ask(
        _ text: String, detail: String, accept: String, cancel: String, for parent: Window
    ) async -> Bool {
        let dialog: UnsafeMutablePointer<GtkWidget> = cast(
            g_object_new_with_properties(gtk_message_dialog_get_type(), 0, nil, nil)!)
        let window = AnyWidget(dialog)
        setProperty(window.pointer, "text", Optional(text))
        setProperty(window.pointer, "secondary-text", Optional(detail))
        // Its name for assistive tools.
        gtk_window_set_title(cast(dialog), text)
        gtk_window_set_transient_for(cast(dialog), cast(parent.pointer))
        gtk_window_set_modal(cast(dialog), 1)
        for (text, response) in [(cancel, GTK_RESPONSE_CANCEL), (accept, GTK_RESPONSE_ACCEPT)] {
            guard let button = gtk_dialog_add_button(cast(dialog), text, response.rawValue) else { continue }
            AnyWidget(button).nameAfterMnemonic(text)
            if response == GTK_RESPONSE_ACCEPT { gtk_widget_add_css_class(button, "destructive-action") }
        }
        gtk_dialog_set_default_response(cast(dialog), GTK_RESPONSE_CANCEL.rawValue)
        return await withCheckedContinuation { answer in
            var isOpen = true
            connect(dialog, "response") { (response: Int32) in
                guard isOpen else { return }
                isOpen = false
                gtk_window_destroy(cast(dialog))
                answer.resume(returning: response == GTK_RESPONSE_ACCEPT.rawValue)
            }
            gtk_window_present(cast(dialog))
        }
    }
}

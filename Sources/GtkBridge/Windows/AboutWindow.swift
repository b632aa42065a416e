import CGtk
import GLibBridge

/// What a program says of itself (GtkAboutDialog).
public enum AboutWindow {
    public static func present(
        program: String, version: String, icon: String, comments: String, website: String,
        copyright: String, translators: String, for parent: Window
    ) {
        let dialog = gtk_about_dialog_new()!
        let about: UnsafeMutablePointer<GtkWidget> = dialog
        gtk_about_dialog_set_program_name(OpaquePointer(about), program)
        gtk_about_dialog_set_version(OpaquePointer(about), version)
        gtk_about_dialog_set_logo_icon_name(OpaquePointer(about), icon)
        gtk_about_dialog_set_comments(OpaquePointer(about), comments)
        gtk_about_dialog_set_website(OpaquePointer(about), website)
        gtk_about_dialog_set_copyright(OpaquePointer(about), copyright)
        gtk_about_dialog_set_license_type(OpaquePointer(about), GTK_LICENSE_GPL_3_0)
        if !translators.isEmpty {
            gtk_about_dialog_set_translator_credits(OpaquePointer(about), translators)
        }
        gtk_window_set_transient_for(cast(dialog), cast(parent.pointer))
        gtk_window_set_modal(cast(dialog), 1)
        gtk_window_present(cast(dialog))
    }
}

import CGtk
import GLibBridge

/// What a program says of itself (GtkAboutDialog).
public enum AboutWindow {
    public static func present(
        program: String, version: String, icon: String, comments: String, website: String,
        copyright: String, for parent: Window
    ) {
        let dialog = gtk_about_dialog_new()!
        let about = OpaquePointer(dialog)
        gtk_about_dialog_set_program_name(about, program)
        gtk_about_dialog_set_version(about, version)
        gtk_about_dialog_set_logo_icon_name(about, icon)
        gtk_about_dialog_set_comments(about, comments)
        gtk_about_dialog_set_website(about, website)
        gtk_about_dialog_set_copyright(about, copyright)
        gtk_about_dialog_set_license_type(about, GTK_LICENSE_GPL_3_0)
        gtk_window_set_transient_for(cast(dialog), cast(parent.pointer))
        gtk_window_set_modal(cast(dialog), 1)
        gtk_window_present(cast(dialog))
    }
}

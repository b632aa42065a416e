import CGtk
import GLibBridge

/// GTK's own file chooser.
public enum FileChooser {
    /// Lets the user choose a folder; nil when they cancelled.
    public static func chooseFolder(
        title: String, accept: String, cancel: String, startingIn folder: FilePath?, for parent: Window
    ) async -> FilePath? {
        let chooser = Reference(
            transferFull: gtk_file_chooser_native_new(
                title, cast(parent.pointer), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, accept, cancel)!)
        gtk_native_dialog_set_modal(cast(chooser.pointer), 1)
        if let folder {
            let file = Reference(transferFull: folder.withCString { g_file_new_for_path($0)! })
            gtk_file_chooser_set_current_folder(cast(chooser.pointer), file.pointer, nil)
        }
        return await withCheckedContinuation { answer in
            // The handler keeps the chooser until it has answered.
            var open: Reference<OpaquePointer>? = chooser
            connect(chooser.pointer, "response") { (response: Int32) in
                guard let chooser = open else { return }
                open = nil
                answer.resume(returning: response == GTK_RESPONSE_ACCEPT.rawValue ? path(of: chooser) : nil)
            }
            gtk_native_dialog_show(cast(chooser.pointer))
        }
    }

    private static func path(of chooser: Reference<OpaquePointer>) -> FilePath? {
        guard let file = gtk_file_chooser_get_file(cast(chooser.pointer)) else { return nil }
        defer { g_object_unref(file.raw) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return FilePath(cString: path)
    }
}

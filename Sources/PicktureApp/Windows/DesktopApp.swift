import GLibBridge
import GtkBridge
import ImagePicker
import PictureLibrary

/// The desktop app: one window for one library, one instance for one session.
enum DesktopApp {
    static func run(_ invocation: Invocation, _ items: OfferedItems) -> ExitStatus {
        let application = Application(id: applicationID, unique: false)
        var windows: [PickerWindow] = []
        application.onActivate {
            var configuration = PickerConfiguration(library: items.request(library: LibraryFolders.current))
            configuration.purpose = .app
            configuration.maximum = 0
            configuration.minimum = 0
            configuration.filter = invocation.filter
            configuration.order = items.order
            configuration.title = invocation.title
            let opened = PickerWindow(configuration, application: application) { _ in windows.removeAll() }
            opened.present()
            windows.append(opened)
        }
        TerminationSignals.handle {}
        _ = application.run()
        return .success
    }
}

nonisolated let applicationID = "io.github.pickture.Pickture"

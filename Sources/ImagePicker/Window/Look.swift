import GLibBridge
import GtkBridge

/// The style sheet, and the colours the user wishes for.
enum Look {
    /// Installs both for the whole program; later calls do nothing. The setting `color-scheme` is stronger
    /// than what the desktop says.
    static func install(_ settings: Settings) {
        guard monitor == nil else { return }
        StyleSheet(PackageResources.style_css).install()
        let scheme = settings.string("color-scheme", default: "system")
        if scheme == "dark" { show(Appearance(), scheme) }
        monitor = AppearanceMonitor { show($0, scheme) }
    }

    private static func show(_ wished: Appearance, _ scheme: String) {
        var appearance = wished
        if scheme != "system" { appearance.prefersDark = scheme == "dark" }
        AppearanceMonitor.apply(appearance)
    }

    private static var monitor: AppearanceMonitor?
}

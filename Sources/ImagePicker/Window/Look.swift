import GtkBridge

/// The style sheet, and the colours the user wishes for.
enum Look {
    /// Installs both for the whole program; later calls do nothing.
    static func install() {
        guard monitor == nil else { return }
        StyleSheet(PackageResources.style_css).install()
        monitor = AppearanceMonitor { AppearanceMonitor.apply($0) }
    }

    private static var monitor: AppearanceMonitor?
}

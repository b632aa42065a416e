import CGtk
import GLibBridge

/// Rules for the look of widgets (GtkCssProvider), below the user's own and above the theme's.
public struct StyleSheet {
    private let provider: Reference<UnsafeMutablePointer<GtkCssProvider>>

    public init(_ css: [UInt8]) {
        provider = Reference(transferFull: gtk_css_provider_new()!)
        css.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                gtk_css_provider_load_from_data(provider.pointer, $0.baseAddress, gssize($0.count))
            }
        }
    }

    /// Applies it to every window on the default display.
    public func install() {
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider.pointer), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
}

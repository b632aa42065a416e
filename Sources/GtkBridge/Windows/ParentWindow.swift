import CGtk
import GLibBridge

/// A window of another program, as that program names it to others (the portals' `parent_window`).
public nonisolated enum ParentHandle: Sendable, Equatable {
    /// An X11 window id.
    case x11(UInt64)
    /// A handle exported by xdg-foreign.
    case wayland(String)
}

extension Window {
    /// Makes this window modal to another program's; call it before the window is shown.
    ///
    /// - Returns: false where the window system does not know the parent, or is another one; then the
    ///   window stands by itself.
    @discardableResult
    public func setModal(for parent: ParentHandle) -> Bool {
        gtk_widget_realize(pointer)
        guard let surface = gtk_native_get_surface(OpaquePointer(pointer)) else { return false }
        let isKnown =
            switch parent {
            // Longer ids are no window's; Xlib would send their lower half.
            case .x11(let id): id > UInt32.max ? 0 : cgtk_x11_set_transient_for(surface, gulong(id))
            case .wayland(let handle): cgtk_wayland_set_transient_for(surface, handle)
            }
        if isKnown != 0 { gtk_window_set_modal(cast(pointer), 1) }
        return isKnown != 0
    }
}

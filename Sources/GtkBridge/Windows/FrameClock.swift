import CGtk
import GLibBridge

extension Window {
    /// Runs around every frame, from when the window has one; the first call comes before styles and layout are
    /// looked at, the second after the frame is drawn.
    public func onFrame(begin: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void) {
        connect(pointer, "realize") { [handle] in
            guard let clock = gtk_widget_get_frame_clock(handle.pointer) else { return }
            connect(clock, "before-paint", begin)
            connect(clock, "after-paint", end)
        }
    }
}

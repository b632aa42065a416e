// GTK 4 for Swift. GLib's headers are repeated here; Clang merges their types with CGlib's.
#pragma once

#include <gtk/gtk.h>
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

// Tells an X server that `surface` is a dialog for a window of another program; FALSE where the surface
// is not X11's or the server has no such window.
static inline gboolean cgtk_x11_set_transient_for(GdkSurface *surface, unsigned long parent) {
#ifdef GDK_WINDOWING_X11
    if (!GDK_IS_X11_SURFACE(surface)) return FALSE;
    GdkDisplay *display = gdk_surface_get_display(surface);
    Display *connection = gdk_x11_display_get_xdisplay(display);
    XWindowAttributes attributes;
    gdk_x11_display_error_trap_push(display);
    Status known = XGetWindowAttributes(connection, parent, &attributes);
    if (known) XSetTransientForHint(connection, gdk_x11_surface_get_xid(surface), parent);
    return gdk_x11_display_error_trap_pop(display) == 0 && known;
#else
    (void)surface, (void)parent;
    return FALSE;
#endif
}

// The same for a Wayland compositor, by the handle that the other program exported.
static inline gboolean cgtk_wayland_set_transient_for(GdkSurface *surface, const char *handle) {
#ifdef GDK_WINDOWING_WAYLAND
    if (!GDK_IS_WAYLAND_TOPLEVEL(surface)) return FALSE;
    return gdk_wayland_toplevel_set_transient_for_exported(GDK_TOPLEVEL(surface), handle);
#else
    (void)surface, (void)handle;
    return FALSE;
#endif
}

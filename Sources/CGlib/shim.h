// GLib, GObject and GIO for Swift: their headers, and the macros and variadic functions that Clang
// leaves out. Nothing here decides anything.
#pragma once

#include <fcntl.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

// The two calls through which libdispatch lends its main queue to a foreign run loop (as
// CoreFoundation uses them on Linux). The handle is an eventfd that the callback does not reset.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static inline GType cglib_type_of_instance(gpointer instance) { return G_TYPE_FROM_INSTANCE(instance); }
static inline GType cglib_type_string(void) { return G_TYPE_STRING; }
static inline gboolean cglib_type_check(gpointer instance, GType type) {
    return instance != NULL && G_TYPE_CHECK_INSTANCE_TYPE(instance, type);
}
static inline void cglib_warn(const char *domain, const char *message) {
    g_log(domain, G_LOG_LEVEL_WARNING, "%s", message);
}
// GOptionEntry keeps a callback as a data pointer, a cast that Swift has not.
static inline gpointer cglib_option_callback(GOptionArgFunc callback) { return (gpointer)callback; }
// rename(2) that fails with EEXIST instead of replacing (RENAME_NOREPLACE is 1).
static inline int cglib_rename_to_new(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u);
}
// For a child between fork and exec: it leads a group of its own and ends when its parent does.
static inline void cglib_tie_to_parent(gpointer data) {
    (void)data;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, 9 /* SIGKILL */);
}

// A loader of gdk-pixbuf that a file has taken over: it tries what a decoder has no business with. The
// picture that it makes says what it got away with: red has a bit for each success of the first eight
// attempts, green for the next.
#define _GNU_SOURCE
#define GDK_PIXBUF_ENABLE_BACKEND
#include <errno.h>
#include <fcntl.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    GdkPixbufModulePreparedFunc prepared;
    gpointer data;
} Context;

static gboolean forks(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, 0);
    return child > 0;
}

static gboolean opens(const char *name, int flags) {
    g_autofree char *path = g_build_filename(g_getenv("HOSTILE_FOLDER"), name, NULL);
    int file = open(path, flags, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

static gboolean removes(const char *name) {
    g_autofree char *path = g_build_filename(g_getenv("HOSTILE_FOLDER"), name, NULL);
    return unlink(path) == 0;
}

static gboolean starts_programs(void) {
    char *arguments[] = {"no such program", NULL};
    return execve("/no/such/program", arguments, arguments) == 0 || errno == ENOENT;
}

static gboolean raises(int resource) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    return setrlimit(resource, &limit) == 0;
}

static gboolean stop(gpointer memory, GError **error) {
    Context *context = memory;
    const gboolean done[] = {
        socket(AF_INET, SOCK_STREAM, 0) >= 0,
        socket(AF_UNIX, SOCK_STREAM, 0) >= 0,
        forks(),
        starts_programs(),
        opens("written", O_WRONLY | O_CREAT),
        opens("secret", O_RDONLY),
        opens("secret", O_RDWR),
        removes("secret"),
        kill(getppid(), 0) == 0,
        prctl(PR_SET_PDEATHSIG, 0) == 0,
        prctl(PR_SET_DUMPABLE, 1) == 0,
        ptrace(PTRACE_PEEKUSER, -1, NULL, NULL) >= 0 || errno == ESRCH,
        raises(RLIMIT_AS),
        raises(RLIMIT_NOFILE),
        syscall(SYS_io_uring_setup, 1, NULL) >= 0 || errno == EFAULT,
        syscall(SYS_memfd_create, "huge", 4 /* MFD_HUGETLB */) >= 0,
    };
    guint mask = 0;
    for (guint at = 0; at < G_N_ELEMENTS(done); at++) mask |= done[at] ? 1u << at : 0;
    GdkPixbuf *picture = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, 300, 300);
    gdk_pixbuf_fill(picture, (mask & 0xFF) << 24 | (mask >> 8) << 16 | 0xAAFF);
    context->prepared(picture, NULL, context->data);
    g_object_unref(picture);
    g_free(context);
    return TRUE;
}

static gpointer begin(GdkPixbufModuleSizeFunc sized, GdkPixbufModulePreparedFunc prepared,
                      GdkPixbufModuleUpdatedFunc updated, gpointer data, GError **error) {
    Context *context = g_new0(Context, 1);
    context->prepared = prepared;
    context->data = data;
    return context;
}

static gboolean load(gpointer context, const guchar *bytes, guint count, GError **error) { return TRUE; }

G_MODULE_EXPORT void fill_vtable(GdkPixbufModule *module) {
    module->begin_load = begin;
    module->load_increment = load;
    module->stop_load = stop;
}

G_MODULE_EXPORT void fill_info(GdkPixbufFormat *info) {
    static GdkPixbufModulePattern signature[] = {{"GIF89a", NULL, 100}, {NULL, NULL, 0}};
    static gchar *types[] = {"image/gif", NULL};
    static gchar *extensions[] = {"gif", NULL};
    info->name = "hostile";
    info->signature = signature;
    info->mime_types = types;
    info->extensions = extensions;
}

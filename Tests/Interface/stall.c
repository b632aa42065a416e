/* Preloaded by test_faults.py: whoever opens or looks at a path that ends in "/stalled" waits, as on a
 * mount whose server is gone. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static void stall(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    if (length >= 7 && strcmp(path + length - 7, "stalled") == 0)
        sleep(20);
}

DIR *opendir(const char *path)
{
    DIR *(*next)(const char *) = dlsym(RTLD_NEXT, "opendir");
    stall(path);
    return next(path);
}

int open(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    stall(path);
    return next(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    int (*next)(int, const char *, int, ...) = dlsym(RTLD_NEXT, "openat");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    stall(path);
    return next(folder, path, flags, mode);
}

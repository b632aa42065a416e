/* Preloaded by tests: whoever opens or looks at a path that ends in "/stalled" waits, as on a
 * mount whose server is gone. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
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

int stat(const char *path, struct stat *status)
{
    int (*next)(const char *, struct stat *) = dlsym(RTLD_NEXT, "stat");
    stall(path);
    return next(path, status);
}

int fstatat(int folder, const char *path, struct stat *status, int flags)
{
    int (*next)(int, const char *, struct stat *, int) = dlsym(RTLD_NEXT, "fstatat");
    stall(path);
    return next(folder, path, status, flags);
}

/* listing WAY FOLDER: looks at all files of one folder, the quickest way that C and GIO have for it.
 *   names    readdir
 *   status   ... and statx of each
 *   head     ... and the first 8 KiB of each
 *   gio      a GFileEnumerator with type, size and time
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int with_gio(const char *path)
{
    GFile *folder = g_file_new_for_path(path);
    GFileEnumerator *files = g_file_enumerate_children(
        folder, "standard::name,standard::type,standard::size,time::modified", G_FILE_QUERY_INFO_NONE, NULL, NULL);
    GFileInfo *info;

    if (files == NULL)
        return 1;
    while ((info = g_file_enumerator_next_file(files, NULL, NULL)) != NULL)
        g_object_unref(info);
    g_object_unref(files);
    g_object_unref(folder);
    return 0;
}

int main(int argc, char **argv)
{
    static char head[8192];
    struct dirent *entry;
    DIR *folder;

    if (argc != 3)
        return 2;
    if (strcmp(argv[1], "gio") == 0)
        return with_gio(argv[2]);
    folder = opendir(argv[2]);
    if (folder == NULL)
        return 1;
    while ((entry = readdir(folder)) != NULL) {
        struct statx status;
        int file;

        if (entry->d_type == DT_DIR || strcmp(argv[1], "names") == 0)
            continue;
        if (statx(dirfd(folder), entry->d_name, AT_NO_AUTOMOUNT, STATX_TYPE | STATX_MTIME | STATX_SIZE, &status) != 0)
            return 1;
        if (strcmp(argv[1], "head") != 0)
            continue;
        file = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (file < 0 || read(file, head, sizeof head) < 0)
            return 1;
        close(file);
    }
    closedir(folder);
    return 0;
}

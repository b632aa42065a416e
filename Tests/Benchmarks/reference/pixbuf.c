/* pixbuf FOLDER SIDE: scales every file down with gdk-pixbuf, in memory, one after the other. */
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    GDir *folder = argc == 3 ? g_dir_open(argv[1], 0, NULL) : NULL;
    const char *name;

    if (folder == NULL)
        return 2;
    while ((name = g_dir_read_name(folder)) != NULL) {
        char *path = g_build_filename(argv[1], name, NULL);
        GdkPixbuf *picture = gdk_pixbuf_new_from_file_at_scale(path, atoi(argv[2]), atoi(argv[2]), TRUE, NULL);

        if (picture == NULL)
            return 1;
        g_object_unref(picture);
        g_free(path);
    }
    g_dir_close(folder);
    return 0;
}

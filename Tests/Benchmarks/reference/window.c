/* window: an empty window with a header bar; tells of its frames as pickture does when it is measured. */
#include <gtk/gtk.h>

static gint64 began;

static void begin(void)
{
    began = g_get_monotonic_time();
}

static void tell(void)
{
    gint64 now = g_get_monotonic_time();

    g_printerr("frame at=%" G_GINT64_FORMAT " took=%" G_GINT64_FORMAT " row=0 first=0 seen=0 rough=0 sharp=0 read=1\n",
               now, now - began);
}

static void watch(GtkWidget *window)
{
    GdkFrameClock *clock = gtk_widget_get_frame_clock(window);

    g_signal_connect(clock, "before-paint", G_CALLBACK(begin), NULL);
    g_signal_connect(clock, "after-paint", G_CALLBACK(tell), NULL);
}

int main(void)
{
    GtkWidget *window;

    gtk_init();
    window = gtk_window_new();
    gtk_window_set_titlebar(GTK_WINDOW(window), gtk_header_bar_new());
    gtk_window_set_default_size(GTK_WINDOW(window), 1000, 700);
    g_signal_connect(window, "realize", G_CALLBACK(watch), NULL);
    gtk_window_present(GTK_WINDOW(window));
    while (TRUE)
        g_main_context_iteration(NULL, TRUE);
}

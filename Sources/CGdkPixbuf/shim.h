// gdk-pixbuf for Swift.
#pragma once

#include <gdk-pixbuf/gdk-pixbuf.h>

// Animations count in GTimeVal, which GLib marks as deprecated and Swift therefore refuses by any name.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
static inline GdkPixbufAnimationIter *cgdkpixbuf_iterator(GdkPixbufAnimation *animation) {
    GTimeVal start = { 0, 0 };
    return gdk_pixbuf_animation_get_iter(animation, &start);
}
static inline void cgdkpixbuf_advance(GdkPixbufAnimationIter *iterator, gint64 milliseconds) {
    GTimeVal now = { (glong)(milliseconds / 1000), (glong)(milliseconds % 1000 * 1000) };
    gdk_pixbuf_animation_iter_advance(iterator, &now);
}
G_GNUC_END_IGNORE_DEPRECATIONS

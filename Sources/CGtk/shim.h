// GTK 4 for Swift. GLib's headers are repeated here; Clang merges their types with CGlib's.
#pragma once

#include <gtk/gtk.h>

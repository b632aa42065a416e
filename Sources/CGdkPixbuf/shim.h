// gdk-pixbuf for Swift.
#pragma once

#include <gdk-pixbuf/gdk-pixbuf.h>

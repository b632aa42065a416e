"""Takes the name of the desktop's portal and never answers a call."""
import time

from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName",
              GLib.Variant("(su)", ("org.freedesktop.portal.Desktop", 0)), None, 0, -1)
print("silent", flush=True)
while True:
    time.sleep(3600)

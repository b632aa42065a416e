"""tumbler.py FOLDER: lets tumblerd make the large thumbnails of a folder; prints the seconds, and those of work."""
import os
import sys
import time
from pathlib import Path

from gi.repository import Gio, GLib

NAME = "org.freedesktop.thumbnails.Thumbnailer1"
OBJECT = "/org/freedesktop/thumbnails/Thumbnailer1"


def work(process):
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(folder):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    loop = GLib.MainLoop()
    bus.signal_subscribe(None, NAME, "Finished", OBJECT, None, Gio.DBusSignalFlags.NONE, lambda *_: loop.quit())
    # The first call starts the daemon.
    bus.call_sync(NAME, OBJECT, NAME, "GetFlavors", None, None, 0, -1)
    owner = bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                          GLib.Variant("(s)", (NAME,)), None, 0, -1).unpack()[0]
    files = sorted(Path(folder).resolve().iterdir())
    uris = [Gio.File.new_for_path(str(file)).get_uri() for file in files]
    types = ["image/png" if file.suffix == ".png" else "image/jpeg" for file in files]
    worked, began = work(owner), time.monotonic()
    bus.call_sync(NAME, OBJECT, NAME, "Queue",
                  GLib.Variant("(asasssu)", (uris, types, "large", "foreground", 0)), None, 0, -1)
    loop.run()
    print(time.monotonic() - began, work(owner) - worked)


main(sys.argv[1])

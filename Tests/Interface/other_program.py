"""Another program for drag and drop: `other_program.py sink` prints what is dropped on it, one URI a line;
`other_program.py source [move] FILE…` lets itself be dragged."""
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


def sink(area):
    def dropped(_target, files, _x, _y):
        for file in files.get_files():
            print(file.get_uri(), flush=True)
        return True

    target = Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY | Gdk.DragAction.MOVE)
    target.connect("drop", dropped)
    area.add_controller(target)


def source(area, actions, paths):
    uris = "".join(Gio.File.new_for_path(path).get_uri() + "\r\n" for path in paths)
    drag = Gtk.DragSource(actions=actions)
    drag.set_content(Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(uris.encode())))
    drag.connect("drag-end", lambda *_: print("done", flush=True))
    area.add_controller(drag)


role, *rest = sys.argv[1:]
window = Gtk.Window(title="Other", default_width=240, default_height=240, decorated=False)
area = Gtk.Label(label="Other")
window.set_child(area)
if role == "sink":
    sink(area)
else:
    moves = rest[:1] == ["move"]
    source(area, Gdk.DragAction.MOVE if moves else Gdk.DragAction.COPY, rest[moves:])
window.present()
loop = GLib.MainLoop()
window.connect("close-request", lambda *_: loop.quit())
loop.run()

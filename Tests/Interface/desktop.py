"""The desktop around the app: its trash, its clipboard, other programs. What the tests of the app share."""
import os
import subprocess

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio  # noqa: E402

from picker import MENU_ITEM, Path, PickerTest  # noqa: E402
from waiting import wait_for  # noqa: E402

FILE_MANAGER = """
<node><interface name="org.freedesktop.FileManager1">
  <method name="ShowItems"><arg type="as" direction="in"/><arg type="s" direction="in"/></method>
</interface></node>"""


class FileManager:
    """Answers from the main loop of the test."""

    def __init__(self):
        self.shown = []
        self._connection = Gio.bus_get_sync(Gio.BusType.SESSION)
        info = Gio.DBusNodeInfo.new_for_xml(FILE_MANAGER).interfaces[0]
        self._object = self._connection.register_object(
            "/org/freedesktop/FileManager1", info, self._call, None, None)
        self._has_name = False
        self._name = Gio.bus_own_name_on_connection(
            self._connection, "org.freedesktop.FileManager1", Gio.BusNameOwnerFlags.NONE,
            lambda *_: setattr(self, "_has_name", True), None)
        wait_for(lambda: self._has_name, "the name of the file manager")

    def _call(self, _connection, _sender, _path, _interface, _method, arguments, invocation):
        self.shown.append(arguments.unpack()[0])
        invocation.return_value(None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        Gio.bus_unown_name(self._name)
        self._connection.unregister_object(self._object)


def clipboard(target):
    try:
        return subprocess.run(["xclip", "-selection", "clipboard", "-o", "-t", target], capture_output=True,
                              timeout=5).stdout
    except subprocess.TimeoutExpired:
        return b""


class AppTest(PickerTest):
    """Of the window that is no dialog."""

    def app(self, *options, **how):
        return self.open(*options, pick=False, **how)

    @property
    def trash(self):
        return Path(os.environ["XDG_DATA_HOME"], "Trash")

    def in_trash(self):
        return sorted(path.name for path in (self.trash / "files").iterdir()) if self.trash.exists() else []

    @staticmethod
    def menu(app, item, timeout=10):
        """Takes an item of the menu that is open."""
        app.find(MENU_ITEM, item, shown=True, timeout=timeout).act()

    def install_viewer(self, log):
        """A program that opens PNG files: it writes their paths to `log`."""
        data = Path(os.environ["XDG_DATA_HOME"]) / "applications"
        data.mkdir(parents=True, exist_ok=True)
        program = data / "viewer.sh"
        program.write_text(f'#!/bin/sh\nfor file; do echo "$file"; done >> "{log}"\n')
        program.chmod(0o755)
        entry = data / "test-viewer.desktop"
        entry.write_text(f"[Desktop Entry]\nType=Application\nName=Viewer\nExec={program} %F\n"
                         "MimeType=image/png;\n")
        defaults = Path(os.environ["XDG_CONFIG_HOME"]) / "mimeapps.list"
        defaults.write_text("[Default Applications]\nimage/png=test-viewer.desktop\n")
        for path in (program, entry, defaults):
            self.addCleanup(path.unlink)

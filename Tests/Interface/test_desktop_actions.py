"""What the desktop app does with files: the tile's menu, other programs, the trash and its undo."""
import os
import subprocess
from urllib.parse import unquote

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio  # noqa: E402

from picker import MENU_ITEM, Path, PickerTest, cards, re, wait_for
from test_app_mode import clipboard

MEMORY = Path("/dev/shm")  # a disk without a trash

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


class DesktopTest(PickerTest):
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


class MenuTest(DesktopTest):
    def test_the_menu_of_a_tile_is_about_that_tile(self):
        self.deal(3)
        with self.app() as app, FileManager() as manager:
            app.pick(1)
            app.tile(2).click(button=3)
            self.menu(app, "Show in File Manager")
            wait_for(lambda: manager.shown, "the file manager to be asked")
            self.assertEqual(manager.shown, [[Path(self.path(2)[0]).as_uri()]])
            app.wait_picks(1)

    def test_the_menu_of_a_picked_tile_is_about_all_picks_in_their_order(self):
        self.deal(3)
        cards.write(self.folder / "ä b.png", 9, modified=1)
        with self.app() as app, FileManager() as manager:
            app.pick(3, "ä b.png")
            app.tile(3).click(button=3)
            self.menu(app, "Show in File Manager")
            wait_for(lambda: manager.shown, "the file manager to be asked")
            self.assertEqual([unquote(uri) for uri in manager.shown[0]],
                             [f"file://{self.folder}/card-003.png", f"file://{self.folder}/ä b.png"])

    def test_the_menu_opens_by_keys(self):
        self.deal(3)
        for keys in ("Menu", "shift+F10"):
            with self.subTest(keys), self.app() as app:
                app.wait_count(3)
                app.key("Right")
                name = wait_for(lambda: app.focused and app.focused.name, "a focused tile")
                app.key(keys)
                self.menu(app, "Copy")
                wanted = (self.folder / name).as_uri()
                wait_for(lambda: clipboard("text/uri-list").decode().split() == [wanted],
                         lambda: f"{wanted} on the clipboard; there is {clipboard('text/uri-list')}")

    def test_a_dialog_has_no_such_menu(self):
        self.deal(2)
        with self.open("--max", "2") as picker:
            picker.tile(1).click(button=3)
            picker.tile(1).click()
            picker.wait_picks(1)
            self.assertIsNone(picker.first(MENU_ITEM, "Move to Trash", shown=True))


class CopyTest(DesktopTest):
    def test_copies_paths_and_what_file_managers_want(self):
        self.deal(2)
        with self.app() as app:
            app.pick(2, 1)
            app.key("ctrl+c")
            uris = "\n".join(Path(path).as_uri() for path in self.path(2, 1))
            wait_for(lambda: clipboard("x-special/gnome-copied-files").decode() == "copy\n" + uris, "two files")
            self.assertEqual(clipboard("text/plain;charset=utf-8").decode().split(), self.path(2, 1))
            self.assertNotIn(b"image/png", clipboard("TARGETS").split())

    def test_a_dialog_copies_too(self):
        self.deal(1)
        with self.open() as picker:
            picker.pick(1)
            picker.key("ctrl+c")
            wait_for(lambda: clipboard("text/uri-list").decode().split() == [Path(self.path(1)[0]).as_uri()],
                     "one file on the clipboard")

    def test_pasted_files_are_added(self):
        self.deal(1)
        elsewhere = self.folder.with_name(self.folder.name + "-elsewhere")
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", elsewhere]))
        other = cards.write(elsewhere / "pasted one.png", 40)
        with self.app() as app:
            app.wait_count(1)
            owner = subprocess.Popen(["xclip", "-selection", "clipboard", "-t", "text/uri-list", "-quiet"],
                                     stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self.addCleanup(owner.wait)
            self.addCleanup(owner.kill)
            owner.stdin.write(other.as_uri().encode() + b"\r\n")
            owner.stdin.close()
            wait_for(lambda: clipboard("text/uri-list"), "the clipboard")
            app.key("ctrl+v")
            app.tile("pasted one.png")
            app.wait_picks("pasted one.png")


class TrashTest(DesktopTest):
    def setUp(self):
        super().setUp()
        subprocess.run(["rm", "-rf", self.trash])

    def test_undo_brings_back_bytes_time_and_picks(self):
        self.deal(4)
        path = self.folder / "card-003.png"
        before = (path.read_bytes(), path.stat().st_mtime_ns)
        with self.app() as app:
            app.pick(3, 1)
            app.key("Delete")
            app.wait_count(2)
            self.assertEqual(self.in_trash(), ["card-001.png", "card-003.png"])
            app.wait_said("2 photos moved to the trash")
            app.key("ctrl+z")
            app.wait_picks(3, 1)
            app.wait_count(4)
            self.assertEqual((path.read_bytes(), path.stat().st_mtime_ns), before)
            self.assertEqual(self.in_trash(), [])

    def test_undo_takes_back_the_last_thing_done(self):
        self.deal(4)
        with self.app() as app:
            app.wait_count(4)
            first = app.tile(1).extents
            app.pick(1)
            app.key("Delete")
            app.tile(2).wait(lambda tile: tile.extents == first, "close the gap")
            app.pick(2)
            app.key("ctrl+z")
            app.wait_picks()
            self.assertEqual(self.in_trash(), ["card-001.png"])

    def test_the_focused_photo_goes_where_none_is_picked_and_the_focus_stays_in_place(self):
        self.deal(4)
        with self.app() as app:
            app.wait_count(4)
            names = app.names
            app.key("Right")
            wait_for(lambda: app.focused and app.focused.name == names[1], "the second tile to have the focus")
            app.key("Delete")
            app.wait_names([names[0], *names[2:]])
            wait_for(lambda: app.focused and app.focused.name == names[2],
                     lambda: f"the next tile to have the focus, {app.focused} has it")

    def test_in_the_preview_the_shown_photo_goes(self):
        self.deal(4)
        with self.app() as app:
            app.pick(4)
            app.wait_count(4)
            app.key("Home")
            first = app.names[0]
            wait_for(lambda: app.focused and app.focused.name == first, "the first tile to have the focus")
            app.key("space")
            app.find("push button", "Back", shown=True)
            app.key("Delete")
            wait_for(lambda: self.in_trash() == [first], lambda: f"{first} in the trash, not {self.in_trash()}")
            app.find("push button", "Back", shown=True).click()
            app.wait_count(3)
            app.wait_picks(4)

    def test_a_live_photo_goes_with_its_clip(self):
        fixtures = Path(__file__).parent.parent / "Fixtures" / "metadata"
        self.folder.mkdir(parents=True)
        (self.folder / "live.jpg").write_bytes((fixtures / "gps_south_west.jpg").read_bytes())
        (self.folder / "live.mov").write_bytes((fixtures / "iphone_gps_portrait.mov").read_bytes())
        with self.app() as app:
            app.wait_names(["live.jpg"])
            app.pick("live.jpg")
            app.key("Delete")
            wait_for(lambda: self.in_trash() == ["live.jpg", "live.mov"],
                     lambda: f"both in the trash, there are {self.in_trash()}")

    def test_closing_at_once_finishes_what_was_begun(self):
        self.deal(3)
        with self.app() as app:
            app.pick(1, 2)
            app.key("Delete", "ctrl+w")
            self.assertEqual(app.result(), [])
        wait_for(lambda: len(self.in_trash()) == len(list((self.trash / "info").iterdir())),
                 "a trash whose files and notes agree")

    def test_a_dialog_throws_nothing_away(self):
        """ardaku/alloy#155"""
        self.deal(2)
        with self.open("--max", "2") as picker:
            picker.pick(1)
            picker.key("Delete")
            picker.pick(2)
            self.assertEqual(picker.accept(), self.path(1, 2))
        self.assertEqual(self.in_trash(), [])
        self.assertTrue((self.folder / "card-001.png").exists())

    def test_without_a_trash_the_user_is_asked(self):
        if not os.access(MEMORY, os.W_OK):
            self.skipTest(f"no {MEMORY}")
        folder = MEMORY / f"pickture-{os.getpid()}"
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", folder]))
        self.deal(2, folder)
        self.folder = folder
        with self.app() as app:
            app.pick(1)
            for button in "Cancel", "Delete":
                app.key("Delete")
                app.find("label", re.compile("Delete “card-001.png” for good"), shown=True)
                self.assertTrue((folder / "card-001.png").exists())
                app.find("push button", button, shown=True).act()
                wait_for(lambda: not app.first("label", re.compile("for good"), shown=True), "the answer")
            app.wait_count(1)
            self.assertFalse((folder / "card-001.png").exists())


class OpenTest(DesktopTest):
    def test_opened_files_become_recent_ones(self):
        self.deal(2)
        log = self.folder.with_name("opened.txt")
        self.addCleanup(lambda: log.unlink(missing_ok=True))
        self.install_viewer(log)
        recent = Path(os.environ["XDG_DATA_HOME"]) / "recently-used.xbel"
        recent.unlink(missing_ok=True)
        with self.app() as app:
            app.tile(2).click(button=3)
            self.menu(app, "Open")
            wait_for(lambda: log.exists() and log.read_text().split() == self.path(2), "the viewer")
            wait_for(lambda: recent.exists() and Path(self.path(2)[0]).as_uri() in recent.read_text(), "the list")
        recent.unlink()
        with self.open() as picker:
            picker.pick(1)
            self.assertEqual(picker.accept(), self.path(1))
        self.assertFalse(recent.exists(), "--pick adds nothing")

    def test_who_wants_no_recent_files_gets_none(self):
        self.deal(2)
        log = self.folder.with_name("opened.txt")
        self.addCleanup(lambda: log.unlink(missing_ok=True))
        self.install_viewer(log)
        recent = Path(os.environ["XDG_DATA_HOME"]) / "recently-used.xbel"
        recent.unlink(missing_ok=True)
        settings = Path(os.environ["XDG_CONFIG_HOME"]) / "gtk-4.0" / "settings.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("[Settings]\ngtk-recent-files-enabled=false\n")
        self.addCleanup(settings.unlink)
        with self.app() as app:
            app.pick(1)
            app.key("Return")
            wait_for(lambda: log.exists() and log.read_text().split() == self.path(1), "the viewer")
        self.assertFalse(recent.exists())

    def test_what_no_program_opens_is_said(self):
        self.deal(1)
        # Content types, icons and schemas, but no program.
        data = self.folder.with_name("data-without-programs")
        data.mkdir(exist_ok=True)
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", data]))
        for name in ("mime", "icons", "themes", "glib-2.0", "fonts"):
            (data / name).symlink_to(f"/usr/share/{name}")
        with self.app(environment={"XDG_DATA_DIRS": str(data)}) as app:
            app.pick(1)
            app.key("Return")
            app.wait_said("No program is set for opening files of the type image/png")

    def install_viewer(self, log):
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

"""What the desktop app does with files: the tile's menu, the clipboard, other programs."""
import os
import subprocess
from urllib.parse import unquote

from desktop import AppTest, FileManager, clipboard
from picker import MENU_ITEM, Path, cards, wait_for


class MenuTest(AppTest):
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


class CopyTest(AppTest):
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


class OpenTest(AppTest):
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

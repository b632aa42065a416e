"""The desktop app: copy, drag, open, trash. No limit, no accept, no cancel."""
import os
import subprocess
import sys
from urllib.parse import unquote

from desktop import AppTest, clipboard
from driver import App
from picker import Path, cards, choose_folder, re, wait_for
from x11 import xdotool

OTHER = Path(__file__).with_name("other_program.py")


class Other(App):
    """The other program, moved to the right of the picker."""

    def __init__(self, *arguments):
        super().__init__([sys.executable, "-W", "ignore", str(OTHER), *map(str, arguments)])
        xdotool("windowmove", "--sync", self.xid, 1020, 100)

    def point_of_window(self):
        _, _, width, height = self.window.extents
        return width // 2, height // 2

    @property
    def lines(self):
        return self.output.decode().splitlines()


class AppModeTest(AppTest):
    def test_no_accept_no_cancel_and_escape_unpicks(self):
        self.deal(4)
        with self.app() as app:
            app.pick(1, 2, 3)
            app.wait_status("Selected 3")
            for name in ("Cancel", "Add", "Add (3)"):
                self.assertIsNone(app.first("push button", name, shown=True))
            app.key("Escape")
            app.wait_status("Selected 0")
            app.key("Escape", "Escape")
            app.wait_picks()
            self.assertIsNone(app.process.poll(), "Escape never closes the app")
            app.ask_to_close()
            self.assertEqual(app.result(), [])

    def test_copy_gives_files_and_image(self):
        self.deal(4)
        cards.write(self.folder / "ä b.png", 9, modified=1)
        with self.app() as app:
            app.pick(3, "ä b.png")
            app.key("ctrl+c")
            wanted = [(self.folder / name).as_uri() for name in ("card-003.png", "ä b.png")]
            wait_for(lambda: clipboard("text/uri-list").decode().split() == wanted,
                     lambda: f"{wanted} on the clipboard; there is {clipboard('text/uri-list')}")
            app.key("Escape")
            app.pick(2)
            app.key("ctrl+c")
            wait_for(lambda: clipboard("text/uri-list").decode().split() == [Path(self.path(2)[0]).as_uri()],
                     "one file on the clipboard")
            self.assertIn("image/png", clipboard("TARGETS").decode().split())
            self.assertEqual(clipboard("image/png")[:8], b"\x89PNG\r\n\x1a\n")

    def test_dragging_an_unpicked_tile_out(self):
        """elementary/photos#16, #39: without a click before"""
        self.deal(4)
        with self.app() as app, Other("sink") as other:
            app.wait_count(4)
            self.drag_out(app, app.tile(3))
            wait_for(lambda: other.lines == [Path(self.path(3)[0]).as_uri()], lambda: f"a drop; {other.lines}")
            app.wait_picks()

    def test_dragging_a_picked_tile_takes_all_picks_in_order(self):
        self.deal(4)
        cards.write(self.folder / "ä b.png", 9, modified=1)
        with self.app() as app, Other("sink") as other:
            app.pick("ä b.png", 1)
            self.drag_out(app, app.tile(1))
            wait_for(lambda: [unquote(line) for line in other.lines] == [
                f"file://{self.folder}/ä b.png", f"file://{self.folder}/card-001.png"],
                lambda: f"a drop; {other.lines}")
            app.wait_picks("ä b.png", 1)

    @staticmethod
    def drag_out(app, tile):
        start = tile.point()
        xdotool("windowraise", app.xid)
        app.pointer.press(*start)
        # Real time: a drag is recognised from several moves some time apart (anchors-desktop.md, R6).
        app.pointer.glide(start, (start[0] + 60, start[1] + 30), steps=6, pause=0.1)
        app.pointer.glide((start[0] + 60, start[1] + 30), (1120, 200), steps=8, pause=0.05)
        app.pointer.glide((1120, 200), (1135, 215), steps=5, pause=0.1)
        app.pointer.release()

    def drop_in(self, app, *arguments):
        with Other("source", *arguments) as other:
            app.xid
            start = other.point_of_window()
            other.pointer.press(*start)
            other.pointer.glide(start, (start[0] - 60, start[1] + 30), steps=6, pause=0.1)
            other.pointer.glide((start[0] - 60, start[1] + 30), (-500, 300), steps=8, pause=0.05)
            other.pointer.glide((-500, 300), (-515, 315), steps=5, pause=0.1)
            other.pointer.release()
            wait_for(lambda: "done" in other.lines, "the drag to end")

    def test_files_and_folders_dropped_are_added(self):
        """audacious#1597, ghostty-org/ghostty#11175 (a source that offers only to move)"""
        self.deal(2)
        elsewhere = self.folder.with_name(self.folder.name + "-elsewhere")
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", elsewhere]))
        single = cards.write(elsewhere / "single" / "drop me.png", 40)
        self.deal(2, elsewhere / "folder", first=50)
        for moving in ([], ["move"]):
            with self.subTest(moving), self.app() as app:
                app.wait_count(2)
                self.drop_in(app, *moving, single)
                app.tile("drop me.png")
                self.drop_in(app, *moving, elsewhere / "folder")
                app.tile(50)
                app.tile(51)
                self.assertTrue(single.exists(), "what is dropped stays where it is")

    def test_delete_moves_to_the_trash_and_undo_brings_it_back(self):
        """elementary/photos#319, ardaku/alloy#155, BestImageViewer/geeqie#437"""
        self.deal(4)
        with self.app() as app:
            app.pick(2, 3)
            app.key("Delete")
            app.wait_count(2)
            self.assertFalse((self.folder / "card-002.png").exists())
            trash = Path(os.environ["XDG_DATA_HOME"], "Trash")
            infos = sorted(path.name for path in (trash / "info").iterdir())
            self.assertEqual(infos, ["card-002.png.trashinfo", "card-003.png.trashinfo"])
            app.wait_status("Selected 0")
            app.find("push button", re.compile("Undo"), shown=True).click()
            app.wait_count(4)
            self.assertTrue((self.folder / "card-002.png").exists())
            self.assertEqual(list((trash / "info").iterdir()), [])

    def test_undo_by_key(self):
        self.deal(3)
        with self.app() as app:
            app.pick(1)
            app.key("Delete")
            app.wait_count(2)
            app.key("ctrl+z")
            app.wait_count(3)
            self.assertTrue((self.folder / "card-001.png").exists())

    def test_enter_opens_with_the_default_program(self):
        self.deal(3)
        log = self.folder.with_name("opened.txt")
        log.unlink(missing_ok=True)
        self.addCleanup(lambda: log.unlink(missing_ok=True))
        self.install_viewer(log)
        with self.app() as app:
            app.pick(3, 1)
            app.key("Return")
            wait_for(lambda: log.exists() and len(log.read_text().splitlines()) == 2, "the viewer to start")
            self.assertEqual(log.read_text().splitlines(), self.path(3, 1))
            self.assertIsNone(app.process.poll())

    def test_a_second_start_hands_its_arguments_to_the_first(self):
        self.deal(2)
        elsewhere = self.folder.with_name(self.folder.name + "-elsewhere")
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", elsewhere]))
        self.deal(2, elsewhere, first=50)
        with self.app() as app:
            app.wait_count(2)
            second = subprocess.run([app.command[0], elsewhere], capture_output=True, timeout=20)
            self.assertEqual((second.returncode, second.stdout), (0, b""))
            app.tile(50)
            self.assertIsNone(app.process.poll())

    def test_the_same_grid_as_in_the_dialog(self):
        """lgse/strata#1163: typing finds, folders change, keys pick"""
        self.deal(3, self.folder / "a")
        self.deal(2, self.folder / "b", first=11)
        with self.app() as app:
            app.wait_count(5)
            choose_folder(app, "b")
            app.wait_count(2)
            app.key("Home", "ctrl+space")
            app.wait_picks(11)
            app.type("card-012")
            app.wait_names(["card-012.png"])

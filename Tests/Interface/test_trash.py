"""Throwing photos away, and undoing it."""
import os
import subprocess

from desktop import AppTest
from picker import Path, re, wait_for

MEMORY = Path("/dev/shm")  # a disk without a trash


class TrashTest(AppTest):
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

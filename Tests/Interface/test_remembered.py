"""What survives a restart, and what must not be left behind."""
import os
import shutil
import subprocess
import unittest

from driver import SCRATCH
from picker import Path, PickerTest, cards, choose, re, wait_for

ROOT = Path(__file__).parents[2]


@unittest.skipUnless(shutil.which("glib-compile-schemas"), "glib-compile-schemas is not installed")
class SettingsTest(PickerTest):
    """elementary/files#1797, pop-os/cosmic-epoch#1025, blissd/fotema#573"""

    def setUp(self):
        super().setUp()
        schemas = SCRATCH / "schemas"
        schemas.mkdir(exist_ok=True)
        shutil.copy(ROOT / "data/io.github.pickture.Pickture.gschema.xml", schemas)
        subprocess.run(["glib-compile-schemas", schemas], check=True)
        self.environment = {"GSETTINGS_BACKEND": "keyfile", "GSETTINGS_SCHEMA_DIR": str(schemas)}
        self.addCleanup(shutil.rmtree, Path(os.environ["XDG_CONFIG_HOME"]) / "glib-2.0", True)

    def test_the_tile_size(self):
        self.deal(4)
        sizes = []
        for _ in range(2):
            with self.open(environment=self.environment) as picker:
                picker.wait_drawn(1)
                sizes.append(picker.tile(1).extents[2])
                if len(sizes) == 1:
                    picker.key("ctrl+plus", "ctrl+plus", "ctrl+plus")
                    wait_for(lambda: picker.tile(1).extents[2] > sizes[0] + 40, "bigger tiles")
                    sizes[0] = picker.tile(1).extents[2]
        self.assertEqual(sizes[0], sizes[1])

    def test_the_order_unless_the_caller_names_one(self):
        for number, name in enumerate(("c.png", "a.png", "b.png"), 1):
            cards.write(self.folder / name, number, modified=2_000_000_000 - number)
        with self.open(environment=self.environment) as picker:
            picker.wait_names(["c.png", "a.png", "b.png"])
            choose(picker, "Sort and Filter", re.compile("(?i)name"))
            picker.wait_names(["a.png", "b.png", "c.png"])
        with self.open("--sort", "oldest", environment=self.environment) as picker:
            picker.wait_names(["b.png", "a.png", "c.png"])

    def test_the_size_of_the_window(self):
        self.deal(1)
        with self.open(environment=self.environment) as picker:
            picker.resize(700, 500)
        with self.open(environment=self.environment) as picker:
            wait_for(lambda: abs(picker.window.extents[2] - 700) < 30, lambda: f"700, not {picker.window.extents}")


class TracesTest(PickerTest):
    def test_a_pick_adds_nothing_to_recent_files(self):
        """geany/geany#2294"""
        self.deal(2)
        with self.open() as picker:
            picker.pick(1)
            picker.accept()
        self.assertFalse((Path(os.environ["XDG_DATA_HOME"]) / "recently-used.xbel").exists())

    def test_thumbnails_are_kept_for_other_programs_and_used_again(self):
        """blissd/fotema#169"""
        self.deal(3)
        thumbnails = Path(os.environ["XDG_CACHE_HOME"]) / "thumbnails"

        def stored():
            return sorted(thumbnails.rglob("*.png"))

        with self.open() as picker:
            picker.wait_drawn(1, 2, 3)
            wait_for(lambda: len(stored()) == 3, lambda: f"three thumbnails; {stored()}")
        before = {path: path.stat().st_mtime_ns for path in stored()}
        with self.open() as picker:
            picker.wait_drawn(1, 2, 3)
        self.assertEqual(before, {path: path.stat().st_mtime_ns for path in stored()})

    def test_no_directory_handler_is_registered(self):
        """puddletag/puddletag#195, quodlibet/quodlibet#1160"""
        entry = (ROOT / "data/io.github.pickture.Pickture.desktop.in").read_text()
        self.assertNotIn("inode/directory", entry)

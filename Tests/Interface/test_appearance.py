"""Looks: dark and high contrast as the desktop says, mirrored, narrow, large, in German."""
import os
import shutil
import subprocess
import unittest

from driver import SCRATCH
from picker import Path, PickerTest, cards, re, wait_for
from portal import COLOR_SCHEME, SettingsPortal

ROOT = Path(__file__).parents[2]


def brightness(picker, picture=None):
    """Of the empty ground below the tiles, 0 to 255."""
    x, y, width, height = picker.grid.extents
    return sum((picture or picker.picture())[x + width - 20, y + height - 20]) // 3


class StyleTest(PickerTest):
    def test_dark_from_the_start_and_followed_live(self):
        self.deal(3)
        with SettingsPortal("dark") as portal, self.open() as picker:
            picker.wait_count(3)
            wait_for(lambda: brightness(picker) < 90, lambda: f"a dark window, not {brightness(picker)}")
            portal.set("color-scheme", COLOR_SCHEME["light"])
            wait_for(lambda: brightness(picker) > 180, lambda: f"a light window, not {brightness(picker)}")
            portal.set("color-scheme", COLOR_SCHEME["dark"])
            wait_for(lambda: brightness(picker) < 90, "a dark window again")

    def test_without_a_portal_it_is_light_and_does_not_wait(self):
        self.deal(3)
        with self.open() as picker:
            picker.wait_count(3)
            self.assertLess(picker.ready, 5)
            self.assertGreater(brightness(picker), 180)

    def test_high_contrast_is_followed_live(self):
        self.deal(3)
        with SettingsPortal() as portal, self.open("--max", "2") as picker:
            picker.wait_drawn(1)
            picker.pick(1)
            before = picker.picture().data
            portal.set("contrast", 1)
            wait_for(lambda: picker.picture().data != before, "the look to change")
            portal.set("contrast", 0)
            wait_for(lambda: picker.picture().data == before, "the look as before")

    def test_the_users_theme_is_honoured(self):
        """linuxmint/cinnamon#12551"""
        self.deal(3)
        looks = []
        for theme in ("Adwaita", "Adwaita:dark", "Default-hc"):
            with self.open(environment={"GTK_THEME": theme}) as picker:
                picker.wait_drawn(1)
                looks.append(picker.picture().data)
        self.assertEqual(len(set(looks)), 3)

    def test_picked_and_focused_are_seen(self):
        """elementary/files#2297: a focus ring that is seen, and a border on what is picked."""
        self.deal(6)
        with self.open("--max", "3") as picker:
            picker.wait_drawn(1, 2, 3)
            picker.pick(2)
            picker.pointer.move(900, 500)
            x, y, width, height = picker.tile(2).extents
            picture = picker.picture()
            border = picture[x + width // 3, y + 2]
            self.assertFalse(picker.shows_card(picker.tile(2), 2) and border == cards.colour(2),
                             "a picked tile has a border")
            picker.key("Left")
            before = picker.picture()
            picker.key("Right")
            picker.tile(2).wait_state("focused")
            self.assertNotEqual(before.data, picker.picture().data, "the focus is seen")

    def test_large_font_and_twice_the_scale(self):
        self.deal(4)
        settings = Path(os.environ["XDG_CONFIG_HOME"]) / "gtk-4.0" / "settings.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("[Settings]\ngtk-font-name=Sans 20\n")
        self.addCleanup(settings.unlink)
        with self.open("--max", "2") as picker:
            picker.pick(3)
            self.assertEqual(picker.accept(), self.path(3))
        settings.write_text("")
        with self.open("--max", "2", environment={"GDK_SCALE": "2"}) as picker:
            picker.wait_drawn(1)
            picker.pick(2)
            self.assertEqual(picker.accept(), self.path(2))


class MirroredTest(PickerTest):
    def test_right_to_left_and_arrows_go_the_way_they_point(self):
        """sepehr-rs/Sudoku#139"""
        self.deal(12)
        with self.open("--max", "3", environment={"GTK_DEBUG": "invert-text-dir"}) as picker:
            picker.wait_drawn(1, 2)
            self.assertGreater(picker.tile(1).extents[0], picker.tile(2).extents[0])
            picker.pick(2)
            picker.key("Left")
            picker.tile(3).wait_state("focused")
            picker.key("Right", "Right", "ctrl+space")
            picker.wait_picks(2, 1)
            self.assertGreater(picker.cancel_button.extents[0], picker.accept_button.extents[0])
            self.assertEqual(picker.accept(), self.path(2, 1))

    def test_dragging_across_tiles(self):
        self.deal(6)
        with self.open("--max", "0", environment={"GTK_DEBUG": "invert-text-dir"}) as picker:
            picker.wait_drawn(1, 3)
            picker.pointer.drag(picker.tile(1).point(), picker.tile(3).point(), steps=12)
            picker.wait_picks(1, 2, 3)


class NarrowTest(PickerTest):
    """johnfactotum/foliate#635, omacom/omarchy#9046: nothing is out of reach at 360 pixels."""

    def test_360_pixels(self):
        self.deal(12)
        with self.open("--max", "5") as picker:
            picker.wait_count(12)
            picker.resize(360, 600)
            wait_for(lambda: picker.window.extents[2] <= 360, lambda: f"360 pixels, not {picker.window.extents}")
            picker.pick(1, 2)
            picker.picture()
            for name in ("Cancel", "Add (2)", "Search", "Sort and Filter", "Folder", "Preview", "Menu"):
                button = picker.find(re.compile("button"), name, shown=True)
                x, y, width, height = button.extents
                self.assertTrue(0 <= x and x + width <= 360 and 0 <= y and y + height <= 600, f"{name} at {x},{y}")
            self.assertGreaterEqual(len({tile.extents[0] for tile in picker.tiles}), 2, "two columns at least")
            picker.tile(3).click(times=2)
            picker.find(name="Zoom", shown=True)
            self.assertLessEqual(picker.window.extents[2], 360)
            picker.key("Escape")
            self.assertEqual(picker.accept(), self.path(1, 2))

    def test_columns_follow_the_width(self):
        self.deal(12)
        with self.open() as picker:
            picker.wait_drawn(1)

            def columns():
                return len({tile.extents[0] for tile in picker.tiles})

            wide = columns()
            picker.resize(500, 600)
            wait_for(lambda: columns() < wide, "fewer columns")
            picker.resize(1000, 600)
            wait_for(lambda: columns() == wide, "as many as before")


class GermanTest(PickerTest):
    @unittest.skipUnless((ROOT / "po/de.po").exists() and shutil.which("msgfmt"), "no German catalogue")
    def test_it_speaks_german(self):
        folder = SCRATCH / "locale/de/LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["msgfmt", "-o", folder / "pickture.mo", ROOT / "po/de.po"], check=True)
        self.deal(4)
        with self.open("--max", "3", accept="Hinzufügen", grid="Fotos", environment={
                "LANGUAGE": "de", "PICKTURE_LOCALEDIR": str(SCRATCH / "locale")}) as picker:
            picker.find("push button", "Abbrechen", shown=True)
            picker.pick(1, 2)
            picker.wait_status(re.compile("2 von 3"))
            self.assertEqual(picker.accept(), self.path(1, 2))

"""Names, states and announcements: what a screen reader gets to know."""
import unittest

from inspection import nameless
from picker import PickerTest, cards, close_second_window, re, wait_for
from speech import Orca


class NamesTest(PickerTest):
    """CONTRACT.md, "Accessible names"."""

    def test_R60_tiles_tell_name_kind_date_number_and_count(self):
        cards.write(self.folder / "a.png", 1, date="2024:05:03 14:05:00")
        cards.write(self.folder / "b.png", 2, date="2023:05:03 14:05:00")
        with self.open("--max", "5") as picker:
            picker.wait_names(["a.png", "b.png"])
            a, b = picker.tile("a.png"), picker.tile("b.png")
            self.assertEqual(a.role, "table cell")
            a.wait_description("Photo, 2024-05-03 14:05")
            picker.pick("b.png", "a.png")
            a.wait_description("Photo, 2024-05-03 14:05, number 2, 2 of 5 selected")
            b.wait_description("Photo, 2023-05-03 14:05, number 1")
            picker.pick("b.png")
            a.wait_description("Photo, 2024-05-03 14:05, number 1")
            b.wait_description("Photo, 2023-05-03 14:05, 1 of 5 selected")

    def test_controls_have_the_names_of_the_contract(self):
        self.deal(2)
        with self.open("--max", "5") as picker:
            picker.wait_count(2)
            for name in ("Add", "Cancel", "Search", "Sort and Filter", "Folder", "Preview", "Menu"):
                found = [node for node in picker.all(re.compile("button"), name) if "focusable" in node.states]
                self.assertEqual(len(found), 1, f"{name}: {[str(node) for node in found]}")
            picker.wait_status("Selected 0 of 5")
            self.assertEqual(picker.grid.role, "table")
            picker.key("Home", "space")
            picker.find(name="Zoom", shown=True)

    def test_without_a_limit_the_status_names_none(self):
        self.deal(2)
        with self.open("--multiple") as picker:
            picker.wait_status("Selected 0")
            picker.pick(1)
            picker.wait_status("Selected 1")
            picker.tile(1).wait_description(re.compile("number 1, 1 selected$"))


class AuditTest(PickerTest):
    """tchx84/Flatseal#496, elementary/files#2446: nothing without a name, nothing named by its type."""

    def test_grid_search_menus_preview_and_shortcuts(self):
        self.deal(5)
        with self.open("--max", "3") as picker:
            picker.wait_count(5)
            picker.pick(2)
            self.assertEqual(nameless(picker), [])
            picker.key("ctrl+f")
            picker.find(re.compile("entry|text"), "Search", shown=True)
            self.assertEqual(nameless(picker), [], "search")
            picker.key("Escape")
            for menu in ("Folder", "Sort and Filter", "Menu"):
                picker.find(re.compile("button"), menu, shown=True).click()
                wait_for(lambda: len(picker.xids()) > 1, f"the popover of {menu}")
                self.assertEqual(nameless(picker), [], menu)
                picker.key("Escape")
                wait_for(lambda: len(picker.xids()) == 1, "the popover to close")
            picker.tile(3).click(times=2)
            picker.find(name="Zoom", shown=True)
            self.assertEqual(nameless(picker), [], "preview")
            picker.key("Escape")
            picker.key("ctrl+question")
            wait_for(lambda: len(picker.children) > 1, "the shortcuts window")
            self.assertEqual(nameless(picker), [], "shortcuts")
            close_second_window(picker)

    def test_empty_state(self):
        self.folder.mkdir()
        with self.open() as picker:
            picker.find("push button", re.compile("Choose Another Folder"), shown=True)
            self.assertEqual(nameless(picker), [])

    def test_the_app(self):
        self.deal(3)
        with self.open(pick=False) as app:
            app.wait_count(3)
            app.pick(1, 2)
            self.assertEqual(nameless(app), [])


@unittest.skipUnless(Orca.installed, "orca is not installed")
class SpokenTest(PickerTest):
    def test_R61_R10_a_whole_pick_is_heard(self):
        cards.write(self.folder / "first.png", 1, date="2024:05:03 14:05:00")
        cards.write(self.folder / "second.png", 2, date="2023:05:03 14:05:00")
        cards.write(self.folder / "third.png", 3, date="2022:05:03 14:05:00")
        with Orca() as orca, self.open("--max", "2") as picker:
            picker.wait_count(3)
            picker.key("Home")
            orca.hears(lambda: picker.key("Right"), "second.png", "2023-05-03")
            orca.hears(lambda: picker.key("ctrl+space"), "number 1", "1 of 2 selected")
            orca.hears(lambda: picker.key("Left"), "first.png")
            orca.hears(lambda: picker.key("ctrl+space"), "number 2", "2 of 2 selected")
            picker.key("Right", "Right")
            orca.hears(lambda: picker.key("ctrl+space"), r"at most|\b2\b photos")
            orca.hears(lambda: picker.key("Left", "ctrl+space"), "1 of 2 selected")
            picker.key("ctrl+Return")
            self.assertEqual(picker.result(), [str(self.folder / "first.png")])

    def test_moving_without_picking_tells_the_names(self):
        """mate-desktop/caja#281"""
        self.deal(4)
        with Orca() as orca, self.open("--max", "4") as picker:
            picker.wait_count(4)
            picker.key("Home")
            for number in (2, 3, 4):
                orca.hears(lambda: picker.key("Right"), f"card-{number:03}")

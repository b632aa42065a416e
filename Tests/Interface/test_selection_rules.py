"""DESIGN.md, "Rules of the selection": the same for mouse, keys, preview and assistive tools."""
import re
import time

from screen import colour_distance
from picker import CANCELLED, PickerTest, cards, choose_folder, wait_for


class AtTheMaximumTest(PickerTest):
    def test_R05_a_picked_tile_always_reacts(self):
        self.deal(8)
        with self.open("--max", "5") as picker:
            picker.pick(1, 2, 3, 4, 5)
            picker.pick(3)
            picker.wait_picks(1, 2, 4, 5)
            picker.pick(8)
            picker.wait_picks(1, 2, 4, 5, 8)
            self.assertEqual(picker.accept(), self.path(1, 2, 4, 5, 8))

    def test_R10_the_toast_comes_once_and_goes(self):
        self.deal(5)
        with self.open("--max", "2") as picker:
            picker.pick(1, 2)
            for number in (3, 4, 3):
                picker.tile(number).click()
            picker.wait_said(r"\b2\b.*photo|photo.*\b2\b")
            toasts = picker.all("label", re.compile(r"\b2\b.*photo|photo.*\b2\b"), shown=True)
            self.assertEqual(len(toasts), 1, "one toast, not three")
            wait_for(lambda: not picker.said(r"\b2\b.*photo|photo.*\b2\b"), "the toast to go", 15)
            picker.wait_picks(1, 2)

    def test_R11_the_count_does_not_drift(self):
        self.deal(12, self.folder / "a")
        self.deal(3, self.folder / "b", first=20)
        with self.open("--max", "9") as picker:
            picker.pick(*range(1, 10))
            picker.wait_status("Selected 9 of 9")
            choose_folder(picker, "b")
            picker.wait_count(3)
            picker.wait_status("Selected 9 of 9")
            choose_folder(picker, re.compile("^All"))
            picker.wait_count(15)
            picker.pick(4)
            picker.wait_status("Selected 8 of 9")
            picker.pick(11)
            picker.wait_picks(1, 2, 3, 5, 6, 7, 8, 9, 11)
            self.assertEqual(len(picker.accept()), 9)

    def test_R04_picks_survive_changing_the_folder(self):
        self.deal(4, self.folder / "a")
        self.deal(4, self.folder / "b", first=11)
        with self.open("--max", "9") as picker:
            choose_folder(picker, "a")
            picker.wait_count(4)
            picker.pick(2, 1)
            choose_folder(picker, "b")
            picker.tile(11)
            picker.pick(14, 12)
            for name, number in (("a", 1), ("b", 11), ("a", 1), ("b", 11)):
                choose_folder(picker, name)
                picker.tile(number)
            picker.wait_status("Selected 4 of 9")
            picker.tile(14).wait_description(re.compile(", number 3"))
            self.assertEqual(picker.accept(), [str(self.folder / part) for part in (
                "a/card-002.png", "a/card-001.png", "b/card-014.png", "b/card-012.png")])


class ManyAtOnceTest(PickerTest):
    def test_select_all_stops_at_the_maximum(self):
        self.deal(9)
        with self.open("--max", "4") as picker:
            picker.wait_count(9)
            picker.key("ctrl+a")
            picker.wait_picks(1, 2, 3, 4)
            picker.wait_said(r"\b4\b.*photo|photo.*\b4\b")
            self.assertEqual(picker.accept(), self.path(1, 2, 3, 4))

    def test_shift_click_picks_the_range_and_stops_at_the_maximum(self):
        self.deal(12)
        with self.open("--max", "6") as picker:
            picker.pick(2)
            picker.tile(5).click(hold=["shift"])
            picker.wait_picks(2, 3, 4, 5)
            picker.tile(12).click(hold=["shift"])
            wait_for(lambda: len(picker.numbers) == 6, lambda: f"six picks, not {picker.numbers}")
            self.assertEqual(len(picker.accept()), 6)

    def test_dragging_across_tiles_picks_and_going_back_restores(self):
        self.deal(12)
        with self.open("--max", "0") as picker:
            picker.wait_count(12)
            first, fourth, second = (picker.tile(n).point() for n in (1, 4, 2))
            picker.pointer.press(*first)
            picker.pointer.glide(first, fourth, 12)
            picker.wait_picks(1, 2, 3, 4)
            picker.pointer.glide(fourth, second, 12)
            picker.wait_picks(1, 2)
            picker.pointer.release()
            picker.wait_picks(1, 2)
            self.assertEqual(picker.accept(), self.path(1, 2))

    def test_dragging_from_a_picked_tile_unpicks(self):
        self.deal(8)
        with self.open("--max", "0") as picker:
            picker.pick(1, 2, 3, 4)
            picker.pointer.drag(picker.tile(2).point(), picker.tile(4).point(), steps=12)
            picker.wait_picks(1)
            self.assertEqual(picker.accept(), self.path(1))

    def test_rubber_band_from_empty_space(self):
        self.deal(3)
        with self.open("--max", "0") as picker:
            picker.wait_count(3)
            picker.wait_drawn(3)
            x, y, width, height = picker.tile(3).extents
            empty = (x + width + 200, y + height + 150)
            picker.pointer.drag(empty, (x - width // 2, y + height // 2), steps=16)
            wait_for(lambda: set(picker.numbers) == {"card-002.png", "card-003.png"},
                     lambda: f"the last two; picks are {picker.numbers}")
            self.assertEqual(len(picker.accept()), 2)

    def test_R17_a_drag_beyond_the_edge_scrolls_and_going_back_unpicks(self):
        self.deal(200)
        with self.open("--max", "0") as picker:
            picker.wait_drawn(1, 10)
            # Places while nothing is scrolled; GTK does not say where tiles are that are out of sight.
            start, goal, first = (picker.tile(number).point() for number in (10, 32, 1))
            corner = picker.tile(1).point(0.3, 0.82)
            _, top, _, height = picker.grid.parent.extents
            bottom, edge = (start[0], top + height - 4), (first[0], top + 4)
            picker.pointer.press(*start)
            picker.pointer.glide(start, bottom, 12)

            def count():
                return int(picker.find("label", re.compile(r"^Selected \d+$"), shown=True).name.split()[1])

            wait_for(lambda: count() >= 70, lambda: f"the edge to scroll; {count()} are picked", 30)
            picker.pointer.glide(bottom, edge, 6)
            wait_for(lambda: colour_distance(picker.picture(30)[corner], cards.colour(1)) < 12
                     or "selected" in picker.tile(1).states, "the grid to scroll back", 30)
            picker.wait_status("Selected 10")
            picker.pointer.glide(edge, goal, 6)
            picker.wait_status("Selected 23")
            picker.pointer.release()
            self.assertEqual(picker.accept(), self.path(*range(10, 33)))


class DoubleClickTest(PickerTest):
    def test_it_previews_and_leaves_picks_and_order(self):
        self.deal(6)
        with self.open("--max", "5") as picker:
            picker.pick(4, 2)
            for number in (2, 6):
                picker.tile(number).click(times=2)
                picker.find(name="Zoom", shown=True)
                picker.key("Escape")
                wait_for(lambda: not picker.first(name="Zoom", shown=True), "the grid")
                picker.wait_picks(4, 2)
            self.assertEqual(picker.accept(), self.path(4, 2))


class ThroughAssistiveToolsTest(PickerTest):
    def test_R60_select_deselect_and_select_all_follow_the_rules(self):
        self.deal(6)
        with self.open("--max", "3") as picker:
            picker.wait_count(6)
            for number in (5, 2, 4):
                picker.grid.select(picker.tile(number))
            picker.wait_picks(5, 2, 4)
            picker.grid.select(picker.tile(1))
            picker.wait_said(r"\b3\b.*photo|photo.*\b3\b")
            picker.wait_picks(5, 2, 4)
            picker.grid.deselect(picker.tile(2))
            picker.wait_picks(5, 4)
            self.assertEqual(picker.grid.selected_count, 2)
            picker.grid.select_all()
            picker.wait_picks(5, 4, 1)
            self.assertEqual({tile.name for tile in picker.tiles if "selected" in tile.states},
                             {"card-005.png", "card-004.png", "card-001.png"})
            picker.accept_button.act()
            self.assertEqual(picker.result(), self.path(5, 4, 1))

    def test_R16_toggling_again_and_again(self):
        self.deal(3)
        with self.open("--max", "1") as picker:
            began = time.monotonic()
            for round_ in range(25):
                picker.tile(1 + round_ % 2).click()
            picker.wait_picks(1)
            self.assertLess(time.monotonic() - began, 20)
            picker.key("Escape")
            self.assertEqual(picker.result(CANCELLED), [])

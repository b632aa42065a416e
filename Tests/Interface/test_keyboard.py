"""R61: a whole session without a pointer."""
from inspection import tab_round
from picker import CANCELLED, PickerTest, close_second_window, re, wait_for


class WholeSessionTest(PickerTest):
    def test_R61_pick_extend_and_accept(self):
        self.deal(24)
        with self.open("--max", "6") as picker:
            picker.wait_count(24)
            picker.key("Home", "ctrl+space", "Right", "Right", "ctrl+space")
            picker.wait_picks(1, 3)
            picker.key("shift+Right", "shift+Right")
            wait_for(lambda: set(picker.numbers) == {f"card-{n:03}.png" for n in (1, 3, 4, 5)},
                     lambda: f"1, 3, 4, 5; picks are {picker.numbers}")
            picker.key("End", "Insert")
            picker.tile(24).wait_state("selected")
            picker.key("ctrl+Return")
            self.assertEqual(picker.result(), self.path(1, 3, 4, 5, 24))

    def test_enter_picks_the_focused_tile_if_nothing_is_picked(self):
        self.deal(4)
        with self.open("--max", "3") as picker:
            picker.wait_count(4)
            picker.key("Home", "Right", "Return")
            self.assertEqual(picker.result(), self.path(2))

    def test_enter_accepts_what_is_picked_and_not_the_focused_tile(self):
        self.deal(4)
        with self.open("--max", "3") as picker:
            picker.wait_count(4)
            picker.key("Home", "ctrl+space", "Right")
            picker.wait_picks(1)
            picker.key("Return")
            self.assertEqual(picker.result(), self.path(1))

    def test_undo_and_redo(self):
        self.deal(4)
        with self.open("--max", "3") as picker:
            picker.pick(3, 1)
            picker.key("ctrl+z")
            picker.wait_picks(3)
            picker.key("ctrl+shift+z")
            picker.wait_picks(3, 1)

    def test_tab_goes_round_and_the_grid_is_one_stop(self):
        self.deal(12)
        with self.open("--max", "3") as picker:
            picker.wait_count(12)
            stops = tab_round(picker)
            self.assertEqual(sum(role == "table cell" for role, _ in stops), 1, stops)
            names = {name for _, name in stops}
            self.assertLessEqual({"Cancel", "Search", "Folder"}, names, stops)
            backwards = tab_round(picker, "shift+Tab")
            self.assertCountEqual(stops, backwards)

    def test_the_grid_remembers_its_tile(self):
        self.deal(12)
        with self.open("--max", "3") as picker:
            picker.pick(5)
            for key in ("Tab", "shift+Tab"):
                picker.key(key)
            picker.tile(5).wait_state("focused")

    def test_tile_size_by_keys(self):
        self.deal(12)
        with self.open() as picker:
            picker.wait_drawn(1, 2)
            before = picker.tile(1).extents[2]
            picker.key("ctrl+plus")
            wait_for(lambda: picker.tile(1).extents[2] > before, "bigger tiles")
            picker.key("ctrl+minus", "ctrl+minus")
            wait_for(lambda: picker.tile(1).extents[2] < before, "smaller tiles")
            picker.key("ctrl+0")
            wait_for(lambda: picker.tile(1).extents[2] == before, "tiles as at first")

    def test_tile_size_by_the_wheel(self):
        self.deal(12)
        with self.open() as picker:
            picker.wait_drawn(1, 2)
            before = picker.tile(1).extents[2]
            picker.pointer.scroll(*picker.tile(1).point(), -2, hold=["ctrl"])
            wait_for(lambda: picker.tile(1).extents[2] > before, "bigger tiles")

    def test_the_shortcuts_window(self):
        self.deal(2)
        with self.open() as picker:
            picker.wait_count(2)
            picker.key("ctrl+question")
            wait_for(lambda: len([node for node in picker.children]) > 1, "a second window")
            picker.find("label", re.compile("(?i)preview"))
            close_second_window(picker)
            self.assertIsNone(picker.process.poll())

    def test_delete_does_nothing_in_a_dialog(self):
        """ardaku/alloy#155"""
        self.deal(2)
        with self.open() as picker:
            picker.pick(1)
            picker.key("Delete", "BackSpace")
            picker.key("Escape")
            picker.result(CANCELLED)
        self.assertTrue((self.folder / "card-001.png").exists())

    def test_space_previews_and_picks_nothing(self):
        """flatpak/xdg-desktop-portal-gtk#402"""
        self.deal(3)
        with self.open("--max", "2") as picker:
            picker.wait_count(3)
            picker.key("Home", "space")
            picker.find(name="Zoom", shown=True)
            self.assertEqual(picker.output, b"")
            picker.key("Escape")
            picker.wait_status("Selected 0 of 2")

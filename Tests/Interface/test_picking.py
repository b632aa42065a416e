"""The main job: pick with mouse and keys, and the paths come out in that order."""
import os
import subprocess
import unittest

from x11 import xdotool
from picker import BINARY, CANCELLED, Picker, PickerTest, cards, re, wait_for


class MainJobTest(PickerTest):
    def test_three_by_mouse_two_by_keyboard_and_a_sixth_in_vain(self):
        self.deal(12)
        with self.open("--max", "5") as picker:
            picker.wait_count(12)
            picker.wait_drawn(2, 3, 9)
            picker.wait_status("Selected 0 of 5")
            self.assertFalse(picker.can_accept)

            picker.pick(6, 1, 8)
            picker.wait_picks(6, 1, 8)
            picker.key("Right", "ctrl+space")
            picker.wait_picks(6, 1, 8, 9)
            picker.key("Right", "Insert")
            picker.wait_picks(6, 1, 8, 9, 10)
            picker.wait_status("Selected 5 of 5")
            picker.accept_button.wait_name("Add (5)")

            dimmed = picker.colour_of(picker.tile(3))
            picker.tile(3).click()
            picker.wait_said(r"\b5\b.*photo|photo.*\b5\b")
            picker.wait_picks(6, 1, 8, 9, 10)
            self.assertNotIn("selected", picker.tile(3).states)

            # Half of the card's own colour, half of the window behind it.
            picture = picker.picture()
            grid = picker.grid.extents
            ground = picture[grid[0] + grid[2] // 2, grid[1] + grid[3] - 12]
            half = tuple((a + b) // 2 for a, b in zip(cards.colour(3), ground))
            self.assertColour(dimmed, half, within=30)
            self.assertTrue(picker.shows_card(picker.tile(8), 8, picture), "a picked tile is not dimmed")
            self.assertEqual(picker.output, b"")

            self.assertEqual(picker.accept(), self.path(6, 1, 8, 9, 10))

    def test_R01_order_is_the_order_of_picking(self):
        self.deal(12)
        with self.open("--max", "0") as picker:
            picker.pick(6, 1, 8)
            picker.wait_status("Selected 3")
            self.assertEqual(picker.accept(), self.path(6, 1, 8))

    def test_R23_the_result_is_the_file_itself(self):
        self.deal(3)
        before = self.folder.joinpath("card-002.png").read_bytes()
        with self.open() as picker:
            picker.pick(2)
            [path] = picker.accept()
        with open(path, "rb") as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(path, self.path(2)[0])

    def test_R14_a_maximum_beyond_what_there_is(self):
        self.deal(3)
        with self.open("--max", "10") as picker:
            picker.pick(3, 2, 1)
            picker.wait_status("Selected 3 of 10")
            self.assertEqual(picker.accept(), self.path(3, 2, 1))

    def test_minimum_holds_the_accept_button_back(self):
        self.deal(4)
        with self.open("--max", "3", "--min", "2") as picker:
            picker.pick(4)
            picker.wait_picks(4)
            self.assertFalse(picker.can_accept)
            picker.key("ctrl+Return")
            picker.pick(1)
            self.assertIsNone(picker.process.poll())
            self.assertEqual(picker.accept(), self.path(4, 1))

    def test_minimum_zero_accepts_nothing_on_purpose(self):
        self.deal(2)
        with self.open("--max", "3", "--min", "0") as picker:
            self.assertEqual(picker.accept(), [])

    def test_accept_label_and_title(self):
        self.deal(2)
        with self.open("--max", "2", "--accept-label", "_Send __now", "--title", "Für Oma",
                       accept="Send _now") as picker:
            self.assertEqual(picker.window.name, "Für Oma")
            picker.accept_button.wait_name("Send _now")
            picker.pick(2)
            picker.accept_button.wait_name("Send _now (1)")
            picker.key("alt+s")
            self.assertEqual(picker.result(), self.path(2))

    def test_files_named_keep_their_order(self):
        files = self.deal(5)
        chosen = [files[3], files[0], files[4]]
        with Picker("--max", "0", *chosen) as picker:
            picker.wait_names([file.name for file in chosen])
            picker.key("ctrl+a")
            picker.wait_status("Selected 3")
            self.assertEqual(picker.accept(), [str(file) for file in chosen])

    def test_names_on_standard_input_show_while_it_is_open(self):
        files = self.deal(3)
        reading, writing = os.pipe()
        with Picker("--max", "2", "-", stdin=reading) as picker:
            os.close(reading)
            os.write(writing, f"{files[1]}\n".encode())
            picker.tile(2)
            os.write(writing, f"{files[0]}\n\n".encode())
            picker.wait_drawn(1)
            picker.pick(1)
            self.assertEqual(picker.accept(), self.path(1))
        os.close(writing)

    def test_strange_names_come_out_byte_for_byte(self):
        names = [b"100% sure #1.png", b"a%20b.png", b"-dash.png", "café 🐱.png".encode(), b"latin-\xe9.png",
                 b" space .png"]
        for number, name in enumerate(names, 1):
            cards.write(self.folder / os.fsdecode(name), number)
        with self.open("--max", "0", "--sort", "name") as picker:
            picker.wait_count(len(names))
            picker.grid.select_all()
            picker.wait_status(f"Selected {len(names)}")
            picker.accept_button.click()
            picker.wait_exit()
            printed = picker.output.splitlines()
        self.assertCountEqual(printed, [os.fsencode(self.folder) + b"/" + name for name in names])

    def test_a_name_with_a_newline_ends_with_6_and_says_why(self):
        cards.write(self.folder / "new\nline.png", 1)
        with self.open() as picker:
            picker.wait_count(1)
            picker.tiles[0].click()
            picker.accept_button.wait_state("sensitive").click()
            self.assertEqual(picker.wait_exit(), 6)
            self.assertEqual(picker.output, b"")
            self.assertRegex(picker.errors, r"pickture: .*-0")
        with self.open("-0") as picker:
            picker.wait_count(1)
            picker.tiles[0].click()
            picker.accept_button.wait_state("sensitive").click()
            self.assertEqual(picker.wait_exit(), 0)
            self.assertEqual(picker.output, os.fsencode(self.folder / "new\nline.png") + b"\0")


class MaximumOneTest(PickerTest):
    def test_R09_another_click_replaces(self):
        self.deal(4)
        with self.open("--max", "1") as picker:
            picker.pick(1)
            picker.tile(2).click()
            picker.wait_picks(2)
            self.assertNotIn("selected", picker.tile(1).states)
            self.assertIsNone(picker.first("label", re.compile("^Selected")))
            picker.accept_button.wait_name("Add")
            self.assertEqual(picker.accept(), self.path(2))

    def test_nothing_dims(self):
        self.deal(4)
        with self.open() as picker:
            picker.wait_drawn(1, 2, 3)
            picker.pick(2)
            picker.wait_drawn(1, 3)
            picker.ask_to_close()
            self.assertEqual(picker.result(CANCELLED), [])

    def test_double_click_finishes(self):
        self.deal(4)
        with self.open() as picker:
            picker.tile(3)
            picker.rest().tile(3).click(times=2)
            self.assertEqual(picker.result(), self.path(3))

    def test_double_click_on_another_than_the_pick(self):
        self.deal(4)
        with self.open() as picker:
            picker.pick(1)
            picker.tile(4).click(times=2)
            self.assertEqual(picker.result(), self.path(4))

    def test_enter_finishes_with_the_focused_tile(self):
        self.deal(4)
        with self.open() as picker:
            picker.wait_count(4)
            picker.key("Home", "Right", "Return")
            self.assertEqual(picker.result(), self.path(2))


class WaysOutTest(PickerTest):
    """R18, R20: each way out reports once."""

    def cancelled(self, how, *options):
        self.deal(3)
        with self.open("--max", "3", *options) as picker:
            picker.pick(2)
            how(picker)
            self.assertEqual(picker.result(CANCELLED), [])
            self.assertEqual(picker.output, b"")

    def test_R20_cancel_button(self):
        self.cancelled(lambda picker: picker.cancel_button.click())

    def test_R20_cancel_by_an_assistive_tool(self):
        self.cancelled(lambda picker: picker.cancel_button.act())

    def test_R20_escape(self):
        self.cancelled(lambda picker: picker.key("Escape"))

    def test_R20_window_closed(self):
        self.cancelled(lambda picker: picker.ask_to_close())

    def test_R20_by_signal(self):
        self.deal(3)
        for number in (15, 2, 1):
            with self.open() as picker:
                picker.pick(2)
                picker.send(number)
                self.assertEqual(picker.wait_exit(), -number)
                self.assertEqual(picker.output, b"")

    def test_timeout_ends_with_5(self):
        self.deal(2)
        with self.open("--timeout", "3") as picker:
            self.assertEqual(picker.result(5), [])

    def test_R18_accepting_again_and_again_gives_one_result(self):
        self.deal(3)
        with self.open("--max", "3") as picker:
            picker.pick(3, 1)
            picker.accept_button.click(times=3)
            self.assertEqual(picker.result(), self.path(3, 1))
        with self.open("--max", "3") as picker:
            picker.pick(2)
            picker.key(*["Return"] * 5)
            self.assertEqual(picker.result(), self.path(2))

    def test_a_reader_that_goes_away_ends_it_silently(self):
        self.deal(2)
        read, write = os.pipe()
        os.close(read)
        done = subprocess.Popen([BINARY, "--pick", self.folder, "--min", "1"], stdout=write,
                                stderr=subprocess.PIPE)
        os.close(write)
        self.addCleanup(lambda: done.poll() is None and done.kill())
        xid = wait_for(lambda: subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(done.pid)], capture_output=True,
            text=True).stdout.split()[-1:], "a window")[0]
        xdotool("windowfocus", "--sync", xid)

        def enter():
            if done.poll() is None:
                subprocess.run(["xdotool", "key", "ctrl+a", "ctrl+Return"], capture_output=True)
            return done.poll() is not None

        wait_for(enter, "the end")
        self.assertEqual(done.returncode, -13)
        self.assertEqual(done.stderr.read(), b"")
        done.stderr.close()


class NoDisplayTest(unittest.TestCase):
    def test_exit_3_and_one_line(self):
        environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        done = subprocess.run([BINARY, "--pick", "/"], env=environment, capture_output=True, text=True, timeout=20)
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

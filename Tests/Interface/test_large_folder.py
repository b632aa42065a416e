"""B39, elementary/files#2172, R44, R45, R47, T07, T31: 20,000 files in one folder, 100,000 in 300 folders.

Swift that is not optimized needs twenty times as long for a list, so a debug build gets one smaller folder."""
import os
import shutil
import signal
import time
import unittest

from frames import TOLD, is_sharp, last_frame
from screen import Picture
from picker import BINARY, CANCELLED, Path, Picker, PickerTest, cards, re, wait_for

IS_DEBUG = "debug" in os.path.realpath(BINARY)
COUNT = 3_000 if IS_DEBUG else 20_000
DISTINCT = 100
MANY, FOLDERS = 100_000, 300


def seconds(stat):
    fields = Path(stat).read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def work(picker):
    """Seconds that the program has computed, whatever else the machine does meanwhile."""
    return seconds(f"/proc/{picker.process.pid}/stat")


def work_of_main_thread(picker):
    return seconds(f"/proc/{picker.process.pid}/task/{picker.process.pid}/stat")


def memory(picker):
    status = Path(f"/proc/{picker.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def card_of(name):
    return (int(name[4:-4]) - 1) % DISTINCT + 1


def is_reading(picker):
    """Without a look at the tiles, which come and go."""
    parts = picker.descendants(lambda part: part.role != "table")
    return any(part.role == "progress bar" and part.is_shown for part in parts)


def keeps_its_place(test, picker):
    """Goes on page by page and makes the window narrower and wider meanwhile: what was looked at stays in sight."""
    for width, height in ((700, 600), (1200, 760), (520, 500), (1000, 700)):
        for _ in range(3):
            before = last_frame(picker)["first"]
            picker.key("Next", "Next")
            wait_for(lambda: last_frame(picker)["first"] > before, "the next page")
        frame = wait_for(lambda: is_sharp(picker), "pictures")
        picker.resize(width, height)
        resized = wait_for(lambda: (at := is_sharp(picker)) and at["row"] != frame["row"] and at, "other rows")
        test.assertLess(resized["first"], frame["first"] + frame["seen"], (frame, resized))
        test.assertGreater(resized["first"] + resized["seen"], frame["first"], (frame, resized))


class LargeFolderTest(PickerTest):
    @classmethod
    def setUpClass(cls):
        cls.library = Path(os.environ["PICKTURE_SCRATCH"]) / "large"
        for number in range(1, COUNT + 1):
            place = cls.library / f"IMG_{number:05}.png"
            original = cls.library / f"IMG_{(number - 1) % DISTINCT + 1:05}.png"
            if number <= DISTINCT:
                cards.write(place, number, modified=1_600_000_000)
            else:
                os.link(original, place)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.library)

    def answers(self, picker, key, timeout=10):
        """Seconds from a key to the focus having moved."""
        picker._last_focused = None
        began = time.monotonic()
        picker.key(key)
        wait_for(picker.last_focused, f"an answer to {key}", timeout)
        return time.monotonic() - began

    def test_first_thumbnails_soon_and_it_answers_while_it_reads(self):
        with Picker("--max", "3", "--sort", "name", self.library) as picker:
            tile = picker.tile("IMG_00001.png", timeout=10)
            wait_for(lambda: picker.shows_card(tile, 1, Picture.of_screen()), "the first thumbnail", 20)
            first = work(picker)
            times = [self.answers(picker, key) for key in ("Right", "Down", "Left", "Right", "Down")]
            self.assertLess(first, 4)
            self.assertLess(sorted(times)[len(times) // 2], 1.0, times)
            began = time.monotonic()
            picker.key("Escape")
            self.assertEqual(picker.wait_exit(), CANCELLED)
            self.assertLess(time.monotonic() - began, 2)

    def test_R47_R48_right_thumbnails_after_jumping_to_the_end_and_back_and_bounded_memory(self):
        with Picker("--max", "0", "--sort", "name", self.library) as picker:
            tile = picker.tile("IMG_00001.png")
            wait_for(lambda: picker.shows_card(tile, 1, Picture.of_screen()), "the first thumbnail", 20)
            wait_for(lambda: not is_reading(picker), "the reading to end", 120)
            before = memory(picker)
            for key, name in (("End", f"IMG_{COUNT:05}.png"), ("Home", "IMG_00001.png")) * 2:
                picker.key(key)
                wait_for(lambda: (at := picker.last_focused()) and at.name == name, lambda: f"{name} to be focused",
                         20)
                tile = picker.tile(name)
                wait_for(lambda: picker.shows_card(tile, card_of(name)), f"the thumbnail of {name}", 20)
            for _ in range(60):
                picker.key("Next")
            self.assertTrue(self.visible_ones_match(picker))
            self.assertLess(memory(picker) - before, 150)
            self.assertLess(memory(picker), 600)
            picker.key("ctrl+a")
            picker.wait_status(f"Selected {COUNT}", timeout=30)
            picker.accept_button.click()
            self.assertEqual(picker.wait_exit(30), 0)
            self.assertEqual(len(picker.output.splitlines()), COUNT)

    def test_T07_all_tiles_seen_once_and_memory_that_stays_level(self):
        with Picker("--sort", "name", self.library, environment=TOLD) as picker:
            wait_for(lambda: last_frame(picker).get("read") == 1 and is_sharp(picker), "the reading to end", 120)
            # The first one only takes the focus to the lower end of what is in sight.
            picker.key("Home", "Next")
            levels = []
            for part in (1, 2, 3):
                while last_frame(picker)["first"] < (COUNT - last_frame(picker)["seen"]) * part // 3 - 10:
                    before = last_frame(picker)["first"]
                    picker.key("Next")
                    wait_for(lambda: last_frame(picker)["first"] > before and is_sharp(picker), "the next page", 20)
                levels.append(memory(picker))
            # The first third fills what is kept of pictures; after it, only the files' own records come.
            self.assertLess(levels[2] - levels[1], 8, levels)

    def visible_ones_match(self, picker):
        _, top, width, height = picker.grid.parent.extents
        focused = picker.last_focused()
        _, line, side, step = focused.extents
        columns = round(width / side)

        def number(tile):
            return int(tile.name[4:-4]) - 1

        def is_in_place(tile):
            """Tiles out of sight keep the place where they were last."""
            lines = number(tile) // columns - number(focused) // columns
            return abs(lines) < 3 and abs(tile.extents[1] - line - lines * step) < step / 2

        def wrong():
            picture = picker.picture(30)
            inside = [tile for tile in picker.tiles if is_in_place(tile)
                      and tile.extents[1] >= top and tile.extents[1] + tile.extents[3] <= top + height]
            return ["none in sight"] if not inside else [
                tile.name for tile in inside if not picker.shows_card(tile, card_of(tile.name), picture)]

        return wait_for(lambda: wrong() == [], lambda: f"right thumbnails; wrong are {wrong()}", 30)


@unittest.skipIf(IS_DEBUG, "needs a release build")
class ManyFoldersTest(PickerTest):
    """Each folder has some of the newest and some of the oldest, so that each one read moves all rows."""

    @classmethod
    def setUpClass(cls):
        cls.library = Path(os.environ["PICKTURE_SCRATCH"]) / "many"
        cards_folder = cls.library.with_name("many-cards")
        originals = [cards.write(cards_folder / f"{number}.png", number, modified=1_600_000_000 - 86_400 * number)
                     for number in range(1, DISTINCT + 1)]
        for folder in range(FOLDERS):
            (cls.library / f"{folder:03}").mkdir(parents=True)
        for number in range(MANY):
            folder = (number // DISTINCT + number % DISTINCT) % FOLDERS
            os.link(originals[number % DISTINCT], cls.library / f"{folder:03}" / f"IMG_{number + 1:06}.png")
        shutil.rmtree(cards_folder)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.library)

    def wait_first_thumbnail(self, picker):
        """The first row is one of the newest from the first folder on."""
        wait_for(lambda: (tiles := picker.tiles) and picker.shows_card(tiles[0], 1, Picture.of_screen()),
                 "the first thumbnail", 20)

    def test_thumbnails_and_keys_while_it_reads_and_a_quick_end(self):
        with Picker("--max", "3", self.library) as picker:
            self.wait_first_thumbnail(picker)
            wait_for(lambda: is_reading(picker), "the line that says so", 3)
            costs = []
            for key in ("Right", "Down", "Left", "Right", "Down"):
                picker._last_focused = None
                before = work_of_main_thread(picker)
                picker.key(key)
                wait_for(picker.last_focused, f"an answer to {key}", 10)
                costs.append(work_of_main_thread(picker) - before)
            self.assertLess(sorted(costs)[len(costs) // 2], 0.5, costs)
            began = time.monotonic()
            picker.send(signal.SIGTERM)
            self.assertEqual(picker.wait_exit(), -signal.SIGTERM)
            self.assertLess(time.monotonic() - began, 2)

    def test_T31_resizing_while_scrolling_keeps_the_place(self):
        with Picker("--max", "3", self.library, environment=TOLD) as picker:
            wait_for(lambda: last_frame(picker).get("read") == 1 and is_sharp(picker), "the reading to end", 120)
            keeps_its_place(self, picker)

    def test_the_end_is_right_and_memory_bounded(self):
        with Picker("--max", "0", self.library) as picker:
            self.wait_first_thumbnail(picker)
            wait_for(lambda: not is_reading(picker), "the reading to end", 120)
            before = memory(picker)
            name = f"IMG_{MANY:06}.png"
            picker.key("End")
            wait_for(lambda: (at := picker.last_focused()) and at.name == name, lambda: f"{name} to be focused", 20)
            tile = picker.tile(name)
            wait_for(lambda: picker.shows_card(tile, card_of(name)), f"the thumbnail of {name}", 20)
            self.assertLess(memory(picker) - before, 150)
            self.assertLess(memory(picker), 600)

"""What tiles show, and when, and what that costs: placeholders, looking ahead, memory, a full disk."""
import os
import random
import shutil
import struct
import subprocess
import time
import unittest

from frames import TOLD, is_sharp, last_frame
from picker import CANCELLED, Path, Picker, PickerTest, cards, choose_folder, wait_for
from test_large_folder import memory, seconds
from test_workers import children, photo

CACHE = Path(os.environ["XDG_CACHE_HOME"])


def work(picker):
    """Seconds that the program and its decoders have computed, of which some may have ended."""
    total = seconds(f"/proc/{picker.process.pid}/stat")
    for number in children(picker.process):
        try:
            total += seconds(f"/proc/{number}/stat")
        except (FileNotFoundError, ProcessLookupError):
            continue
    return total


def thumbnails():
    return list(CACHE.glob("thumbnails/large/*.png"))


def colours_known():
    """How many records of the index have placeholder colours: a bit of their flags."""
    known = 0
    for file in CACHE.glob("pickture/index/*"):
        data = file.read_bytes()
        count = struct.unpack_from("<Q", data, 8)[0] >> 32
        known += sum(struct.unpack_from("<Q", data, (5 + 22 * record + 14) * 8)[0] >> 43 & 1
                     for record in range(count))
    return known


class PlaceholderTest(PickerTest):
    def test_the_colours_of_the_first_opening_stand_in_for_the_pictures_of_the_second(self):
        self.deal(12)
        # The index keeps nothing of files that were changed a moment ago.
        newest = max(file.stat().st_ctime for file in self.folder.iterdir())
        wait_for(lambda: time.time() > newest + 4, "the files to have settled")
        with self.open(environment=TOLD) as picker:
            picker.wait_drawn(*range(1, 13))
            wait_for(lambda: colours_known() == 12, lambda: f"colours of 12, there are {colours_known()}", 30)
        shutil.rmtree(CACHE / "thumbnails")
        shutil.rmtree(CACHE / "pickture" / "tiles")
        decoder = self.folder.with_name("silent-decoder")
        decoder.write_text("#!/bin/sh\nexec sleep 30\n")
        decoder.chmod(0o755)
        self.addCleanup(decoder.unlink)
        with self.open(environment={**TOLD, "PICKTURE_DECODER": str(decoder)}) as picker:
            wait_for(lambda: last_frame(picker).get("rough") == 12, "placeholders")
            self.assertEqual(last_frame(picker)["sharp"], 0)
            tiles = [(picker.tile(number), number) for number in range(1, 13)]
            # A few bits a colour, and the digits are in it.
            wait_for(lambda: all(picker.shows_card(tile, number, within=40) for tile, number in tiles),
                     lambda: f"{[(picker.colour_of(tile), cards.colour(number)) for tile, number in tiles]}")


class LookAheadTest(PickerTest):
    def deal_many(self, count):
        originals = self.deal(100)
        for number in range(101, count + 1):
            os.link(originals[number % 100], self.folder / f"card-{number:03}.png")

    def wait_rest(self, picker):
        """Until nothing is computed any more."""
        def rests():
            before = work(picker)
            began = time.monotonic()
            wait_for(lambda: time.monotonic() - began > 0.5, "half a second")
            return work(picker) - before < 0.03
        wait_for(rests, "the processors to rest", 60)

    def test_T33_one_screen_ahead_and_then_nothing(self):
        self.deal_many(999)
        with self.open("--sort", "name", environment=TOLD) as picker:
            frame = wait_for(lambda: is_sharp(picker), "pictures")
            self.wait_rest(picker)
            made = len(thumbnails())
            self.assertGreaterEqual(made, 2 * frame["seen"] - frame["row"])
            # Others may have been in sight while the folder was being read.
            self.assertLess(made, 5 * frame["seen"])
            # A jump, and the screen before the last one.
            picker.key("End")
            wait_for(lambda: last_frame(picker)["first"] > 900 and is_sharp(picker), "pictures at the end")
            self.wait_rest(picker)
            self.assertLessEqual(len(thumbnails()) - made, 2 * frame["seen"] + 2 * frame["row"])


class RewrittenTest(PickerTest):
    def test_T12_a_visible_file_that_is_rewritten_shows_its_new_picture_within_a_second(self):
        self.deal(6)
        with self.open() as picker:
            picker.wait_drawn(*range(1, 7))
            began = time.monotonic()
            (self.folder / "card-002.png").write_bytes(cards.png(9))
            wait_for(lambda: picker.shows_card(picker.tile(2), 9), "the new picture")
            self.assertLess(time.monotonic() - began, 2)
            # Another file in its place, as editors and cp -p have it.
            began = time.monotonic()
            cards.write(self.folder / "card-002.png", 11, modified=1_600_000_000)
            wait_for(lambda: picker.shows_card(picker.tile(2), 11), "the other picture")
            self.assertLess(time.monotonic() - began, 2)


class MemoryTest(PickerTest):
    def test_T06_folders_that_were_left_leave_no_memory_behind(self):
        names = [f"trip {number}" for number in range(10)]
        for number, name in enumerate(names):
            first = self.folder / name / "000.jpg"
            first.parent.mkdir(parents=True)
            photo(first, 900 + number, 600)
            for copy in range(1, 100):
                os.link(first, first.with_name(f"{copy:03}.jpg"))
        with self.open(environment=TOLD) as picker:
            wait_for(lambda: last_frame(picker).get("read") == 1 and is_sharp(picker), "pictures", 60)
            rounds = []
            for _ in range(3):
                for name in names:
                    choose_folder(picker, name)
                    picker.wait_count(100, 60)
                    wait_for(lambda: is_sharp(picker), "pictures", 60)
                    picker.key("End")
                    wait_for(lambda: last_frame(picker)["first"] > 0 and is_sharp(picker), "the last ones", 60)
                rounds.append(memory(picker))
            self.assertLess(rounds[2] - rounds[1], 8, rounds)


CAN_MOUNT = subprocess.run(
    ["unshare", "--user", "--map-current-user", "--keep-caps", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"],
    capture_output=True, check=False).returncode == 0


class SmallDiskPicker(Picker):
    before = ["unshare", "--user", "--map-current-user", "--keep-caps", "--mount", "sh", "-c",
              'mount -t tmpfs -o size=1m none "$XDG_CACHE_HOME"; head -c 2m /dev/zero > "$XDG_CACHE_HOME/full" 2>&-; exec "$@"',
              "sh"]


@unittest.skipUnless(CAN_MOUNT, "this kernel lets users mount nothing")
class FullDiskTest(PickerTest):
    """The caches on a disk of one megabyte, which the program alone sees."""

    def test_T23_a_full_disk_costs_nothing_but_the_caches_and_is_used_again(self):
        CACHE.mkdir(exist_ok=True)
        for number in range(1, 10):
            cards.write(self.folder / f"card-{number:03}.png", number)
        for number in range(10, 600):
            os.link(self.folder / f"card-{number % 9 + 1:03}.png", self.folder / f"card-{number:03}.png")
        with SmallDiskPicker("--sort", "name", self.folder, environment=TOLD) as picker:
            seen = Path(f"/proc/{picker.process.pid}/root{CACHE}")

            def files():
                return [path for path in seen.rglob("*") if path.is_file() and path.name != "full"]

            picker.wait_drawn(*range(1, 10))
            wait_for(lambda: is_sharp(picker), "all pictures")
            self.assertEqual([path.name for path in files() if path.stat().st_size > 0 and path.suffix == ".png"], [])
            (seen / "full").unlink()
            # A disk that was full is not tried for ten seconds.
            freed = time.monotonic()
            wait_for(lambda: time.monotonic() > freed + 12, "the pause to end")

            def is_stored():
                picker.key("Next")
                return len([path for path in files() if path.suffix == ".png"]) > 20

            wait_for(is_stored, lambda: f"thumbnails, there are {files()}", 60)
            self.assertEqual([path.name for path in files() if path.name.startswith(".")], [])
            picker.key("Escape")
            self.assertEqual(picker.wait_exit(), CANCELLED)

"""The processes that decode: what ends them ends nothing else, and none is left behind."""
import os
import shutil
import signal
import struct
import subprocess
import unittest
import zlib

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

from picker import BINARY, CANCELLED, Path, Picker, PickerTest, cards, wait_for
from screen import Picture
from test_faults import SAMPLES

FIXTURES = Path(__file__).parents[1] / "Fixtures"
DECODER = Path(BINARY).resolve().with_name("pickture-decoder")


def children(process):
    """The programs that it has started: their ids."""
    found = []
    for thread in Path(f"/proc/{process.pid}/task").iterdir():
        try:
            found += map(int, (thread / "children").read_text().split())
        except FileNotFoundError:  # a thread that has just ended
            continue
    return found


def is_running(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def workers(picker):
    found = []
    for number in children(picker.process):
        try:
            if Path(f"/proc/{number}/comm").read_text() == "pickture-decode\n" and is_running(number):
                found.append(number)
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def status(number, key):
    lines = Path(f"/proc/{number}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(key + ":")).split()[1])


def noted():
    """What stands in the fail folder of the thumbnail cache."""
    return list(Path(os.environ["XDG_CACHE_HOME"], "thumbnails", "fail").glob("*/*"))


def photo(path, width, height):
    picture = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, width, height)
    picture.fill(0x2060A0FF)
    picture.savev(str(path), "jpeg", ["quality"], ["90"])


def tiff(path, width, height, length):
    """One whose strips are holes, so that it takes no disk."""
    def entry(tag, kind, value):
        return struct.pack("<HHII", tag, kind, 1, value)

    fields = ((256, 4, width), (257, 4, height), (258, 3, 16), (259, 3, 1), (262, 3, 1), (273, 4, 4096),
              (277, 3, 1), (278, 4, height), (279, 4, width * height * 2))
    with open(path, "wb") as file:
        file.write(struct.pack("<2sHIH", b"II", 42, 8, len(fields)) + b"".join(entry(*field) for field in fields))
        file.truncate(length)


@unittest.skipUnless(DECODER.exists(), "the decoder is not built")
class EndsTest(PickerTest):
    """Of a worker, while the window goes on."""

    def test_other_tiles_come_when_a_worker_is_killed(self):
        for number in range(1, 41):
            cards.write(self.folder / f"card-{number:03}.png", number, width=3000, height=3000)
        killed = set()
        with self.open("--sort", "name") as picker:
            while len(killed) < 2:
                number = wait_for(lambda: next((number for number in set(workers(picker)) - killed
                                                if status(number, "Seccomp") == 2), None), "a worker to kill")
                os.kill(number, signal.SIGKILL)
                killed.add(number)
            picker.key("Home")
            picker.wait_drawn(1, 2, 3)
            picker.key("End")
            picker.wait_drawn(40, 39)
        self.assertEqual(noted(), [])

    def test_T16_bad_files_among_good_ones(self):
        self.deal(20)
        for number in (3, 9, 15):
            (self.folder / f"card-{number:03}.png").write_bytes(cards.png(number)[:50])
        with self.open() as picker:
            picker.wait_drawn(*(set(range(1, 21)) - {3, 9, 15}))
            wait_for(lambda: len(noted()) == 3, lambda: f"three notes, there are {noted()}")

    def test_T19_webp_that_is_none(self):
        self.deal(3)
        photo(self.folder / "photo.webp", 300, 200)
        for name in ("formats/anim_squares.webp", "hostile/fuzz_crash_937f60e5.webp"):
            if (SAMPLES / name).exists():
                shutil.copy(SAMPLES / name, self.folder)
        (self.folder / "noise.webp").write_bytes(b"RIFF\xff\xff\xff\x7fWEBPVP8L\xff\xff\xff\x7f" + bytes(range(256)))
        with self.open() as picker:
            picker.wait_drawn(1, 2, 3)
            tile = picker.tile("photo.webp")
            wait_for(lambda: max(abs(one - other) for one, other in zip(picker.colour_of(tile), (0x20, 0x60, 0xA0)))
                     < 12, lambda: f"the photo's colour, not {picker.colour_of(tile)}")

    def test_T09_24_megapixels_under_our_own_limits(self):
        self.folder.mkdir()
        photo(self.folder / "large.jpg", 6000, 4000)
        with self.open() as picker:
            tile = picker.tile("large.jpg")
            wait_for(lambda: max(abs(one - other) for one, other in zip(picker.colour_of(tile), (0x20, 0x60, 0xA0)))
                     < 12, lambda: f"the photo's colour, not {picker.colour_of(tile)}")
            picker.key("Home", "space")
            picker.find(name="Zoom", shown=True)
            seen = picker.picture()
            self.assertColour(seen[seen.width // 2, seen.height // 2], (0x20, 0x60, 0xA0))

    def test_T24_a_missing_decoder_is_no_fault_of_the_files(self):
        self.deal(6)
        with self.open(environment={"PICKTURE_DECODER": str(self.folder / "none")}) as picker:
            picker.wait_drawn(1, 2, 3, 4, 5, 6)
            self.assertEqual(workers(picker), [])
        self.assertEqual(noted(), [])
        shutil.rmtree(os.environ["XDG_CACHE_HOME"])
        # One that is no decoder is as good as none.
        with self.open(environment={"PICKTURE_DECODER": "/usr/bin/false"}) as picker:
            picker.wait_drawn(1, 2, 3, 4, 5, 6)
        self.assertEqual(noted(), [])
        with self.open() as picker:
            picker.wait_drawn(1, 2, 3, 4, 5, 6)


def huge(path):
    """144 megapixels of grey stripes in half a megabyte."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    packer = zlib.compressobj(6)
    lines = b"".join(packer.compress(b"\0" + bytes([row % 16 * 16]) * 12000) for row in range(12000))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 12000, 12000, 8, 0, 0, 0, 0))
                     + chunk(b"IDAT", lines + packer.flush()) + chunk(b"IEND", b""))


@unittest.skipUnless(DECODER.exists(), "the decoder is not built")
class OutsideTest(PickerTest):
    """What files hold is decoded outside of the window's process."""

    def test_T01_a_folder_of_huge_pictures(self):
        self.deal(3)
        huge(self.folder / "huge.png")
        for number in range(20):
            (self.folder / f"link-{number:02}.png").symlink_to("huge.png")
        with self.open("--max", "9", "--sort", "name") as picker:
            picker.wait_count(24)
            picker.wait_drawn(1, 2, 3)
            before = status(picker.process.pid, "VmRSS")
            grey = [picker.tile("huge.png"), picker.tile("link-00.png")]

            def seen():
                for number in workers(picker):
                    try:
                        self.assertLess(status(number, "VmHWM"), 60 << 10)
                    except FileNotFoundError:  # ended meanwhile
                        continue
                return all(max(picker.colour_of(tile)) - min(picker.colour_of(tile)) < 8
                           and 115 < picker.colour_of(tile)[0] < 140 for tile in grey)

            wait_for(seen, "huge pictures", timeout=60)
            # With most of them still to come.
            picker.pick(2)
            self.assertLess(status(picker.process.pid, "VmRSS"), before + (20 << 10))
            self.assertEqual(picker.accept(), self.path(2))

    def test_an_animation_plays_outside(self):
        self.folder.mkdir()
        shutil.copy(FIXTURES / "metadata" / "anim_traffic_light.gif", self.folder)
        with self.open() as picker:
            picker.tile("anim_traffic_light.gif").click()
            picker.key("space")
            picker.find(name="Zoom", shown=True)

            def moves():
                first = Picture.of_screen().data
                wait_for(lambda: Picture.of_screen().data != first, "the next frame")

            moves()
            moves()
            maps = Path(f"/proc/{picker.process.pid}/maps").read_text()
            self.assertNotIn("pixbufloader-gif", maps)
            for number in workers(picker):
                os.kill(number, signal.SIGKILL)
            picker.key("Escape", "Escape")
            self.assertEqual(picker.result(CANCELLED), [])


@unittest.skipUnless(DECODER.exists(), "the decoder is not built")
class RestTest(PickerTest):
    def test_T08_workers_rest_small_and_go(self):
        self.deal(20)
        photo(self.folder / "large.jpg", 6000, 4000)
        with self.open() as picker:
            picker.wait_drawn(1, 2, 3)
            found = wait_for(lambda: workers(picker), "workers")
            self.assertLessEqual(len(found), os.cpu_count())
            for number in found:
                self.assertEqual((status(number, "NoNewPrivs"), status(number, "Seccomp")), (1, 2))
                wait_for(lambda number=number: not is_running(number) or status(number, "VmRSS") < 30 << 10,
                         lambda number=number: f"{status(number, 'VmRSS')} KiB to become less than 30 MiB")
            wait_for(lambda: not workers(picker), "idle workers to go")
            picker.tile(1).click()
            picker.key("space")
            picker.find(name="Zoom", shown=True)
            wait_for(lambda: workers(picker), "a worker for the preview")


@unittest.skipUnless(DECODER.exists(), "the decoder is not built")
class LeftBehindTest(PickerTest):
    """One second after the window was closed no process is there any more, whatever it was at."""

    def busy(self):
        """A folder that keeps workers busy for long."""
        self.deal(3)
        tiff(self.folder / "three.tiff", 9900, 9900, 3 << 30)
        for number in range(6):
            tiff(self.folder / f"large-{number}.tiff", 9900, 9900, 300 << 20)
        picker = self.open()
        return picker, wait_for(lambda: workers(picker), "workers")

    def assertGone(self, numbers):
        wait_for(lambda: not any(map(is_running, numbers)),
                 lambda: f"{[number for number in numbers if is_running(number)]} to end", timeout=1)

    def test_T05_closing(self):
        picker, found = self.busy()
        with picker:
            picker.key("Escape")
            self.assertEqual(picker.result(CANCELLED), [])
            self.assertGone(found)

    def test_the_window_is_killed(self):
        picker, found = self.busy()
        with picker:
            picker.send(signal.SIGKILL)
            picker.wait_exit()
            self.assertGone(found)

    def test_workers_that_do_not_react(self):
        for number in (signal.SIGKILL, signal.SIGTERM):
            with self.subTest(number):
                picker, found = self.busy()
                with picker:
                    for worker in found:
                        os.kill(worker, signal.SIGSTOP)
                    picker.send(number)
                    picker.wait_exit()
                    self.assertGone(found)

    def test_without_a_window(self):
        self.deal(3)
        for number in range(4):
            tiff(self.folder / f"large-{number}.tiff", 9900, 9900, 300 << 20)
        process = subprocess.Popen([BINARY, "--make-thumbnails", self.folder])
        found = wait_for(lambda: children(process), "workers")
        process.kill()
        process.wait()
        self.assertGone(found)

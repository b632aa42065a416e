"""Files and folders that are not as they should be. Each costs at most its own tile."""
import csv
import os
import random
import shutil
import subprocess
import time
import unittest

from picker import BINARY, CANCELLED, Path, Picker, PickerTest, cards, re, wait_for

ROOT = Path(__file__).parents[2]
SAMPLES = Path(os.environ.get("PICKTURE_SAMPLES") or ROOT.parent / "shared" / "samples")


def memory(picker):
    """Most memory so far, in MiB."""
    status = Path(f"/proc/{picker.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024


def listed(*arguments):
    done = subprocess.run([BINARY, "--list", *arguments], capture_output=True, timeout=60)
    return [os.fsdecode(line) for line in done.stdout.split(b"\0") if line]


class FolderTest(PickerTest):
    def test_an_empty_folder_says_what_to_do(self):
        self.folder.mkdir()
        with self.open() as picker:
            picker.wait_said("No Photos")
            picker.find("push button", re.compile("Choose Another Folder"), shown=True)
            self.assertFalse(picker.can_accept)
            picker.key("Escape")
            self.assertEqual(picker.result(CANCELLED), [])

    def test_a_folder_without_pictures_is_empty(self):
        self.folder.mkdir()
        (self.folder / "notes.txt").write_text("no picture")
        (self.folder / "fake.jpg").write_text("no picture either")
        with self.open() as picker:
            picker.wait_said("No Photos")

    def test_what_does_not_exist_ends_with_4(self):
        done = subprocess.run([BINARY, "--pick", self.folder / "gone", self.folder / "gone too"],
                              capture_output=True, text=True, timeout=20)
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertEqual(len(done.stderr.splitlines()), 2, done.stderr)

    def test_one_that_does_not_exist_beside_one_that_does(self):
        self.deal(2)
        with Picker("--max", "2", self.folder / "gone", self.folder) as picker:
            picker.wait_count(2)
            self.assertRegex(picker.errors, "^pickture: .*gone")

    def test_an_unreadable_folder_below_does_not_stop_the_rest(self):
        """As root too: the program is started without the power to read everything."""
        self.deal(2)
        self.deal(2, self.folder / "secret", first=20)
        (self.folder / "secret").chmod(0)
        weak = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
        with WeakPicker(weak, self.folder) as picker:
            picker.wait_count(2)
            picker.pick(2)
            self.assertEqual(picker.accept(), self.path(2))

    def test_an_unreadable_folder_shows_the_reason(self):
        self.deal(1)
        self.deal(1, self.folder / "secret", first=20)
        (self.folder / "secret").chmod(0)
        weak = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
        done = subprocess.run([*weak, BINARY, "--pick", self.folder / "secret"], capture_output=True, text=True,
                              timeout=20)
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertRegex(done.stderr, "secret.*[Pp]ermission denied")

    def test_loops_pipes_sockets_and_devices_do_not_stop_it(self):
        self.deal(2)
        (self.folder / "loop").symlink_to(self.folder)
        (self.folder / "dangling.png").symlink_to("nowhere")
        os.mkfifo(self.folder / "pipe.png")
        (self.folder / "zero.png").symlink_to("/dev/zero")
        with self.open("--max", "0") as picker:
            picker.wait_count(2)
            picker.key("ctrl+a")
            self.assertEqual(picker.accept(), self.path(1, 2))

    def test_B43_a_link_to_a_folder_is_entered(self):
        real = self.folder.with_name(self.folder.name + "-real")
        self.addCleanup(lambda: shutil.rmtree(real))
        self.deal(1, real)
        self.folder.mkdir()
        (self.folder / "hiking").symlink_to(real)
        with self.open() as picker:
            picker.pick(1)
            [path] = picker.accept()
        self.assertEqual(path, str(self.folder / "hiking" / "card-001.png"))
        self.assertTrue(Path(path).exists())

    def test_B19_emoji_in_the_folders_name(self):
        self.deal(2, self.folder / "🛶 canoe")
        with self.open() as picker:
            picker.wait_drawn(1, 2)
            picker.pick(2)
            self.assertEqual(picker.accept(), [str(self.folder / "🛶 canoe" / "card-002.png")])

    def test_B17_line_feeds_tabs_and_long_names_keep_the_tiles_in_line(self):
        for number, name in enumerate(("new\nline.png", "tab\there.png", "x" * 251 + ".png", "plain.png"), 1):
            cards.write(self.folder / name, number)
        with self.open("--sort", "name") as picker:
            picker.wait_count(4)
            picker.picture()
            self.assertEqual(len({tile.extents[1] for tile in picker.tiles}), 1)
            self.assertEqual(len({tile.extents[2:] for tile in picker.tiles}), 1)


class WeakPicker(Picker):
    def __init__(self, before, *options):
        self.before = before
        super().__init__(*options)


class BrokenFilesTest(PickerTest):
    def test_a_broken_picture_is_one_tile_and_can_be_picked(self):
        self.deal(2)
        whole = cards.png(3, 300, 300)
        (self.folder / "broken.png").write_bytes(whole[:40])
        with self.open("--max", "3", "--sort", "name") as picker:
            picker.wait_count(3)
            picker.wait_drawn(1, 2)
            picker.pick("broken.png", 1)
            self.assertEqual(picker.accept(), [str(self.folder / "broken.png"), *self.path(1)])

    def test_a_picture_of_30000_by_30000_costs_no_memory(self):
        bomb = SAMPLES / "hostile" / "bomb_30000x30000.png"
        self.deal(2)
        if bomb.exists():
            shutil.copy(bomb, self.folder / "bomb.png")
        else:
            (self.folder / "bomb.png").write_bytes(claim(30000, 30000))
        with self.open("--max", "2") as picker:
            picker.wait_count(3)
            picker.wait_drawn(1, 2)
            before = memory(picker)
            picker.tile("bomb.png").click(times=2)
            picker.find(name="Zoom", shown=True)
            picker.key("Escape")
            picker.wait_drawn(1, 2)
            self.assertLess(memory(picker), before + 120)

    @unittest.skipUnless(SAMPLES.is_dir(), "the samples are not here")
    def test_all_samples_in_one_window(self):
        for group in sorted(path for path in SAMPLES.iterdir() if path.is_dir()):
            with self.subTest(group.name), Picker("--max", "0", "--media", "photo,live,video", "--sort", "name",
                                                  group) as picker:
                offered = listed("-0", "--media", "photo,live,video", group)
                wait_for(lambda: sorted(tile.name for tile in picker.grid.children)
                         == sorted(os.path.basename(path) for path in offered),
                         lambda: f"{offered}, not {sorted(tile.name for tile in picker.grid.children)}", 30)
                settled(picker)
                picker.key("End", "Home", "ctrl+a")
                picker.wait_status(f"Selected {len(offered)}")
                self.assertLess(memory(picker), 700)
                picker.accept_button.click()
                self.assertEqual(picker.wait_exit(), 0)
                self.assertEqual(len(picker.output.splitlines()), len(offered))

    @unittest.skipUnless(SAMPLES.is_dir(), "the samples are not here")
    def test_all_samples_in_the_preview(self):
        for group in sorted(path for path in SAMPLES.iterdir() if path.is_dir()):
            with self.subTest(group.name), Picker("--max", "2", "--media", "photo,live,video", "--sort", "name",
                                                  group) as picker:
                count = len(listed("-0", "--media", "photo,live,video", group))
                wait_for(lambda: len(picker.grid.children) == count, f"{count} tiles", 30)
                picker.key("Home", "space")
                picker.find(name="Zoom", shown=True)
                for _ in range(count):
                    began = time.monotonic()
                    picker.key("Right")
                    picker.picture(timeout=30)
                    self.assertLess(time.monotonic() - began, 30)
                picker.key("Escape", "Escape")
                self.assertEqual(picker.wait_exit(), CANCELLED)

    @unittest.skipUnless(SAMPLES.is_dir(), "the samples are not here")
    def test_what_the_manifest_says_is_offered(self):
        with open(SAMPLES / "MANIFEST.tsv", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        offered = set(listed("-0", "--media", "photo,live,video", SAMPLES))
        missing = [row["path"] for row in rows if row["expect"] == "show" and row["kind"] == "image"
                   and str(SAMPLES / row["path"]) not in offered]
        self.assertEqual(missing, [])

    def test_random_bytes_behind_a_right_beginning(self):
        chance = random.Random(7)
        self.deal(1)
        for number, start in enumerate((b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF0000WEBPVP8 ",
                                        b"II*\0", b"\0\0\0\x18ftypheic", b"BM")):
            for copy in range(6):
                (self.folder / f"noise-{number}-{copy}.jpg").write_bytes(start + chance.randbytes(2000))
        with self.open("--max", "0", "--sort", "name") as picker:
            picker.wait_drawn(1)
            picker.key("End", "Home")
            picker.pick(1)
            self.assertEqual(picker.accept(), self.path(1))

    def test_what_the_fuzzers_found(self):
        self.deal(1)
        for number, file in enumerate(sorted(path for path in (ROOT / "Tests/Fixtures/fuzz").glob("*/*"))):
            # Some are a whole file, some the piece that a parser gets: each also behind a photo's beginning.
            for ending, start in (("heic", b""), ("jpg", b""), ("jpg", b"\xff\xd8\xff\xe1")):
                (self.folder / f"found-{number}-{len(start)}.{ending}").write_bytes(start + file.read_bytes())
        with self.open("--max", "0", "--sort", "name") as picker:
            picker.wait_drawn(1)
            picker.key("End", "Home")
            picker.pick(1)
            self.assertEqual(picker.accept(), self.path(1))


class MountsTest(PickerTest):
    @unittest.skipUnless(shutil.which("gcc"), "no compiler")
    def test_a_folder_that_stalls_does_not_stop_the_window(self):
        """IgnorantGuru/spacefm#738: opening `stalled` takes 20 seconds, and the window closes at once."""
        self.deal(2)
        self.deal(1, self.folder / "stalled", first=20)
        library = self.folder.with_name("stall.so")
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, Path(__file__).with_name("stall.c"), "-ldl"],
                       check=True)
        self.addCleanup(library.unlink)
        with self.open("--max", "3", environment={"LD_PRELOAD": str(library)}) as picker:
            picker.tile(1)
            picker.pick(2)
            began = time.monotonic()
            picker.key("Escape")
            self.assertEqual(picker.result(CANCELLED), [])
            self.assertLess(time.monotonic() - began, 3)


def settled(picker):
    """Until nothing on screen moves any more."""
    picker.picture(timeout=60)


def claim(width, height):
    """A PNG that claims a size and holds next to nothing."""
    import struct
    import zlib

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(width * 3 + 1))) + chunk(b"IEND", b""))

"""`--list`: what is offered, in which order, and the exact bytes of the output."""

import csv
import datetime
import json
import os
import signal
import subprocess
import unittest

from program import BINARY, SAMPLES, ProgramTest, exif, png

KEYS = [
    "path", "uri", "kind", "mime", "width", "height", "orientation", "date", "latitude", "longitude", "size",
    "duration", "source", "clip",
]
ODD_NAMES = [
    "two  blanks.png", "100% sure #1.png", "a%20b%2Fc.png", "🐱 cat.png", "ünï.png", "-0.png", "--list.png",
    "quote\"'`$HOME.png", "back\\slash.png", b"not \xff utf8.png", "tab\there.png", " leading.png",
    "trailing .png", "right\u202eto.png", "x" * 251 + ".png", "semi;colon?&=.png",
]


class Offered(ProgramTest):
    def test_pictures_folder_and_its_absence(self):
        self.assertEqual(self.list().out, b"")
        path = self.file("Pictures/sub/a.png", folder=self.home)
        self.assertEqual(self.list().out, path + b"\n")
        # A name that XDG gives; and one that names the home folder itself.
        config = os.path.join(self.home, ".config")
        other = self.file("Bilder/b.png", folder=self.home)
        self.file(".config/user-dirs.dirs", b'XDG_PICTURES_DIR="$HOME/Bilder"\n', folder=self.home)
        self.assertEqual(self.list().out, other + b"\n", config)
        self.file(".config/user-dirs.dirs", b'XDG_PICTURES_DIR="$HOME/"\n', folder=self.home)
        self.assertEqual(self.list().out, path + b"\n")

    def test_folder_replaces_the_library(self):
        self.file("Pictures/a.png", folder=self.home)
        path = self.file("b.png")
        self.assertEqual(self.list(".").out, path + b"\n")

    def test_empty_folder(self):
        self.assertEqual(self.list(".").out, b"")

    def test_exactly_the_files_named_in_their_order(self):
        self.file("other.png")
        names = ["c.png", "a.png", "b.png"]
        for name in names:
            self.file(name)
        self.assertEqual(self.names(*names, "./a.png"), [n.encode() for n in names])

    def test_bytes_decide_not_the_name(self):
        self.file("text.jpg", b"not a picture\n")
        self.file("picture.txt")
        self.file("empty.png", b"")
        self.assertEqual(self.names("."), [b"picture.txt"])
        self.assertEqual(self.names("text.jpg", "picture.txt"), [b"picture.txt"])

    def test_hidden(self):
        self.file(".hidden.png")
        self.file(".folder/inside.png")
        self.file("plain.png")
        self.assertEqual(self.names("."), [b"plain.png"])
        self.assertEqual(sorted(self.names("--hidden", ".")), [b".hidden.png", b"inside.png", b"plain.png"])
        self.assertEqual(self.names(".folder"), [b"inside.png"])
        self.assertEqual(self.names(".hidden.png"), [b".hidden.png"])

    def test_no_recursive(self):
        self.file("top.png")
        self.file("sub/deep.png")
        self.assertEqual(sorted(self.names(".")), [b"deep.png", b"top.png"])
        self.assertEqual(self.names("--no-recursive", "."), [b"top.png"])

    def test_paths_are_absolute_but_not_resolved(self):
        self.file("real/a.png")
        os.symlink("real", os.path.join(self.folder, "link"))
        folder = os.fsencode(self.folder)
        self.assertEqual(self.list("link//./").out, folder + b"/link/a.png\n")
        self.assertEqual(self.list("real/../link/a.png").out, folder + b"/real/../link/a.png\n")
        # The same folder twice is entered once.
        self.assertEqual(len(self.names(".")), 1)

    def test_hard_links_are_different_files(self):
        self.file("a.png")
        os.link(os.path.join(self.folder, "a.png"), os.path.join(self.folder, "b.png"))
        self.assertEqual(sorted(self.names(".")), [b"a.png", b"b.png"])

    def test_symlink_loop_and_special_files(self):
        path = self.file("a.png")
        os.symlink(".", os.path.join(self.folder, "loop"))
        os.symlink("nowhere", os.path.join(self.folder, "dangling.png"))
        os.mkfifo(os.path.join(self.folder, "fifo.png"))
        result = self.run_program("--list", ".")
        self.assertEqual((result.status, result.out), (0, path + b"\n"))
        self.assertComplains(self.run_program("--list", "fifo.png"), 4, "fifo.png")
        self.assertComplains(self.run_program("--list", "/dev/null"), 4, "/dev/null")

    def test_what_cannot_be_read_is_said_and_left_out(self):
        path = self.file("a.png")
        result = self.run_program("--list", "missing", "a.png", "a.png/x", "file://other-host/a.png")
        self.assertEqual((result.status, result.out), (0, path + b"\n"))
        lines = result.err.decode().splitlines()
        self.assertEqual(len(lines), 3, lines)
        self.assertIn("missing: No such file or directory", lines[0])
        self.assertIn("a.png/x: Not a directory", lines[1])
        self.assertIn("file://other-host/a.png", lines[2])

    def test_nothing_that_can_be_read(self):
        result = self.run_program("--list", "missing", "")
        self.assertEqual((result.status, result.out, result.err.count(b"\n")), (4, b"", 2))

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_forbidden(self):
        path = self.file("a.png")
        os.chmod(path, 0)
        self.assertComplains(self.run_program("--list", path), 4, "Permission denied")

    def test_uris(self):
        path = self.file("100% ü.png")
        folder = os.fsencode(self.folder)
        self.assertEqual(self.list(b"file://" + folder + b"/100%25%20%C3%BC.png").out, path + b"\n")
        self.assertEqual(self.list(b"file://localhost" + folder + b"/").out, path + b"\n")

    def test_album(self):
        self.file("Pictures/DCIM/a.png", folder=self.home)
        self.file("Pictures/Screenshots/b.png", folder=self.home)
        self.file("Pictures/Camera/c.png", folder=self.home)
        self.file("Pictures/d.png", folder=self.home)
        self.assertEqual(sorted(self.names("--sources", "album")), [b"a.png", b"b.png", b"c.png"])
        lines = self.list("--sources", "library,album", "--format", "json").lines
        sources = {os.path.basename(i["path"]): i["source"] for i in map(json.loads, lines)}
        self.assertEqual(
            sources, {"a.png": "album", "b.png": "album", "c.png": "album", "d.png": "library"})
        other = self.file("e.png")
        self.assertIn(other, self.list("--sources", "library,album", ".").out.splitlines())
        self.assertEqual(len(self.names("--sources", "library,album", ".")), 4)

    def test_camera_none_changes_nothing(self):
        self.file("a.png")
        self.assertEqual(self.names("--camera", "none", "."), [b"a.png"])


class Conditions(ProgramTest):
    def test_filter(self):
        for name in "a.PNG", "b.jpg", "c.Jpg", "[d].png", "e.png.bak":
            self.file(name)
        self.assertEqual(sorted(self.names("--filter", "PNG | *.png", ".")), [b"[d].png", b"a.PNG"])
        self.assertEqual(sorted(self.names("--filter", "Both | *.png *.jpg", ".")),
                         [b"[d].png", b"a.PNG", b"b.jpg", b"c.Jpg"])
        # Of several the first is chosen in the window, and so here.
        self.assertEqual(self.names("--filter", "a | a*", "--filter", "b | b*", "."), [b"a.PNG"])

    def test_filter_of_bytes(self):
        self.file(b"x\xff.png")
        self.file("x.png")
        self.assertEqual(self.names("--filter", b"odd | *\xff*", "."), [b"x\xff.png"])

    def test_mime(self):
        self.file("a.png")
        self.assertEqual(self.names("--mime", "image/jpeg,image/png", "."), [b"a.png"])
        self.assertEqual(self.names("--mime", "image/*", "."), [b"a.png"])
        self.assertEqual(self.names("--mime", "image/jpeg", "."), [])
        self.assertEqual(self.names("--mime", "image/png", "--filter", "x | *.jpg", "."), [])

    def test_with_location(self):
        self.file("no.png")
        self.file("zero.png", png(exif=exif(position=(0, 0))))
        self.file("yes.png", png(exif=exif(position=(51.5, -0.25))))
        self.assertEqual(sorted(self.names("--with-location", ".")), [b"yes.png", b"zero.png"])

    def test_media(self):
        self.file("a.png")
        self.assertEqual(self.names("--media", "photo", "."), [b"a.png"])
        self.assertEqual(self.names("--media", "live,video", "."), [])


class Order(ProgramTest):
    def setUp(self):
        super().setUp()
        self.file("img10.png", modified=3000)
        self.file("img9.png", modified=1000)
        self.file("IMG8.png", png(exif=exif(date="1970:01:01 00:33:20")), modified=9000)

    def test_orders(self):
        self.assertEqual(self.names("."), [b"img10.png", b"IMG8.png", b"img9.png"])
        self.assertEqual(self.names("--sort", "newest", "."), [b"img10.png", b"IMG8.png", b"img9.png"])
        self.assertEqual(self.names("--sort", "oldest", "."), [b"img9.png", b"IMG8.png", b"img10.png"])
        self.assertEqual(self.names("--sort", "name", "img10.png", "IMG8.png", "img9.png"),
                         [b"IMG8.png", b"img9.png", b"img10.png"])
        self.assertEqual(self.names("--sort", "none", "img9.png", "img10.png", "IMG8.png"),
                         [b"img9.png", b"img10.png", b"IMG8.png"])

    def test_local_time_and_stored_offset(self):
        folder = os.path.join(self.folder, "dates")
        self.file("a.png", png(exif=exif(date="2024:07:01 12:00:00")), folder)
        self.file("b.png", png(exif=exif(date="2024:07:01 13:00:00", offset="+09:00")), folder)
        # 12:00 in New York is 16:00 UTC; 13:00 in Tokyo is 04:00 UTC.
        self.assertEqual(self.names(folder, env={"TZ": "America/New_York"}), [b"a.png", b"b.png"])
        # 12:00 in Auckland is 00:00 UTC.
        self.assertEqual(self.names(folder, env={"TZ": "Pacific/Auckland"}), [b"b.png", b"a.png"])

    def test_equal_dates_go_by_name_then_path(self):
        folder = os.path.join(self.folder, "equal")
        for name in "b/2.png", "a/10.png", "b/1.png", "a/1.png":
            self.file(name, folder=folder, modified=5000)
        expected = [os.path.join(folder, n) for n in ("a/1.png", "b/1.png", "b/2.png", "a/10.png")]
        for order in "newest", "oldest", "name":
            self.assertEqual(self.list("--sort", order, folder).lines, expected)


class Output(ProgramTest):
    def test_odd_names_byte_for_byte(self):
        paths = [self.file(name) for name in ODD_NAMES]
        names = [os.path.basename(path) for path in paths]
        for locale in "C", "C.UTF-8":
            with self.subTest(locale):
                listed = self.list("--", *names, env={"LC_ALL": locale}).out
                self.assertEqual(listed, b"".join(path + b"\n" for path in paths))
        self.assertEqual(sorted(self.list("-0", ".").out.split(b"\0")[:-1]), sorted(paths))
        # URIs lead back to the same files.
        uris = self.list("--format", "uri", "--", *names).out
        self.assertEqual(self.list("-", stdin=uris).out, b"".join(path + b"\n" for path in paths))

    def test_newline_in_a_name(self):
        path = self.file("new\nline.png")
        self.assertComplains(self.run_program("--list", "."), 6, "-0", "new\\nline.png")
        self.assertComplains(self.run_program("--list", "--separator", "|", "."), 6, "-0")
        self.assertEqual(self.list("-0", ".").out, path + b"\0")
        self.assertEqual(self.list("--print0", path).out, path + b"\0")
        self.assertTrue(self.list("--format", "uri", ".").out.endswith(b"/new%0Aline.png\n"))
        self.assertEqual(json.loads(self.list("--format", "json", ".").out)["path"], os.fsdecode(path))

    def test_separator(self):
        paths = [self.file(name) for name in ("a.png", "b.png", "c.png")]
        self.assertEqual(self.list("--separator", "|", *paths).out, b"|".join(paths) + b"\n")
        self.assertEqual(self.list("--separator", b"\xff\n", *paths).out, b"\xff\n".join(paths) + b"\n")
        self.assertEqual(self.list("--separator", "", *paths).out, b"".join(paths) + b"\n")
        os.mkdir(os.path.join(self.folder, "empty"))
        self.assertEqual(self.list("--separator", "|", "empty").out, b"")

    def test_json(self):
        data = png(30, 20, exif(6, "2024:03:31 02:30:00", position=(-33.5, 151.2099999)))
        path = self.file("ü \"q\".png", data)
        for locale in "C.UTF-8", "de_DE.UTF-8":
            result = self.list("--format", "json", ".", env={"TZ": "Europe/Berlin", "LC_ALL": locale})
            item = json.loads(result.out)
            self.assertEqual(list(item), KEYS)
            self.assertEqual(
                item,
                {
                    "path": os.fsdecode(path), "uri": item["uri"], "kind": "photo", "mime": "image/png",
                    "width": 20, "height": 30, "orientation": 6, "date": item["date"],
                    "latitude": -33.5, "longitude": 151.21, "size": len(data), "duration": None,
                    "source": "library", "clip": None,
                },
            )
            self.assertIn('ü \\"q\\".png"'.encode(), result.out)
            self.assertIn(b'"latitude":-33.500000,"longitude":151.210000,', result.out)
            self.assertTrue(item["uri"].endswith("/%C3%BC%20%22q%22.png"))
            # An hour that clocks in Berlin skipped: either side of the change is an answer.
            self.assertIn(item["date"], ("2024-03-31T02:30:00+01:00", "2024-03-31T02:30:00+02:00"))
        self.assertEqual(self.list("--format", "json", "-0", ".").out.count(b"\0"), 1)

    def test_json_dates(self):
        self.file("a.png", png(exif=exif(date="2024:01:15 08:00:00")))
        self.file("b.png", png(exif=exif(date="2024:07:15 08:00:00", offset="-03:30")))
        self.file("c.png")
        lines = self.list("--format", "json", "--sort", "name", ".", env={"TZ": "Europe/Berlin"}).lines
        self.assertEqual(
            [json.loads(line)["date"] for line in lines],
            ["2024-01-15T08:00:00+01:00", "2024-07-15T08:00:00-03:30", None])

    def test_json_of_a_name_that_is_not_utf8(self):
        self.file(b"\xff.png")
        item = json.loads(self.list("--format", "json", ".").out)
        self.assertIsNone(item["path"])
        self.assertTrue(item["uri"].endswith("/%FF.png"))

    def test_output_that_cannot_be_written(self):
        path = self.file("a.png")
        for redirection in ">&-", ">/dev/full", ">&- <&-":
            with self.subTest(redirection):
                done = subprocess.run(
                    ["sh", "-c", f'exec "$0" --list . {redirection}', BINARY],
                    stderr=subprocess.PIPE, env=self.environment(), cwd=self.folder, timeout=60)
                self.assertEqual(done.returncode, 6)
                self.assertEqual(done.stderr.count(b"\n"), 1)
                self.assertTrue(done.stderr.startswith(b"pickture: "))
        with open(path, "rb") as file:
            self.assertEqual(file.read(), png())

    def test_reader_that_went_away(self):
        self.file("a.png")
        for ignored in False, True:
            with self.subTest(ignored=ignored):
                reading, writing = os.pipe()
                os.close(reading)
                process = self.start(
                    "--list", ".", stdout=writing, stderr=subprocess.PIPE, restore_signals=not ignored)
                os.close(writing)
                self.assertEqual(process.communicate(timeout=60)[1], b"")
                self.assertEqual(process.returncode, -signal.SIGPIPE)

    def test_head(self):
        for number in range(3000):
            os.symlink("0" * 200, os.path.join(self.folder, str(number)))
        first = self.file("0" * 200)
        names = b"\n".join([b"0" * 200] + [b"%d" % n for n in range(3000)])
        done = subprocess.run(
            ["bash", "-c", '"$0" --list - | head -n 1; echo "${PIPESTATUS[0]}"', BINARY],
            input=names, capture_output=True, env=self.environment(), cwd=self.folder, timeout=120)
        self.assertEqual(done.stdout.splitlines()[0], first)
        self.assertIn(done.stdout.splitlines()[1], (b"141", b"0"))
        self.assertEqual(done.stderr, b"")


class StandardInput(ProgramTest):
    def test_lines(self):
        a, b, odd = self.file("a.png"), self.file("b c.png"), self.file(b"\xff.png")
        listed = self.list("-", stdin=b"\nb c.png\n\n./a.png\n" + odd).out
        self.assertEqual(listed, b + b"\n" + a + b"\n" + odd + b"\n")

    def test_nul(self):
        odd = self.file("new\nline.png")
        a = self.file("a.png")
        listed = self.list("-0", "--read0", "-", stdin=b"\0new\nline.png\0\0a.png").out
        self.assertEqual(listed, odd + b"\0" + a + b"\0")

    def test_nul_where_lines_are_expected(self):
        self.file("a.png")
        self.assertComplains(self.run_program("--list", "-", stdin=b"a.png\0b.png\0"), 4, "--read0")

    def test_among_names(self):
        paths = [self.file(name) for name in ("1.png", "2.png", "3.png")]
        self.assertEqual(self.list("1.png", "-", "3.png", stdin=b"2.png").out.splitlines(), paths)

    def test_folders(self):
        a = self.file("sub/a.png", modified=1000)
        b = self.file("sub/b.png", modified=2000)
        self.assertEqual(self.list("-", stdin=b"sub\n").out.splitlines(), [b, a])

    def test_uris(self):
        path = self.file("a b.png")
        uri = b"file://" + os.fsencode(self.folder) + b"/a%20b.png\n"
        self.assertEqual(self.list("-", stdin=uri).out, path + b"\n")

    def test_nothing(self):
        self.assertEqual(self.list("-").out, b"")
        self.assertComplains(self.run_program("--list", "-", stdin=b"missing\n"), 4, "missing")

    def test_closed(self):
        done = subprocess.run(
            ["sh", "-c", 'exec "$0" --list - <&-', BINARY],
            capture_output=True, env=self.environment(), cwd=self.folder, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (4, b""))
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_signals_while_it_waits(self):
        for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
            with self.subTest(number):
                process = self.start(
                    "--list", "-",
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                process.stdin.write(b"missing\n")
                process.stdin.flush()
                # It reads while names still come: the complaint is there before the end of the input.
                self.assertIn(b"missing", process.stderr.readline())
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=60), -number)
                self.assertEqual(process.stdout.read(), b"")


@unittest.skipUnless(SAMPLES.is_dir(), "the samples are not there")
class Samples(ProgramTest):
    def test_every_sample_is_one_valid_line(self):
        result = self.run_program(
            "--list", "--media", "photo,live,video", "--format", "json", "--hidden", str(SAMPLES))
        self.assertEqual(result.status, 0, result.err)
        items = [json.loads(line) for line in result.out.splitlines()]
        self.assertTrue(items)
        for item in items:
            self.assertEqual(list(item), KEYS)
            self.assertTrue(item["width"] is None or item["width"] > 0)
            self.assertIn(item["orientation"], range(1, 9))
            self.assertIn(item["kind"], ("photo", "live", "video"))
        self.assertEqual(len({item["uri"] for item in items}), len(items))

    def test_live_photo_and_its_clip(self):
        lines = self.list("--format", "json", "--media", "photo,live,video", str(SAMPLES / "live")).lines
        items = {os.path.basename(item["path"]): item for item in map(json.loads, lines)}
        pair = items["IMG_0001.JPG"]
        self.assertEqual((pair["kind"], os.path.basename(pair["clip"])), ("live", "IMG_0001.MOV"))
        self.assertNotIn("IMG_0001.MOV", items)

    def test_the_manifest(self):
        """Kind, upright size, position and date of each sample are what its row says."""
        with open(SAMPLES / "MANIFEST.tsv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        lines = self.run_program(
            "--list", "--media", "photo,live,video", "--format", "json", "--hidden", str(SAMPLES)).lines
        items = {item["path"]: item for item in map(json.loads, lines)}
        kinds = {"image": "photo", "animated": "photo", "live": "live", "video": "video"}
        for row in rows:
            with self.subTest(row["path"]):
                item = items.get(str(SAMPLES / row["path"]))
                if row["kind"] in ("none", "live-clip"):
                    self.assertIsNone(item)
                    continue
                if row["expect"] != "show" and item is None:
                    continue
                self.assertEqual(item["kind"], kinds[row["kind"]])
                # The manifest's 150x100 of this one is not what its codestream says: 50x80.
                if row["upright_width"] != "-" and row["path"] != "formats/anim_traffic_light.jxl":
                    size = [int(row["upright_width"]), int(row["upright_height"])]
                    self.assertEqual([item["width"], item["height"]], size)
                if row["has_gps"] == "yes":
                    self.assertAlmostEqual(item["latitude"], float(row["lat"]), 4)
                    self.assertAlmostEqual(item["longitude"], float(row["lon"]), 4)
                elif row["has_gps"] == "no":
                    self.assertEqual((item["latitude"], item["longitude"]), (None, None))
                self.assertEqual(*map(moment, (item["date"], row["capture_date"])))


def moment(text):
    """A date of the output or the manifest; without a zone it is the tests' local time, UTC."""
    if text in (None, "-"):
        return None
    date = datetime.datetime.fromisoformat(text)
    return date if date.tzinfo else date.replace(tzinfo=datetime.timezone.utc)


if __name__ == "__main__":
    unittest.main()

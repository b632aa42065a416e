"""`--list`: the exact bytes of its output."""

import json
import os
import signal
import subprocess

from program import BINARY, KEYS, ProgramTest, exif, png

ODD_NAMES = [
    "two  blanks.png", "100% sure #1.png", "a%20b%2Fc.png", "🐱 cat.png", "ünï.png", "-0.png", "--list.png",
    "quote\"'`$HOME.png", "back\\slash.png", b"not \xff utf8.png", "tab\there.png", " leading.png",
    "trailing .png", "right\u202eto.png", "x" * 251 + ".png", "semi;colon?&=.png",
]


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

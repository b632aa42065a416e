"""`--make-thumbnails`: the shared cache, and what a signal leaves in it."""

import hashlib
import os
import signal
import subprocess
import unittest
from urllib.parse import quote

from program import ProgramTest, png


class MakeThumbnails(ProgramTest):
    def setUp(self):
        super().setUp()
        self.cache = os.path.join(self.home, ".cache", "thumbnails")

    def thumbnail(self, path):
        uri = "file://" + quote(path, safe="/!$&'()*+,:=@~-._")
        return os.path.join(self.cache, "large", hashlib.md5(uri.encode()).hexdigest() + ".png")

    def test_fills_the_shared_cache(self):
        paths = [self.file(name, png(400, 300)) for name in ("a.png", "b c.png", "sub/ü.png")]
        result = self.run_program("--make-thumbnails", ".")
        self.assertEqual((result.status, result.out, result.err), (0, b"", b""))
        for path in paths:
            made = self.thumbnail(os.fsdecode(path))
            self.assertTrue(os.path.isfile(made), path)
            self.assertEqual(os.stat(made).st_mode & 0o777, 0o600)
        before = {path: os.stat(self.thumbnail(os.fsdecode(path))).st_mtime_ns for path in paths}
        self.run_program("--make-thumbnails", ".")
        after = {path: os.stat(self.thumbnail(os.fsdecode(path))).st_mtime_ns for path in paths}
        self.assertEqual(after, before)

    def test_a_loader_keeps_its_complaints_to_itself(self):
        fixture = os.path.join(os.path.dirname(__file__), "../Fixtures/metadata/IMG_0002.HEIC")
        with open(fixture, "rb") as file:
            whole = file.read()
        for part in (3, 2, 1):
            self.file(f"{part}.heic", whole[: len(whole) * part // 4])
        result = self.run_program("--make-thumbnails", ".")
        self.assertEqual((result.status, result.out, result.err), (0, b"", b""))

    def test_a_cache_that_cannot_be_written(self):
        self.file("a.png", png(400, 300))
        self.file(".cache/thumbnails", b"", folder=self.home)
        self.assertComplains(self.run_program("--make-thumbnails", "."), 6, self.cache, "Not a directory")
        os.unlink(self.cache)
        os.makedirs(os.path.join(self.cache, "fail"))
        # A note that a picture is broken is part of the cache, too.
        self.file("large", b"", folder=self.cache)
        self.assertComplains(self.run_program("--make-thumbnails", "."), 6, self.cache)

    def test_nothing_named_can_be_read(self):
        self.assertComplains(self.run_program("--make-thumbnails", "missing"), 4, "missing")

    def test_a_signal_leaves_nothing_half_written(self):
        picture = self.file("0.png", png(1500, 1500))
        for number in range(1, 300):
            os.link(picture, os.path.join(self.folder, f"{number}.png"))
        process = self.start("--make-thumbnails", ".", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        folder = os.path.join(self.cache, "large")
        while not (os.path.isdir(folder) and os.listdir(folder)):
            try:
                process.wait(0.01)
                self.fail("it ended before the first thumbnail")
            except subprocess.TimeoutExpired:
                pass
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out, err), (-signal.SIGTERM, b"", b""))
        names = os.listdir(folder)
        self.assertLess(len(names), 300)
        self.assertEqual([name for name in names if not name.endswith(".png") or name[0] == "."], [])


if __name__ == "__main__":
    unittest.main()

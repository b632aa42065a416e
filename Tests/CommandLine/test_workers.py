"""`pickture-decoder`, where `--make-thumbnails` uses it: what a hostile file can do, and what is noted of it."""

import os
import shutil
import struct
import subprocess
import unittest
import zlib
from pathlib import Path

from program import BINARY, ProgramTest, png

DECODER = BINARY.with_name("pickture-decoder")


def first_pixel(path):
    """Of a PNG whose rows are filtered by what is left of them at most."""
    data = path.read_bytes()
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        if kind == b"IDAT":
            packed += data[place + 8 : place + 8 + length]
        place += 12 + length
    return zlib.decompress(packed)[1:4]


class Workers(ProgramTest):
    def setUp(self):
        super().setUp()
        self.cache = Path(self.home, ".cache", "thumbnails")

    def made(self):
        return list((self.cache / "large").glob("*.png"))

    def noted(self):
        return list((self.cache / "fail").glob("*/*.png"))

    def test_files_that_crash_their_decoder_are_noted(self):
        for number in range(3):
            self.file(f"{number}.png", png(40, 30))
        crashing = self.script(CRASHING, "/usr/bin/python3")
        result = self.run_program("--make-thumbnails", ".", env={"PICKTURE_DECODER": crashing})
        self.assertEqual((result.status, result.out, result.err), (0, b"", b""))
        self.assertEqual((self.made(), len(self.noted())), ([], 3))

    def test_T24_no_decoder_notes_nothing(self):
        for number in range(4):
            self.file(f"{number}.png", png(40, 30))
        for program in ("/nowhere/pickture-decoder", "/usr/bin/false", self.script("kill -SEGV $$")):
            with self.subTest(program):
                shutil.rmtree(self.cache, ignore_errors=True)
                result = self.run_program("--make-thumbnails", ".", env={"PICKTURE_DECODER": program})
                self.assertEqual((result.status, result.err), (0, b""))
                self.assertEqual((len(self.made()), self.noted()), (4, []))

    @unittest.skipUnless(DECODER.exists(), "the decoder is not built")
    def test_what_has_taken_over_a_decoder_gets_nowhere(self):
        module = self.hostile_loader()
        picture = struct.pack("<6sHHBBB", b"GIF89a", 300, 300, 0, 0, 0) + b"\x3b"
        self.file("a.gif", picture)
        secrets = os.path.join(self.home, "secrets")
        self.file("secret", b"secret", folder=secrets)
        environment = {"GDK_PIXBUF_MODULE_FILE": module, "HOSTILE_FOLDER": secrets}
        result = self.run_program("--make-thumbnails", ".", env=environment)
        self.assertEqual((result.status, result.err), (0, b""))
        [made] = self.made()
        self.assertEqual(first_pixel(made).hex(), "0000aa")
        self.assertEqual(os.listdir(secrets), ["secret"])
        # The same without a worker, which shows that the attempts are real.
        shutil.rmtree(self.cache)
        self.run_program("--make-thumbnails", ".", env={**environment, "PICKTURE_DECODER": "/nowhere"})
        [made] = self.made()
        self.assertEqual(first_pixel(made)[0], 0xFF)

    def hostile_loader(self):
        """The list of loaders that has only this one."""
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "gdk-pixbuf-2.0"], capture_output=True, text=True)
        if flags.returncode or not shutil.which("gcc"):
            self.skipTest("no compiler, or no headers of gdk-pixbuf")
        folder = os.path.join(self.home, "loaders")
        os.mkdir(folder)
        library = os.path.join(folder, "hostile.so")
        source = Path(__file__).with_name("hostile_loader.c")
        subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-o", library, source, *flags.stdout.split()], check=True)
        listed = os.path.join(folder, "loaders.cache")
        with open(listed, "w") as file:
            file.write(f'"{library}"\n"hostile" 4 "gdk-pixbuf" "Hostile" "LGPL"\n"image/gif" ""\n"gif" ""\n'
                       '"GIF89a" "" 100\n\n')
        return listed

    def script(self, text, program="/bin/sh"):
        path = os.path.join(self.home, f"script-{len(os.listdir(self.home))}")
        with open(path, "w") as file:
            file.write(f"#!{program}\n{text}\n")
        os.chmod(path, 0o755)
        return path


CRASHING = """
import os, signal, socket
line = socket.socket(fileno=3)
line.send(b"pickture-decoder 2")
socket.recv_fds(line, 4096, 1)
os.kill(os.getpid(), signal.SIGSEGV)
"""

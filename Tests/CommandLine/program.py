"""Runs the built program and makes the small files that it is tried on."""

import atexit
import os
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
BINARY = Path(
    os.environ.get("PICKTURE_BINARY") or os.environ.get("PICKTURE") or PACKAGE / ".build/debug/pickture"
).resolve()
SAMPLES = Path(os.environ.get("PICKTURE_SAMPLES") or PACKAGE.parent / "shared/samples")
# Of a line of JSON, in their order.
KEYS = [
    "path", "uri", "kind", "mime", "width", "height", "orientation", "date", "latitude", "longitude", "size",
    "duration", "source", "clip",
]


def stalling_library():
    """What makes a path that ends in `stalled` hang, as on a dead mount; nothing without a compiler."""
    if not shutil.which("gcc"):
        return None
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    library = os.path.join(folder, "stall.so")
    source = PACKAGE / "Tests/Interface/stall.c"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


STALLING = stalling_library()


class Result:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    @property
    def lines(self):
        return self.out.decode().splitlines()


class ProgramTest(unittest.TestCase):
    """A home and a folder of its own for each test; no display, no settings, English, UTC."""

    maxDiff = None

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = os.path.join(os.path.realpath(temporary.name), "home")
        self.folder = os.path.join(os.path.realpath(temporary.name), "photos")
        os.mkdir(self.home)
        os.mkdir(self.folder)

    def environment(self, **changes):
        environment = {
            "HOME": self.home,
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": "C",
            "TZ": "UTC",
            "GSETTINGS_BACKEND": "memory",
            "G_DEBUG": "fatal-criticals",
            "SWIFT_BACKTRACE": "enable=no",
        }
        # Sanitizers and coverage of the build under test.
        for name in ("ASAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE"):
            if name in os.environ:
                environment[name] = os.environ[name]
        environment.update(changes)
        return environment

    def start(self, *arguments, env=None, **options):
        process = subprocess.Popen(
            [BINARY, *arguments],
            env=self.environment(**(env or {})),
            cwd=options.pop("cwd", self.folder),
            **options,
        )
        self.addCleanup(self._end, process)
        return process

    @staticmethod
    def _end(process):
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()

    def run_program(self, *arguments, stdin=b"", env=None, cwd=None):
        return Result(
            subprocess.run(
                [BINARY, *arguments],
                input=stdin,
                capture_output=True,
                env=self.environment(**(env or {})),
                cwd=cwd or self.folder,
                timeout=60,
            )
        )

    def list(self, *arguments, **options):
        """Runs `--list`, which must succeed."""
        result = self.run_program("--list", *arguments, **options)
        self.assertEqual((result.status, result.err), (0, b""))
        return result

    def names(self, *arguments, **options):
        """The names that `--list -0` prints."""
        paths = self.list("-0", *arguments, **options).out.split(b"\0")[:-1]
        return [os.path.basename(path) for path in paths]

    def assertComplains(self, result, status, *words):
        """Nothing on standard output, and one line on standard error that has `words` in it."""
        self.assertEqual((result.status, result.out), (status, b""), result.err)
        self.assertTrue(result.err.startswith(b"pickture: "), result.err)
        self.assertEqual(result.err.count(b"\n"), 1, result.err)
        for word in words:
            self.assertIn(word.encode() if isinstance(word, str) else word, result.err)

    def file(self, name, contents=None, folder=None, modified=None):
        """Makes a picture, or a file with `contents`; returns its path as bytes."""
        path = os.path.join(os.fsencode(folder or self.folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(png() if contents is None else contents)
        if modified is not None:
            os.utime(path, (modified, modified))
        return path


def png(width=3, height=2, exif=None):
    """A valid PNG; `exif` is the TIFF block of its eXIf chunk."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\x40\x80\xC0" * width for _ in range(height))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + (chunk(b"eXIf", exif) if exif else b"")
        + chunk(b"IDAT", zlib.compress(rows, 1))
        + chunk(b"IEND", b"")
    )


def exif(orientation=1, date=None, offset=None, position=None):
    """A little-endian TIFF block: tag 0x0112, DateTimeOriginal with its offset, and a GPS position."""
    head, blocks = b"II*\0\x08\0\0\0", []
    entries = [(0x0112, 3, 1, struct.pack("<HH", orientation, 0))]
    photo = []
    if date:
        photo.append((0x9003, 2, 20, date.encode() + b"\0"))
    if offset:
        photo.append((0x9011, 2, 7, offset.encode() + b"\0"))
    gps = []
    if position:
        for tag, value, letters in ((1, position[0], "NS"), (3, position[1], "EW")):
            millionths = round(abs(value) * 1_000_000)
            gps.append((tag, 2, 2, letters[value < 0].encode() + b"\0\0\0"))
            gps.append((tag + 1, 5, 3, struct.pack("<6I", millionths, 1_000_000, 0, 1, 0, 1)))
    children = [(0x8769, photo), (0x8825, gps)]
    place = 8 + 2 + 12 * (1 + sum(1 for _, child in children if child)) + 4
    for tag, child in children:
        if child:
            block = directory(child, place)
            entries.append((tag, 4, 1, struct.pack("<I", place)))
            blocks.append(block)
            place += len(block)
    return head + directory(entries, 8) + b"".join(blocks)


def directory(entries, place):
    """An IFD at `place`, followed by its own values that are longer than four bytes."""
    data, result = b"", struct.pack("<H", len(entries))
    values = place + 2 + 12 * len(entries) + 4
    for tag, kind, count, value in entries:
        if len(value) > 4:
            value += b"\0" * (len(value) % 2)
            pointer = struct.pack("<I", values + len(data))
            data += value
            value = pointer
        result += struct.pack("<HHI", tag, kind, count) + value.ljust(4, b"\0")
    return result + b"\0\0\0\0" + data

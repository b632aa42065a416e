"""The pictures that are measured with, made once of the example photos and kept between runs."""
import io
import random
import shutil
import struct
import subprocess
from pathlib import Path

from measure import say

#: Counts up when what is made changes, so that an older corpus is made anew.
VERSION = "3"
PHOTOS, PROGRESSIVE, DRAWINGS, MANY = 24, 24, 12, 100_000


class Corpus:
    def __init__(self, root, examples):
        self.root = Path(root)
        self.examples = sorted(Path(examples).glob("*.jpg"))
        mark = self.root / "version"
        if not mark.exists() or mark.read_text() != VERSION:
            shutil.rmtree(self.root, ignore_errors=True)
            self.root.mkdir(parents=True)
            mark.write_text(VERSION)

    @property
    def photos(self):
        """12-megapixel JPEGs with grain, some 3 MB each; every second one with the camera's preview."""
        return self._folder("photos", self._make_photos)

    @property
    def progressive(self):
        return self._folder("progressive", self._make_progressive)

    @property
    def drawings(self):
        """PNGs of three megapixels."""
        return self._folder("drawings", lambda folder: self._convert_all(
            folder, DRAWINGS, "png", size="2000x1500"))

    @property
    def huge(self):
        """144 megapixels in files of less than one or two megabytes."""
        return self._folder("huge", self._make_huge)

    @property
    def many(self):
        """100,000 small JPEGs with a date each, in one folder, written in no order."""
        return self._folder("many", self._make_many)

    def _folder(self, name, make):
        folder = self.root / name
        if not folder.exists():
            say(f"making the pictures: {name}")
            half = self.root / f"{name}.half"
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            make(half)
            half.rename(folder)
        return folder

    def _convert_all(self, folder, count, kind, *options, size="4000x3000"):
        for number in range(count):
            self._convert(folder / f"img_{number:04}.{kind}", number, *options, size=size)

    def _convert(self, target, number, *options, size):
        source = self.examples[number % len(self.examples)]
        subprocess.run(
            ["convert", source, *(["-flop"] if number // len(self.examples) % 2 else []), "-resize", f"{size}^",
             "-gravity", "center", "-extent", size, "-seed", str(number), "-attenuate", "0.35", "+noise", "Gaussian",
             "-sampling-factor", "4:2:0", "-quality", "90" if target.suffix == ".jpg" else "70", *options,
             "-strip", target], check=True)

    def _make_photos(self, folder):
        self._convert_all(folder, PHOTOS // 2, "jpg")
        for number, photo in enumerate(sorted(folder.iterdir())):
            other = folder / f"img_{number + PHOTOS // 2:04}.jpg"
            shutil.copy(photo, other)
            preview = subprocess.run(["convert", photo, "-resize", "160x120", "-quality", "75", "jpg:-"], check=True,
                                     capture_output=True).stdout
            (folder / "preview").write_bytes(preview)
            subprocess.run(["exiftool", "-q", "-overwrite_original", f"-ThumbnailImage<={folder / 'preview'}",
                            f"-DateTimeOriginal={date(number)}", other], check=True)
        (folder / "preview").unlink()

    def _make_progressive(self, folder):
        self._convert_all(folder, PROGRESSIVE // 3, "jpg", "-interlace", "JPEG")
        for number, photo in enumerate(sorted(folder.iterdir()) * 2):
            shutil.copy(photo, folder / f"img_{number + PROGRESSIVE // 3:04}.jpg")

    def _make_huge(self, folder):
        plane = folder / "plane.v"
        for arguments in (("grey", plane, "12000", "12000", "--uchar"),
                          ("pngsave", plane, folder / "plane.png"),
                          ("jpegsave", plane, folder / "plane.jpg", "--Q", "85"),
                          ("jpegsave", plane, folder / "progressive.jpg", "--Q", "85", "--interlace")):
            subprocess.run(["vips", *arguments], check=True)
        plane.unlink()

    def _make_many(self, folder):
        small = []
        for example in self.examples:
            picture = subprocess.run(["convert", example, "-strip", "-resize", "200x150", "-quality", "80", "jpg:-"],
                                     check=True, capture_output=True).stdout
            small.append(picture)
        numbers = list(range(MANY))
        random.Random(1).shuffle(numbers)
        for number in numbers:
            picture = small[number % len(small)]
            (folder / f"IMG_{number:06}.jpg").write_bytes(picture[:2] + exif(date(number)) + picture[2:])


def date(number):
    """A date taken, as EXIF writes it, that no other number up to 100,000 has."""
    day, second = divmod(number * 7919, 86_400)
    return (f"{1995 + day // 336:04}:{1 + day // 28 % 12:02}:{1 + day % 28:02} "
            f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}")


def exif(text):
    """A segment with nothing but a date taken."""
    block = io.BytesIO()
    block.write(b"MM\0*" + struct.pack(">I", 8))
    block.write(struct.pack(">HHHII", 1, 0x8769, 4, 1, 26) + struct.pack(">I", 0))
    block.write(struct.pack(">HHHII", 1, 0x9003, 2, 20, 44) + struct.pack(">I", 0))
    block.write(text.encode() + b"\0")
    body = b"Exif\0\0" + block.getvalue()
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body

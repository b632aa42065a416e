"""Numbered cards: small PNG pictures, each with its number in large digits on a colour of its own, and
where asked with a date and a position (an eXIf chunk)."""
import colorsys
import os
import struct
import zlib
from pathlib import Path

# Five lines of three dots each, as bits.
ROWS = {"0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 7, 1, 7),
        "4": (5, 5, 7, 1, 1), "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 1, 2, 2),
        "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7)}


def colour(number):
    """Neighbours differ much; twenty in a row are told apart."""
    red, green, blue = colorsys.hsv_to_rgb(number * 0.381966 % 1, 0.75 - 0.25 * (number % 2), 0.85)
    return round(red * 255), round(green * 255), round(blue * 255)


def pixels(number, width, height):
    ground, ink = bytes(colour(number)), b"\xff\xff\xff"
    digits = str(number)
    dot = max(1, min(width // (4 * len(digits) + 1), height // 12))
    left = (width - dot * (4 * len(digits) - 1)) // 2
    top = (height - dot * 5) // 2
    plain = ground * width
    lines = [plain] * height
    for row in range(5):
        dots = b""
        for digit in digits:
            dots += b"".join((ink if ROWS[digit][row] >> bit & 1 else ground) * dot for bit in (2, 1, 0))
            dots += ground * dot
        dots = dots[:-3 * dot]
        line = ground * left + dots + ground * (width - left - len(dots) // 3)
        for y in range(top + row * dot, top + (row + 1) * dot):
            lines[y] = line
    return lines


def exif(date=None, position=None):
    """A little-endian TIFF block. `date` as EXIF writes it, `position` as degrees north and east."""
    def entry(tag, kind, count, value):
        return struct.pack("<HHI", tag, kind, count) + (value if isinstance(value, bytes)
                                                        else struct.pack("<I", value))

    def degrees(value):
        value = abs(value)
        return struct.pack("<6I", int(value), 1, int(value * 60) % 60, 1, round(value * 3600 % 60 * 1000), 1000)

    wanted = (date is not None) + (position is not None)
    start = 8 + 2 + 12 * wanted + 4
    root, tail = [], b""
    if date is not None:
        place = start + len(tail)
        tail += struct.pack("<H", 1) + entry(0x9003, 2, 20, place + 18) + bytes(4) + date.encode() + b"\0"
        root.append(entry(0x8769, 4, 1, place))
    if position is not None:
        place = start + len(tail)
        values = place + 2 + 4 * 12 + 4
        tail += (struct.pack("<H", 4)
                 + entry(1, 2, 2, b"N\0\0\0" if position[0] >= 0 else b"S\0\0\0") + entry(2, 5, 3, values)
                 + entry(3, 2, 2, b"E\0\0\0" if position[1] >= 0 else b"W\0\0\0")
                 + entry(4, 5, 3, values + 24) + bytes(4) + degrees(position[0]) + degrees(position[1]))
        root.append(entry(0x8825, 4, 1, place))
    return b"II*\0" + struct.pack("<IH", 8, wanted) + b"".join(root) + bytes(4) + tail


def png(number, width=120, height=120, date=None, position=None):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    lines = b"".join(b"\0" + line for line in pixels(number, width, height))
    parts = [chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))]
    if date is not None or position is not None:
        parts.append(chunk(b"eXIf", exif(date, position)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IDAT", zlib.compress(lines, 1)) + chunk(b"IEND", b"")


def write(path, number, modified=None, **how):
    """Writes a card whole: under another name first, so that no half one is ever seen."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name[:200]}.part")
    part.write_bytes(png(number, **how))
    if modified is not None:
        os.utime(part, (modified, modified))
    part.rename(path)
    return path


def deal(folder, count, first=1):
    """`count` cards named card-001.png and so on, the first the newest, as `newest` shows them."""
    now = 1_700_000_000
    return [write(Path(folder) / f"card-{number:03}.png", number, modified=now - 60 * number)
            for number in range(first, first + count)]

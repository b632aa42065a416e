"""Pixels of the screen."""
import ctypes
import re
import subprocess


class Picture:
    def __init__(self, width, height, data):
        self.width, self.height, self.data = width, height, data

    @classmethod
    def of_screen(cls):
        shot = subprocess.run(["import", "-silent", "-window", "root", "-depth", "8", "ppm:-"],
                              capture_output=True, check=True).stdout
        return cls.from_ppm(shot)

    @classmethod
    def of_file(cls, path):
        return cls.from_ppm(subprocess.run(["convert", path, "-alpha", "off", "-depth", "8", "ppm:-"],
                                           capture_output=True, check=True).stdout)

    @classmethod
    def from_ppm(cls, bytes_):
        head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", bytes_)
        return cls(int(head[1]), int(head[2]), bytes_[head.end():])

    def __getitem__(self, place):
        x, y = place
        start = (y * self.width + x) * 3
        return tuple(self.data[start:start + 3])

    def area(self, x, y, width, height):
        """The pixels of a rectangle, line by line."""
        return [self[column, line] for line in range(y, y + height) for column in range(x, x + width)]

    def save(self, path):
        subprocess.run(["convert", "ppm:-", "-define", "png:exclude-chunks=date,time,tIME,tEXt", f"png:{path}"],
                       input=b"P6 %d %d 255\n" % (self.width, self.height) + self.data, check=True)


def colour_distance(one, other):
    return max(abs(a - b) for a, b in zip(one, other))


class Spot:
    """One pixel of the screen, read quickly enough to see what is shown for a frame only."""

    def __init__(self, x, y):
        self._place = x, y
        self._x = ctypes.CDLL("libX11.so.6")
        self._x.XOpenDisplay.restype = self._x.XGetImage.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.restype = self._x.XGetPixel.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))
        self._root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))

    @property
    def colour(self):
        all_planes, z_pixmap = ctypes.c_ulong(0xFFFFFF), 2
        image = ctypes.c_void_p(
            self._x.XGetImage(self._display, self._root, *self._place, 1, 1, all_planes, z_pixmap))
        value = self._x.XGetPixel(image, 0, 0)
        self._x.XDestroyImage(image)
        return value >> 16 & 255, value >> 8 & 255, value & 255

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._x.XCloseDisplay(self._display)

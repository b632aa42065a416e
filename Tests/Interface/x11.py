"""Mouse, keys and windows through X11."""
import ctypes
import shlex
import subprocess

from waiting import Missed


def xdotool(*words):
    done = subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise Missed(f"xdotool {shlex.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


class Pointer:
    """The mouse, in application pixels of the program's window."""

    def __init__(self, app):
        self.app = app

    def _place(self, x, y):
        # A point left of the window is no option.
        return ["mousemove", "--window", self.app.xid, "--", round(x * self.app.scale), round(y * self.app.scale)]

    def _arrive(self, x, y):
        """From a pixel beside it: where the pointer rested before a window came under it, Xvfb sends that window
        nothing, no click either, until the pointer moves."""
        return [*self._place(x + 1, y), *self._place(x, y)]

    def move(self, x, y):
        xdotool(*self._arrive(x, y))

    def click(self, x, y, button=1, times=1, hold=()):
        words = self._arrive(x, y)
        for key in hold:
            words += ["keydown", key]
        words += ["click", "--repeat", times, "--delay", 40, button]
        for key in hold:
            words += ["keyup", key]
        xdotool(*words)

    def press(self, x, y, button=1):
        xdotool(*self._arrive(x, y), "mousedown", button)

    def release(self, button=1):
        xdotool("mouseup", button)

    def glide(self, start, end, steps=8, pause=0.02):
        """Moves as a hand does: drags are not recognised in one jump."""
        words = []
        for step in range(1, steps + 1):
            part = step / steps
            words += self._place(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            words += ["sleep", pause]
        xdotool(*words)

    def drag(self, *points, button=1, steps=8, pause=0.02):
        self.press(*points[0], button=button)
        for start, end in zip(points, points[1:]):
            self.glide(start, end, steps, pause)
        self.release(button)

    def scroll(self, x, y, clicks, hold=()):
        """Downwards; upwards if negative."""
        self.click(x, y, button=5 if clicks > 0 else 4, times=abs(clicks), hold=hold)


def send_delete(xid):
    """Sends WM_DELETE_WINDOW through Xlib; xdotool's windowclose destroys the window instead."""
    class Message(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                    ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                    ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 24)]

    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    x.XInternAtom.restype = ctypes.c_ulong
    x.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
    x.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x.XOpenDisplay(None)
    client_message = 33
    event = Message(type=client_message, window=xid, format=32,
                    message_type=x.XInternAtom(display, b"WM_PROTOCOLS", 0))
    event.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
    x.XSendEvent(display, xid, 0, 0, ctypes.byref(event))
    x.XCloseDisplay(display)

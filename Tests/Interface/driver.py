"""Drives and looks at a GTK 4 program from outside: AT-SPI tells what is there, xdotool moves the pointer
and presses keys."""
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from accessible import Node  # noqa: E402
from x11 import Pointer, send_delete, xdotool  # noqa: E402
from screen import Picture  # noqa: E402
from waiting import TIMEOUT, Missed, wait_for  # noqa: E402

# For what is started from here; GLib has read it for this process already.
os.environ["G_DEBUG"] = "fatal-criticals"

# Looking at a program that just started, AT-SPI warns about a cache that GTK does not have.
GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *_: None, None)

SCRATCH = Path(os.environ.get("PICKTURE_SCRATCH") or tempfile.mkdtemp())
TOPLEVELS = ("frame", "dialog", "window", "alert", "file chooser")


class App(Node):
    """A program under test. `with App([...]) as app:` also checks that it ended well."""

    def __init__(self, command, environment=None, stdin=subprocess.DEVNULL, directory=None, timeout=TIMEOUT):
        surroundings = {**os.environ, **(environment or {})}
        self.command = [str(word) if isinstance(word, Path) else word for word in command]
        self.scale = int(surroundings.get("GDK_SCALE", "1"))
        self.on_x11 = surroundings.get("GDK_BACKEND", "x11") == "x11"
        self.pointer = Pointer(self)
        self._xid = None
        # What GTK draws around a window and AT-SPI does not count.
        self.border = 0
        self._last_focused = None
        self._killed = False
        Atspi.get_desktop(0)  # brings the bus up before the program looks for it
        self._listener = Atspi.EventListener.new(self._heard)
        for event in ("object:state-changed:focused", "object:children-changed", "object:property-change",
                      "object:selection-changed", "window"):
            self._listener.register(event)
        SCRATCH.mkdir(exist_ok=True)
        self._out = tempfile.TemporaryFile(dir=SCRATCH)
        self._err = tempfile.TemporaryFile(dir=SCRATCH)
        self.started = time.monotonic()
        self.process = subprocess.Popen(self.command, env=surroundings, stdin=stdin, stdout=self._out,
                                        stderr=self._err, cwd=directory)
        try:
            top = wait_for(self._find, lambda: f"a window of {self.command}; {self.errors}", timeout)
            super().__init__(self, top)
            top.set_cache_mask(Atspi.Cache.NONE)  # GTK 4.8 does not announce every change
            self.window = wait_for(lambda: next((c for c in self.children if c.role in TOPLEVELS), None),
                                   "a window", timeout)
        except BaseException:
            self.kill()
            raise
        self.ready = time.monotonic() - self.started
        if self.on_x11:
            # The window has the keyboard from now on.
            width = self.geometry(self.xid)[2] / self.scale
            self.border = max(0, round(width - self.window.extents[2]) // 2)

    def _heard(self, event):
        if event.type.startswith("object:state-changed:focused") and event.detail1:
            self._last_focused = event.source

    def _find(self):
        if self.process.poll() is not None:
            raise Missed(f"{self.command} ended with {self.process.returncode}: {self.errors}")
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            program = desktop.get_child_at_index(index)
            try:
                if program and program.get_process_id() == self.process.pid and program.get_child_count():
                    return program
            except GLib.Error:  # another program on its way out
                continue
        return None

    # Windows, keys, pictures

    @property
    def xid(self):
        """The X window; the largest, since popovers have windows of their own."""
        if self._xid is None:
            self._xid = wait_for(lambda: max(
                self.xids(), key=lambda xid: self.geometry(xid)[2] * self.geometry(xid)[3], default=None),
                "an X window")
            xdotool("windowfocus", "--sync", self._xid)  # there is no window manager that would
        return self._xid

    def xids(self):
        done = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                              capture_output=True, text=True)
        return done.stdout.split()

    @staticmethod
    def geometry(xid):
        """x, y, width and height on the screen, in X pixels; zeros if the window has just gone."""
        shell = subprocess.run(["xdotool", "getwindowgeometry", "--shell", xid], capture_output=True, text=True)
        found = dict(line.split("=") for line in shell.stdout.split())
        return tuple(int(found.get(key, 0)) for key in ("X", "Y", "WIDTH", "HEIGHT"))

    def place_of(self, popover):
        """Where a popover's window lies from the main one, in application pixels; nothing if it is closed."""
        size = tuple(length * self.scale for length in popover.extents[2:])
        main = self.geometry(self.xid)
        for xid in self.xids():
            if xid != self.xid and (place := self.geometry(xid))[2:] == size:
                return (place[0] - main[0]) / self.scale, (place[1] - main[1]) / self.scale
        return None

    def focus_window(self, xid):
        """Sends keys to another window of the program; there is no window manager that would."""
        xdotool("windowfocus", "--sync", xid)

    def key(self, *keys, hold=()):
        self.xid
        xdotool(*[word for key in hold for word in ("keydown", key)], "key", "--delay", 20, *keys,
                *[word for key in hold for word in ("keyup", key)])

    def type(self, text):
        self.xid
        xdotool("type", "--delay", 15, text)

    def resize(self, width, height):
        xdotool("windowsize", "--sync", self.xid, width * self.scale, height * self.scale)
        self.window.wait(lambda window: abs(window.extents[2] - width) < 60, f"be {width} wide")

    def ask_to_close(self):
        """What a window manager sends when its close button is pressed: WM_DELETE_WINDOW."""
        send_delete(int(self.xid))

    @property
    def focused(self):
        return next((node for node in self.descendants() if "focused" in node.states), None)

    def last_focused(self):
        return Node(self, self._last_focused) if self._last_focused else None

    def picture(self, timeout=TIMEOUT):
        """The screen, once two looks in a row are alike."""
        state = {"seen": None}

        def still():
            before, state["seen"] = state["seen"], Picture.of_screen()
            return before is not None and before.data == state["seen"].data

        wait_for(still, "the screen to come to rest", timeout)
        return state["seen"]

    def screenshot(self, path, timeout=TIMEOUT):
        self.picture(timeout).save(path)

    # Ends

    @property
    def output(self):
        return self._read(self._out)

    @property
    def errors(self):
        return self._read(self._err).decode(errors="replace")

    @staticmethod
    def _read(file):
        size = os.fstat(file.fileno()).st_size
        return os.pread(file.fileno(), size, 0)

    def wait_exit(self, timeout=TIMEOUT):
        wait_for(lambda: self.process.poll() is not None,
                 lambda: f"{self.command} to end; it shows\n{self.outline()}", timeout)
        return self.process.returncode

    def send(self, number):
        self._killed = True
        self.process.send_signal(number)

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def check(self):
        """A GLib critical ends the program by a signal; a warning about a widget is one as well."""
        if re.search(r"CRITICAL|Fatal error|AddressSanitizer|ThreadSanitizer", self.errors):
            raise Missed(f"{self.command} complained:\n{self.errors}")
        if self.process.returncode < 0 and not self._killed:
            raise Missed(f"{self.command} ended by signal {-self.process.returncode}:\n{self.errors}")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        try:
            if kind is not None:
                self._keep_evidence(error)
            elif self.process.poll() is None:
                self.ask_to_close()
                self.wait_exit()
        finally:
            self.kill()
            if self.on_x11:  # nothing stays pressed for the next program
                xdotool("mouseup", 1, *[word for key in ("shift", "ctrl", "alt", "Return", "Escape")
                                        for word in ("keyup", key)])
            self._listener.deregister("object:state-changed:focused")
        if kind is None:
            self.check()

    def _keep_evidence(self, error):
        note = self.errors.strip()
        if note and hasattr(error, "add_note"):
            error.add_note(f"standard error of {self.command[0]}:\n{note}")
        folder = os.environ.get("PICKTURE_EVIDENCE")
        if folder and self.process.poll() is None:
            Path(folder).mkdir(parents=True, exist_ok=True)
            stem = Path(folder) / f"{os.environ.get('PICKTURE_TEST', 'app')}-{int(time.time() * 10) % 100000}"
            try:
                Picture.of_screen().save(f"{stem}.png")
                Path(f"{stem}.txt").write_text(self.outline())
            except (OSError, GLib.Error):
                pass

"""Drives and looks at a GTK 4 program from outside: AT-SPI tells what is there, xdotool moves the pointer
and presses keys. Nothing sleeps for a fixed time; every wait ends when its condition holds, or fails and
says what the window held then."""
import ctypes
import os
import re
import shlex
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

# For what is started from here; GLib has read it for this process already.
os.environ["G_DEBUG"] = "fatal-criticals"

# Looking at a program that just started, AT-SPI warns about a cache that GTK does not have.
GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *_: None, None)

TIMEOUT = float(os.environ.get("PICKTURE_WAIT", "20"))
SCRATCH = Path(os.environ.get("PICKTURE_SCRATCH") or tempfile.mkdtemp())
POPOVERS = ("GtkPopover", "GtkPopoverMenu")
TOPLEVELS = ("frame", "dialog", "window", "alert", "file chooser")


class Missed(AssertionError):
    """What was waited for did not come."""


def wait_for(condition, what, timeout=TIMEOUT):
    """The first true result of `condition()`; `what`, a text or a function that gives one, names it.

    Runs the main loop meanwhile, so that D-Bus services of the test itself answer."""
    context = GLib.MainContext.default()
    end = time.monotonic() + timeout
    trouble = ""
    while True:
        try:
            result = condition()
            if result:
                return result
        except GLib.Error as gone:  # a widget went away while it was looked at
            trouble = f" ({gone.message})"
        if time.monotonic() >= end:
            raise Missed(f"waited {timeout:g} s for {what() if callable(what) else what}{trouble}")
        alarm = GLib.timeout_add(30, lambda: GLib.SOURCE_CONTINUE)
        context.iteration(True)
        GLib.source_remove(alarm)


def settle(value, what, quiet=0.4, timeout=TIMEOUT):
    """The value of `value()` once it has stayed the same for `quiet` seconds."""
    state = {"value": value(), "since": time.monotonic()}

    def same():
        now = value()
        if now != state["value"]:
            state.update(value=now, since=time.monotonic())
        return time.monotonic() - state["since"] >= quiet

    wait_for(same, lambda: f"{what} to come to rest at {state['value']!r}", timeout)
    return state["value"]


def matches(text, pattern):
    return bool(pattern.search(text)) if isinstance(pattern, re.Pattern) else text == pattern


def xdotool(*words):
    done = subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise Missed(f"xdotool {shlex.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


class Node:
    """One accessible object. Asks the program each time; keeps nothing."""

    def __init__(self, app, accessible):
        self.app, self.accessible = app, accessible

    def __eq__(self, other):
        return isinstance(other, Node) and self.accessible == other.accessible

    __hash__ = None

    @property
    def role(self):
        return self.accessible.get_role_name() or ""

    @property
    def name(self):
        return self.accessible.get_name() or ""

    @property
    def description(self):
        return self.accessible.get_description() or ""

    @property
    def states(self):
        return {state.value_nick for state in self.accessible.get_state_set().get_states()}

    @property
    def text(self):
        """What an entry holds. GTK 4.8 gives nothing for an end of -1, so the end is counted."""
        count = Atspi.Text.get_character_count(self.accessible)
        return Atspi.Text.get_text(self.accessible, 0, count) if count > 0 else ""

    @property
    def parent(self):
        return Node(self.app, self.accessible.get_parent())

    @property
    def children(self):
        found = (self.accessible.get_child_at_index(i) for i in range(self.accessible.get_child_count()))
        return [Node(self.app, child) for child in found if child is not None]

    def descendants(self, within=lambda node: True):
        """This one and what is below it, parents first; what `within` refuses is not entered."""
        yield self
        if within(self):
            for child in self.children:
                yield from child.descendants(within)

    def __str__(self):
        try:
            return f"{self.role} {self.name!r}" + (f" ({self.description})" if self.description else "")
        except GLib.Error:
            return "something that has gone"

    def outline(self, depth=0):
        try:
            states = ",".join(sorted(self.states & {"focused", "selected", "checked", "pressed", "sensitive"}))
            lines = [f"{'  ' * depth}{self} {states}"]
            children = self.children
            for child in children[:40]:
                lines.append(child.outline(depth + 1))
            if len(children) > 40:
                lines.append(f"{'  ' * (depth + 1)}… {len(children) - 40} more")
            return "\n".join(lines)
        except GLib.Error:
            return "  " * depth + "(gone)"

    # Finding

    def all(self, role=None, name=None, shown=False):
        def fits(node):
            return ((role is None or matches(node.role, role)) and (name is None or matches(node.name, name))
                    and (not shown or node.is_shown))

        # Cells are many, and what is looked for is seldom inside one.
        def within(node):
            return node.role != "table cell"

        return [node for node in self.descendants(within) if fits(node)]

    def first(self, role=None, name=None, shown=False):
        return next(iter(self.all(role, name, shown)), None)

    def find(self, role=None, name=None, shown=False, timeout=TIMEOUT):
        return wait_for(lambda: self.first(role, name, shown),
                        lambda: f"{role or 'anything'} named {getattr(name, 'pattern', name)!r} in\n"
                        + self.outline(), timeout)

    @property
    def extents(self):
        """x, y, width, height inside the X window, in application pixels."""
        area = Atspi.Component.get_extents(self.accessible, Atspi.CoordType.WINDOW)
        border = self.app.border
        return area.x + border, area.y + border, area.width, area.height

    @property
    def popover(self):
        """The popover that this is in; it has an X window of its own."""
        return next((node for node in self.ancestors if node.name in POPOVERS), None)

    @property
    def is_page(self):
        """A page of a stack, which is no widget and has no place."""
        return self.role == "panel" and "Component" not in self.accessible.get_interfaces()

    @property
    def ancestors(self):
        node = self.parent
        while node.accessible is not None and node.role != "application":
            yield node
            node = node.parent

    @property
    def is_shown(self):
        """Whether it can be seen. GTK 4.8 says `visible` of hidden pages, closed revealers and closed popovers too,
        and leaves them their size; so sizes, windows and what lies at its place are looked at."""
        try:
            above = list(self.ancestors)
            for node in [self, *above]:
                if node.is_page:
                    continue
                _, _, width, height = node.extents
                if width <= 0 or height <= 0 or "visible" not in node.states:
                    return False
                if node.name in POPOVERS:
                    return not self.app.on_x11 or self.app.place_of(node) is not None
            return all(self._is_in_front(node) for node in above if node.is_page)
        except GLib.Error:
            return False

    @staticmethod
    def _is_in_front(page):
        """Whether a stack's page is the one shown: what lies at some place of the stack tells it."""
        window = page.app.window.accessible
        area = Atspi.Component.get_extents(page.parent.accessible, Atspi.CoordType.WINDOW)
        for part in range(1, 25):  # pictures have no object of their own, so several places are tried
            found = Atspi.Component.get_accessible_at_point(
                window, area.x + area.width * (part * 7 % 25) // 25, area.y + area.height * part // 25,
                Atspi.CoordType.WINDOW)
            above = [node for node in Node(page.app, found).ancestors if node.is_page] if found else []
            if above:
                return page in above
        return False

    def point(self, across=0.5, down=0.5):
        """A place inside it, in application pixels of the main window, also for what is in a popover."""
        x, y, width, height = wait_for(
            lambda: (area := self.extents)[2] > 0 and area[3] > 0 and area, f"room for {self.name!r}")
        if popover := self.popover:
            place = wait_for(lambda: self.app.place_of(popover), f"the popover of {self.name!r}")
            corner = popover.extents
            x, y = x - corner[0] + place[0], y - corner[1] + place[1]
        return round(x + width * across), round(y + height * down)

    # Acting

    @property
    def actions(self):
        if "Action" not in self.accessible.get_interfaces():
            return []
        return [Atspi.Action.get_action_name(self.accessible, i)
                for i in range(Atspi.Action.get_n_actions(self.accessible))]

    def act(self, name=None):
        """Does an action as an assistive tool would; a button's click takes effect 250 ms later."""
        actions = self.actions
        chosen = name or next((a for a in ("click", "activate", "toggle") if a in actions), None)
        if chosen not in actions:
            raise Missed(f"{self} has no action {chosen}, only {actions}")
        Atspi.Action.do_action(self.accessible, actions.index(chosen))
        return self

    def click(self, button=1, times=1, hold=(), at=(0.5, 0.5)):
        self.app.pointer.click(*self.point(*at), button=button, times=times, hold=hold)
        return self

    def hover(self, at=(0.5, 0.5)):
        self.app.pointer.move(*self.point(*at))
        return self

    def select(self, *children):
        """Picks children as an assistive tool would, by their index among those that exist now."""
        for child in children:
            Atspi.Selection.select_child(self.accessible, self.children.index(child))

    def deselect(self, *children):
        for child in children:
            index = self.children.index(child)
            if not Atspi.Selection.deselect_child(self.accessible, index):
                raise Missed(f"{self} does not let {child} go")

    def select_all(self):
        Atspi.Selection.select_all(self.accessible)

    def clear_selection(self):
        Atspi.Selection.clear_selection(self.accessible)

    @property
    def selected_count(self):
        """Of the whole list, not only of the children that exist."""
        return Atspi.Selection.get_n_selected_children(self.accessible)

    def set_text(self, text):
        Atspi.EditableText.set_text_contents(self.accessible, text)

    # Waiting

    def wait(self, test, what, timeout=TIMEOUT):
        wait_for(lambda: test(self), lambda: f"{self} to {what}", timeout)
        return self

    def wait_name(self, name, timeout=TIMEOUT):
        return self.wait(lambda me: matches(me.name, name), f"be named {getattr(name, 'pattern', name)!r}",
                         timeout)

    def wait_description(self, text, timeout=TIMEOUT):
        return self.wait(lambda me: matches(me.description, text),
                         f"be described as {getattr(text, 'pattern', text)!r}", timeout)

    def wait_state(self, state, holds=True, timeout=TIMEOUT):
        return self.wait(lambda me: (state in me.states) == holds,
                         f"{'have' if holds else 'lose'} the state {state}", timeout)


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


class Picture:
    """Pixels of the screen."""

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

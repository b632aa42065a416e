"""`--parent`: the dialog is modal to a window of another program; and `--pick` without help of the bus."""
import os
import signal
import subprocess
import time

from driver import App
from picker import BINARY, PickerTest, wait_for
from test_app_mode import OTHER, sys


# Takes the portal's name; it is stopped then, and so never answers.
MUTE = """
import gi
gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib
Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.portal.Desktop", 0, None,
                 lambda *_: print("owned", flush=True), None)
GLib.MainLoop().run()
"""


def property_of(xid, name):
    done = subprocess.run(["xprop", "-id", str(xid), name], capture_output=True, text=True)
    return done.stdout.strip()


class ParentTest(PickerTest):
    def test_x11(self):
        self.deal(2)
        with App([sys.executable, "-W", "ignore", str(OTHER), "sink"]) as other:
            number = int(other.xid)
            for handle in (f"x11:{number:x}", f"x11:0x{number:X}"):
                with self.subTest(handle), self.open("--parent", handle) as picker:
                    self.assertEqual(property_of(picker.xid, "WM_TRANSIENT_FOR"),
                                     f"WM_TRANSIENT_FOR(WINDOW): window id # 0x{number:x}")
                    self.assertIn("_NET_WM_STATE_MODAL", property_of(picker.xid, "_NET_WM_STATE"))
                    picker.pick(1)
                    self.assertEqual(picker.accept(), self.path(1))

    def test_unknown_windows_are_ignored(self):
        self.deal(1)
        for handle in ("x11:dead", "x11:0", "x11:1ffffffff", "wayland:none"):
            with self.subTest(handle), self.open("--parent", handle) as picker:
                self.assertNotIn("window id", property_of(picker.xid, "WM_TRANSIENT_FOR"))
                picker.pick(1)
                self.assertEqual(picker.accept(), self.path(1))


class BusTest(PickerTest):
    def windows(self, process):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)],
                               capture_output=True)
        return found.stdout.split()

    def shows_itself(self, environment):
        """The seconds until a picker has a window."""
        self.deal(1)
        started = time.monotonic()
        process = subprocess.Popen([BINARY, "--pick", self.folder], env=environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        try:
            wait_for(lambda: self.windows(process), "a window", 20)
            return time.monotonic() - started
        finally:
            process.terminate()
            process.communicate(timeout=20)
            self.assertEqual(process.returncode, -signal.SIGTERM)

    def test_no_session_bus(self):
        surroundings = {key: value for key, value in os.environ.items() if key != "DBUS_SESSION_BUS_ADDRESS"}
        # GLib may start a bus of its own then, whose accessibility must not take the place of the test's.
        self.shows_itself({**surroundings, "GTK_A11Y": "none", "XDG_RUNTIME_DIR": "/nonexistent"})
        self.shows_itself({**surroundings, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"})

    def test_a_portal_that_never_answers(self):
        usual = self.shows_itself(dict(os.environ))
        mute = subprocess.Popen([sys.executable, "-c", MUTE], stdout=subprocess.PIPE)
        self.addCleanup(mute.communicate)
        self.addCleanup(mute.kill)
        self.assertEqual(mute.stdout.readline(), b"owned\n")
        mute.send_signal(signal.SIGSTOP)
        self.assertLess(self.shows_itself(dict(os.environ)), usual + 2)

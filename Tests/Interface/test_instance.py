"""One instance of the desktop app in a session, and how signals and time end a window."""
import os
import signal
import subprocess
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

from x11 import xdotool
from picker import BINARY, Path, Picker, PickerTest, cards, wait_for


class InstanceTest(PickerTest):
    def bus_call(self, method, arguments):
        Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
            "io.github.pickture.Pickture", "/io/github/pickture/Pickture", "org.freedesktop.Application", method,
            arguments, None, Gio.DBusCallFlags.NONE, 20000)

    def test_the_first_start_reads_standard_input(self):
        self.deal(3)
        reader, writer = os.pipe()
        app = Picker("-", pick=False, stdin=reader)
        os.close(reader)
        with app:
            os.write(writer, os.fsencode(self.path(2)[0]) + b"\n")
            app.wait_names(["card-002.png"])
            os.write(writer, os.fsencode(self.path(3)[0]))
            os.close(writer)
            app.wait_count(2)

    def second(self, app, *arguments, **how):
        return subprocess.run([app.command[0], *map(os.fsencode, map(str, arguments))], capture_output=True,
                              timeout=20, **how)

    def test_names_are_bytes_and_relative_to_the_second_start(self):
        self.deal(1)
        elsewhere = self.folder.with_name(self.folder.name + "-elsewhere")
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", elsewhere]))
        self.deal(1, elsewhere / "sub", first=50)
        strange = os.fsencode(elsewhere) + b"/-\xff odd.png"
        with open(strange, "wb") as file:
            file.write(cards.write(elsewhere / "x.png", 7).read_bytes())
        (elsewhere / "x.png").unlink()
        with self.open(pick=False) as app:
            app.wait_count(1)
            done = subprocess.run([os.fsencode(app.command[0]), b"--", b"sub", b"-\xff odd.png"],
                                  capture_output=True, timeout=20, cwd=elsewhere)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))
            app.tile(50)
            app.wait_count(3)

    def test_a_second_start_says_itself_what_is_wrong(self):
        self.deal(1)
        with self.open(pick=False) as app:
            app.wait_count(1)
            for arguments, status, words in (
                    (["--max", "3"], 2, b"--max"), ([self.folder / "absent"], 4, b"absent"), (["-"], 2, b"-")):
                with self.subTest(arguments):
                    done = self.second(app, *arguments, stdin=subprocess.DEVNULL)
                    self.assertEqual(done.returncode, status, done.stderr)
                    self.assertEqual((done.stdout, done.stderr.count(b"\n")), (b"", 1))
                    self.assertIn(words, done.stderr)
            self.assertEqual(app.errors, "")
            app.wait_count(1)

    def test_options_open_a_window_of_their_own(self):
        self.deal(2)
        with self.open(pick=False) as app:
            app.wait_count(2)
            self.assertEqual(self.second(app, "--title", "Other", self.folder).returncode, 0)
            app.find("frame", "Other")
            self.assertEqual(len(app.all("frame")), 2)
            app.key("ctrl+q")
            app.wait_exit()

    def test_without_a_session_bus_each_start_is_its_own(self):
        self.deal(1)
        with self.open(pick=False):
            alone = dict(os.environ, DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent")
            other = subprocess.Popen([BINARY, self.folder], env=alone, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE)
            try:
                wait_for(lambda: subprocess.run(
                    ["xdotool", "search", "--onlyvisible", "--pid", str(other.pid)],
                    capture_output=True).stdout, "a window of the other's own")
                self.assertIsNone(other.poll())
            finally:
                other.terminate()
                errors = other.communicate(timeout=20)[1].decode(errors="replace")
            self.assertEqual(other.returncode, -signal.SIGTERM, errors)

    def test_started_as_a_service_it_waits_to_be_asked(self):
        self.deal(2)
        service = subprocess.Popen([BINARY, "--gapplication-service"])
        self.addCleanup(service.wait)
        self.addCleanup(service.terminate)
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        wait_for(lambda: bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", ("io.github.pickture.Pickture",)), None, 0, -1).unpack()[0], "the service")

        def windows():
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(service.pid)],
                                   capture_output=True)
            return found.stdout.split()

        self.assertEqual(windows(), [])
        uris = [Path(path).as_uri() for path in self.path(1, 2)]
        self.bus_call("Open", GLib.Variant("(asa{sv})", (uris, {})))
        wait_for(windows, "a window")
        self.bus_call("Activate", GLib.Variant("(a{sv})", ({},)))
        self.assertEqual(len(windows()), 1)
        xdotool("windowfocus", "--sync", windows()[0].decode())
        xdotool("key", "ctrl+w")
        self.assertEqual(service.wait(20), 0)


class SignalTest(PickerTest):
    def test_signals_end_both_kinds_of_window(self):
        self.deal(2)
        for pick in (True, False):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                with self.subTest(pick=pick, number=number):
                    picker = self.open(pick=pick)
                    picker.wait_count(2)
                    picker.process.send_signal(number)
                    self.assertEqual(picker.process.wait(10), -number)
                    self.assertEqual(picker.output, b"")
                    left = list(Path(os.environ["XDG_CACHE_HOME"]).rglob(".pickture-*"))
                    self.assertEqual(left, [])
                    picker.kill()

    def test_the_time_runs_out(self):
        self.deal(1)
        started = time.monotonic()
        picker = self.open("--timeout", "2")
        picker.pick(1)
        self.assertEqual(picker.result(5), [])
        self.assertGreaterEqual(time.monotonic() - started, 2)

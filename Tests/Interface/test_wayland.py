"""One whole pick under Wayland. weston without a screen takes no pointer and no keys, so assistive
technology does it all: AT-SPI Selection and actions."""
import os
import shutil
import subprocess
import unittest

from driver import SCRATCH
from picker import CANCELLED, Path, PickerTest, re, wait_for


@unittest.skipUnless(shutil.which("weston"), "weston is not installed")
class WaylandTest(PickerTest):
    def setUp(self):
        super().setUp()
        self.socket = f"pickture-test-{os.getpid()}"
        self.weston = subprocess.Popen(
            ["weston", "--backend=headless-backend.so", "--use-pixman", f"--socket={self.socket}",
             "--idle-time=0", "--width=1280", "--height=800"],
            stdout=subprocess.DEVNULL, stderr=open(SCRATCH / "weston.log", "w"),
            env={name: value for name, value in os.environ.items() if name != "DISPLAY"})
        self.addCleanup(self.stop)
        wait_for(lambda: (Path(os.environ["XDG_RUNTIME_DIR"]) / self.socket).exists(), "weston")

    def stop(self):
        self.weston.terminate()
        self.weston.wait(10)

    def on_wayland(self, *options):
        return self.open(*options, environment={"GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": self.socket,
                                                "DISPLAY": ""})

    def test_pick_by_selection_and_accept_by_action(self):
        self.deal(8)
        with self.on_wayland("--max", "3") as picker:
            picker.wait_count(8)
            for number in (5, 2, 7, 1):
                picker.grid.select(picker.tile(number))
            picker.wait_picks(5, 2, 7)
            picker.find("label", "Selected 3 of 3")
            picker.accept_button.wait_name("Add (3)").act()
            self.assertEqual(picker.result(), self.path(5, 2, 7))

    def test_cancel_by_action(self):
        self.deal(2)
        with self.on_wayland() as picker:
            picker.wait_count(2)
            picker.cancel_button.act()
            self.assertEqual(picker.result(CANCELLED), [])

    def test_search_by_editable_text(self):
        self.deal(12)
        with self.on_wayland("--max", "3") as picker:
            picker.wait_count(12)
            picker.find(re.compile("button"), "Search").act()
            picker.find(re.compile("entry|text"), "Search").set_text("card-01")
            picker.wait_count(3)
            picker.grid.select_all()
            picker.wait_picks(10, 11, 12)
            picker.accept_button.act()
            self.assertEqual(picker.result(), self.path(10, 11, 12))

"""With a window manager: focus, minimising, closing."""
import shutil
import subprocess
import sys
import unittest

from driver import SCRATCH, App
from x11 import xdotool
from picker import CANCELLED, Path, PickerTest, wait_for

OTHER = Path(__file__).with_name("other_program.py")


@unittest.skipUnless(shutil.which("openbox"), "openbox is not installed")
class WindowManagerTest(PickerTest):
    def setUp(self):
        super().setUp()
        self.manager = subprocess.Popen(["openbox"], stdout=subprocess.DEVNULL,
                                        stderr=open(SCRATCH / "openbox.log", "w"))
        self.addCleanup(self.stop)
        wait_for(lambda: "# 0x" in subprocess.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"],
                                                  capture_output=True, text=True).stdout, "openbox")

    def stop(self):
        self.manager.terminate()
        self.manager.wait(10)
        # The next one is there when this is.
        subprocess.run(["xprop", "-root", "-remove", "_NET_SUPPORTING_WM_CHECK"], check=True)

    def has_focus(self, picker):
        found = subprocess.run(["xdotool", "getwindowfocus", "getwindowpid"], capture_output=True, text=True)
        return found.stdout.strip() == str(picker.process.pid)

    def test_it_comes_with_the_focus_and_keys_go_to_the_grid(self):
        """flatpak/xdg-desktop-portal#991"""
        self.deal(4)
        with self.open("--max", "2") as picker:
            wait_for(lambda: self.has_focus(picker), "the focus")
            picker.wait_count(4)
            xdotool("key", "--delay", 30, "Home", "Right", "ctrl+space", "ctrl+Return")
            self.assertEqual(picker.result(), self.path(2))

    def test_R21_closed_by_the_window_manager(self):
        self.deal(2)
        with self.open() as picker:
            wait_for(lambda: self.has_focus(picker), "the focus")
            xdotool("key", "alt+F4")
            self.assertEqual(picker.result(CANCELLED), [])

    def test_R51_preview_minimised_its_file_and_folder_deleted_and_restored(self):
        self.deal(2)
        self.deal(2, self.folder / "below", first=11)
        with self.open("--max", "3", "--sort", "name") as picker:
            wait_for(lambda: self.has_focus(picker), "the focus")
            picker.pick(1)
            picker.tile(11).click(times=2)
            picker.find(name="Zoom", shown=True)
            xdotool("windowminimize", picker.xid)
            wait_for(lambda: "Iconic" in subprocess.run(["xprop", "-id", picker.xid, "WM_STATE"], text=True,
                                                        capture_output=True).stdout, "the window to be minimised")
            shutil.rmtree(self.folder / "below")
            xdotool("windowmap", "--sync", picker.xid, "windowfocus", "--sync", picker.xid)
            picker.wait_count(2)
            picker.key("Escape")
            picker.wait_picks(1)
            self.assertEqual(picker.accept(), self.path(1))

    def test_modal_to_a_parent_that_is_there_and_one_that_is_not(self):
        self.deal(2)
        with App([sys.executable, "-W", "ignore", str(OTHER), "sink"]) as parent:
            for handle, modal in ((f"x11:{int(parent.xid):x}", True), (f"x11:0x{int(parent.xid):x}", True),
                                  ("x11:fffff", False)):
                with self.subTest(handle), self.open("--parent", handle) as picker:
                    picker.pick(2)
                    hint = subprocess.run(["xprop", "-id", picker.xid, "WM_TRANSIENT_FOR"], text=True,
                                          capture_output=True).stdout
                    self.assertEqual(f"0x{int(parent.xid):x}" in hint, modal, hint)
                    self.assertEqual(picker.accept(), self.path(2))

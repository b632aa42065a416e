"""Who switched animations off sees what comes at once, not fading in."""
import os
import time

from picker import Path, PickerTest
from screen import Spot
from test_preview import in_preview
from waiting import TIMEOUT, Missed

QUIET = 0.5  # longer than any transition of the window


def shown_one_after_another(spot, act):
    """The colours that the spot takes from before `act()` until it has come to rest on another one."""
    seen = [spot.colour]
    act()
    began = changed = time.monotonic()
    while len(seen) == 1 or time.monotonic() - changed < QUIET:
        if (colour := spot.colour) != seen[-1]:
            seen.append(colour)
            changed = time.monotonic()
        if time.monotonic() - began > TIMEOUT:
            raise Missed(f"the spot did not come to rest: {seen[:20]}")
    return seen


class ReducedMotionTest(PickerTest):
    def setUp(self):
        super().setUp()
        settings = Path(os.environ["XDG_CONFIG_HOME"]) / "gtk-4.0" / "settings.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("[Settings]\ngtk-enable-animations=false\n")
        self.addCleanup(settings.unlink)

    def test_the_preview_comes_and_goes_at_once(self):
        self.deal(2)
        with self.open("--max", "2") as picker:
            picker.wait_drawn(1, 2)
            picker.rest()
            # A corner of the first tile, where the preview shows nothing of a square photo.
            with Spot(*picker.tile(1).point(0.1, 0.1)) as spot:
                picker.tile(2).wait(lambda _: spot.colour != (255, 255, 255), "be away from the ground")
                self.assertEqual(len(shown_one_after_another(spot, lambda: picker.key("space"))), 2)
                self.assertTrue(in_preview(picker))
                self.assertEqual(len(shown_one_after_another(spot, lambda: picker.key("Escape"))), 2)

    def test_a_toast_comes_and_goes_at_once(self):
        self.deal(3)
        with self.open("--max", "2") as picker:
            picker.pick(1, 2)
            picker.tile(3).click()
            place = picker.wait_said("at most").point(-0.02, 0.5)
            picker.find("push button", "Dismiss", shown=True).click()
            picker.pointer.move(*picker.tile(3).point())
            picker.picture()
            with Spot(*place) as spot:
                self.assertEqual(len(shown_one_after_another(spot, lambda: picker.tile(3).click())), 2)
                dismiss = picker.find("push button", "Dismiss", shown=True)
                self.assertEqual(len(shown_one_after_another(spot, dismiss.click)), 2)

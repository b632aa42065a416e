"""Fingers: taps pick, sideways slides pick across tiles, others scroll, a long press previews, a pinch sizes tiles.

No assistive tool sees a Broadway display; what was done is told by what is handed over."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import broadway
import cards
from broadway import CONTROL, DOWN, MOVED, UP, Browser
from driver import TIMEOUT, wait_for
from picker import BINARY

ENTER, ESCAPE = 0xFF0D, 0xFF1B
# The middles of the first tiles: a window of 1000 pixels has eight of them in a line.
LEFT, TOP, STEP = 75, 120, 125


@unittest.skipUnless(broadway.AVAILABLE, "gtk4-broadwayd is not installed")
class TouchTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        cards.deal(self.folder, 120)
        self.browser = self.enterContext(Browser())
        self.errors = self.enterContext(tempfile.TemporaryFile("w+"))
        self.program = subprocess.Popen(
            [BINARY, "--pick", "--max", "0", "--sort", "name", self.folder], text=True,
            env={**self.browser.environment, "GTK_A11Y": "none"}, stdout=subprocess.PIPE, stderr=self.errors)
        self.addCleanup(self.program.stdout.close)
        self.addCleanup(self.program.wait)
        self.addCleanup(self.program.kill)
        wait_for(lambda: self.browser.serve(0.1) or self.browser.surfaces, "the window")
        self.browser.serve(1.5)

    def place(self, column, row=0):
        return LEFT + column * STEP, TOP + row * (STEP + 3)

    def accepted(self):
        """The numbers of the cards that are handed over."""
        self.browser.key(ENTER, CONTROL)
        wait_for(lambda: self.browser.serve(0.05) or self.program.poll() is not None, "the end", TIMEOUT)
        self.assertEqual(self.program.returncode, 0)
        self.errors.seek(0)
        self.assertNotIn("without a current allocation", self.errors.read())
        return [int(Path(line).stem.split("-")[1]) for line in self.program.stdout.read().splitlines()]

    def test_tap(self):
        for column in (2, 0, 1):
            self.browser.tap(*self.place(column))
        self.assertEqual(self.accepted(), [3, 1, 2])

    def test_sideways_slide(self):
        self.browser.slide(self.place(0), self.place(3), self.place(2))
        self.assertEqual(self.accepted(), [1, 2, 3])

    def test_vertical_slide_scrolls_and_picks_nothing(self):
        self.browser.slide(self.place(2, 4), self.place(2, 1))
        self.browser.tap(*self.place(0, 1))
        [number] = self.accepted()
        self.assertGreater(number, 9)
        self.assertEqual(number % 8, 1)

    def test_long_press(self):
        self.browser.touch(DOWN, 1, *self.place(1))
        self.browser.serve(1)
        self.browser.touch(UP, 1, *self.place(1))
        self.browser.serve(0.3)
        self.browser.key(ESCAPE)  # leaves the preview; in the grid it would cancel
        self.assertEqual(self.accepted(), [2])

    def test_pinch(self):
        for finger, x in ((1, 400), (2, 600)):
            self.browser.touch(DOWN, finger, x, 300)
        for step in range(1, 21):
            self.browser.touch(MOVED, 1, 400 - step * 5, 300)
            self.browser.touch(MOVED, 2, 600 + step * 5, 300)
        for finger, x in ((1, 300), (2, 700)):
            self.browser.touch(UP, finger, x, 300)
        self.browser.serve(0.5)
        # Twice as large: four in a line.
        for x in (100, 350, 600, 850):
            self.browser.tap(x, TOP)
        numbers = self.accepted()
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + 4)))
        self.assertEqual(numbers[0] % 4, 1)

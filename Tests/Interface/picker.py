"""Pickture in the words of its users: tiles, picks, the accept button. What the tests of one subject share."""
import os
import re
import shutil
import unittest
from pathlib import Path

import cards
from accessible import matches
from driver import SCRATCH, App
from screen import colour_distance
from waiting import TIMEOUT, settle, wait_for

BINARY = os.environ.get("PICKTURE_BINARY", ".build/debug/pickture")
NUMBER = re.compile(r", number (\d+)\b")
CANCELLED = 1


class Picker(App):
    """A picker, or with `pick=False` the desktop app, whose grid is there."""

    before = []  # a command that starts the program

    def __init__(self, *options, pick=True, accept="Add", grid="Photos", **how):
        mode = ["--pick"] if pick else []
        self.accept_label = accept
        self._has_rested = False
        super().__init__([*self.before, BINARY, *mode, *options], **how)
        try:
            self.grid = self.find("table", grid)
        except BaseException:
            self.kill()
            raise

    # What is shown

    @property
    def tiles(self):
        """By place: the first line from left to right, then the next."""
        placed = [(tile.extents, tile) for tile in self.grid.children]
        return [tile for (x, y, width, height), tile in sorted(placed, key=lambda one: (one[0][1], one[0][0]))
                if width > 0 and height > 0]

    @property
    def names(self):
        return [tile.name for tile in self.tiles]

    def tile(self, name, timeout=TIMEOUT):
        """By file name, or by number for a dealt card."""
        wanted = f"card-{name:03}.png" if isinstance(name, int) else name
        return wait_for(lambda: next((tile for tile in self.grid.children if tile.name == wanted), None),
                        lambda: f"a tile {wanted!r} among {[tile.name for tile in self.grid.children]}", timeout)

    def wait_names(self, names, timeout=TIMEOUT):
        wait_for(lambda: self.names == list(names),
                 lambda: f"the tiles {list(names)}, there are {self.names}", timeout)

    def wait_count(self, count, timeout=TIMEOUT):
        wait_for(lambda: len(self.grid.children) == count,
                 lambda: f"{count} tiles, there are {len(self.grid.children)}", timeout)

    def colour_of(self, tile, picture=None):
        """Of its lower part, where a card shows no digit and the window no badge."""
        picture = picture or self.picture()
        x, y = tile.point(0.3, 0.82)
        return picture[x * self.scale, y * self.scale]

    def shows_card(self, tile, number, picture=None, within=12):
        return colour_distance(self.colour_of(tile, picture), cards.colour(number)) <= within

    def wait_drawn(self, *numbers, timeout=TIMEOUT):
        """Until the cards' own colours are on screen."""
        places = [(self.tile(number), number) for number in numbers]

        def drawn():
            picture = self.picture(timeout)
            return all(self.shows_card(tile, number, picture) for tile, number in places)

        wait_for(drawn, lambda: f"thumbnails of {numbers}; colours "
                 f"{[(self.colour_of(tile), cards.colour(number)) for tile, number in places]}", timeout)

    # What is picked

    @property
    def numbers(self):
        """Name to number, of the tiles that are there."""
        found = ((tile.name, NUMBER.search(tile.description)) for tile in self.grid.children)
        return {name: int(match[1]) for name, match in found if match}

    def wait_picks(self, *names, timeout=TIMEOUT):
        """Until exactly these are picked, in this order."""
        wanted = {f"card-{name:03}.png" if isinstance(name, int) else name: place
                  for place, name in enumerate(names, 1)}
        wait_for(lambda: self.numbers == wanted, lambda: f"the picks {wanted}, there are {self.numbers}", timeout)

    def rest(self):
        """Waits, once, until the tiles no longer move: nobody clicks in the frame in which the window comes."""
        if not self._has_rested:
            settle(lambda: [(tile.name, tile.extents) for tile in self.grid.children], "the tiles", quiet=0.25)
            self._has_rested = True
        return self

    def pick(self, *names):
        """Clicks on each and waits for what comes of it."""
        for name in names:
            self.tile(name)
        self.rest()
        for name in names:
            tile = self.tile(name)
            before = "selected" in tile.states
            tile.click()
            tile.wait_state("selected", not before)

    def wait_status(self, text, timeout=TIMEOUT):
        return self.find("label", text, shown=True, timeout=timeout)

    def said(self, pattern):
        """A toast or another label that is shown now, or nothing."""
        return self.first("label", re.compile(pattern), shown=True)

    def wait_said(self, pattern, timeout=TIMEOUT):
        return self.find("label", re.compile(pattern), shown=True, timeout=timeout)

    # Ends

    @property
    def accept_button(self):
        return self.find("push button", re.compile(rf"^{re.escape(self.accept_label)}( \(\d+\))?$"))

    @property
    def cancel_button(self):
        return self.find("push button", "Cancel")

    @property
    def can_accept(self):
        return "sensitive" in self.accept_button.states

    def accept(self):
        """Presses the accept button; the printed lines."""
        self.accept_button.wait_state("sensitive").click()
        return self.result()

    def result(self, status=0):
        """Waits for the end, which must have `status`; the printed lines."""
        code = self.wait_exit()
        if code != status:
            raise AssertionError(f"ended with {code}, not {status}; {self.errors}")
        return self.output.decode("utf-8", "surrogateescape").splitlines()


MENU_ITEM = re.compile("menu item|check box|radio button|push button|toggle button|list item")


def choose_folder(picker, name):
    """Through the folder switcher; `name` is the folder's, or a pattern."""
    choose(picker, "Folder", re.compile(rf"^{re.escape(name)}\b") if isinstance(name, str) else name)


def choose(picker, menu, item):
    """Opens the menu of that name and clicks on an item of it."""
    button = picker.find(re.compile("button"), menu, shown=True).click()
    row = button.find(MENU_ITEM, item, shown=True).click()
    wait_for(lambda: len(picker.xids()) == 1, f"the menu to close after {row}")


def close_second_window(picker):
    """By Escape, which only the window that has the keyboard hears."""
    picker.focus_window(wait_for(lambda: next((xid for xid in picker.xids() if xid != picker.xid), None), "it"))
    picker.key("Escape")
    wait_for(lambda: len(picker.xids()) == 1, "the second window to close")
    picker.focus_window(picker.xid)


class PickerTest(unittest.TestCase):
    """Each test has a folder of its own, `self.folder`, which does not exist until something is put in."""

    maxDiff = None

    def setUp(self):
        os.environ["PICKTURE_TEST"] = self.id()
        # A short name: some tests need 255-byte names inside it.
        self.folder = SCRATCH / self.id().rsplit(".", 1)[-1][:60]
        self.addCleanup(self._remove)
        shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)

    def _remove(self):
        for path in self.folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)
        shutil.rmtree(self.folder, ignore_errors=True)

    def deal(self, count, folder=None, first=1):
        return cards.deal(folder or self.folder, count, first)

    def open(self, *options, **how):
        """A picker on the test's folder."""
        return Picker(*options, self.folder, **how)

    def path(self, *numbers):
        return [str(self.folder / f"card-{number:03}.png") for number in numbers]

    def assertColour(self, seen, wanted, within=12):
        self.assertLessEqual(colour_distance(seen, wanted), within, f"{seen} is not {wanted}")


__all__ = ["BINARY", "CANCELLED", "Path", "Picker", "PickerTest", "cards", "choose", "choose_folder", "close_second_window",
           "matches", "re", "wait_for"]

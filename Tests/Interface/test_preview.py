"""The preview: one photo large, and the way to its neighbours."""
import re
import shutil

from cards import colour
from screen import colour_distance
from picker import CANCELLED, PickerTest, cards, wait_for


def in_preview(picker):
    return picker.first(name="Zoom", shown=True) is not None


def open_preview(picker, name):
    tile = picker.tile(name)
    picker.rest()
    tile.click(times=2)
    wait_for(lambda: in_preview(picker), "the preview")


def leave(picker):
    picker.key("Escape")
    wait_for(lambda: not in_preview(picker), "the grid")


def shows(picker, number):
    """Whether the card's colour fills much of the window."""
    wanted = colour(number)
    picture = picker.picture(30)
    _, _, width, height = picker.window.extents
    spots = [(width * across // 16, height * down // 16) for across in range(3, 14) for down in range(4, 13)]
    return sum(colour_distance(picture[spot], wanted) <= 12 for spot in spots) >= 12


def wait_shows(picker, number):
    wait_for(lambda: shows(picker, number), f"card {number} large", 15)


class PreviewTest(PickerTest):
    def large(self, count):
        for number in range(1, count + 1):
            cards.write(self.folder / f"card-{number:03}.png", number, width=900, height=700,
                        modified=1_700_000_000 - number)

    def test_space_opens_arrows_go_on_escape_comes_back_to_that_tile(self):
        self.large(4)
        with self.open("--max", "3") as picker:
            picker.wait_count(4)
            picker.key("Home", "space")
            wait_shows(picker, 1)
            picker.key("Right", "Right")
            wait_shows(picker, 3)
            picker.key("Left")
            wait_shows(picker, 2)
            leave(picker)
            picker.tile(2).wait_state("focused")
            picker.wait_picks()

    def test_picking_from_there_follows_the_same_rules(self):
        self.large(4)
        with self.open("--max", "2") as picker:
            picker.pick(3)
            open_preview(picker, 1)
            picker.key("ctrl+space")
            picker.wait_status("Selected 2 of 2")
            picker.key("Right", "ctrl+space")
            picker.wait_said(r"\b2\b.*photo|photo.*\b2\b")
            picker.wait_status("Selected 2 of 2")
            picker.key("Right", "ctrl+space")
            picker.wait_status("Selected 1 of 2")
            leave(picker)
            picker.wait_picks(1)
            picker.key("ctrl+Return")
            self.assertEqual(picker.result(), self.path(1))

    def test_accepting_from_there(self):
        self.large(3)
        with self.open("--max", "2") as picker:
            picker.pick(2, 3)
            open_preview(picker, 1)
            picker.key("ctrl+Return")
            self.assertEqual(picker.result(), self.path(2, 3))

    def test_the_hover_button_opens_it_and_picks_nothing(self):
        self.large(3)
        with self.open("--max", "2") as picker:
            picker.wait_count(3)
            # Its corner; the button has no object of its own, since Space does the same.
            picker.tile(2).hover(at=(0.84, 0.82))
            before = picker.picture()
            picker.tile(2).click(at=(0.84, 0.82))
            self.assertNotEqual(before.data, picker.picture().data)
            wait_for(lambda: in_preview(picker), "the preview")
            picker.wait_status("Selected 0 of 2")

    def test_the_button_in_the_status_bar_opens_the_focused_photo(self):
        self.large(3)
        with self.open("--max", "2") as picker:
            picker.pick(3)
            picker.find("push button", "Preview", shown=True).click()
            wait_shows(picker, 3)

    def test_zoom_goes_to_the_pixels_and_back(self):
        cards.write(self.folder / "card-001.png", 1, width=3000, height=2400)
        with self.open("--max", "2") as picker:
            open_preview(picker, 1)
            wait_shows(picker, 1)
            beside = (60, 300)  # next to the whole picture, and in the middle of its pixels

            def fills():
                return colour_distance(picker.picture(30)[beside], colour(1)) <= 12

            self.assertFalse(fills())
            zoom = picker.find(name="Zoom", shown=True)
            zoom.click()
            wait_for(fills, "the pixels one to one")
            zoom.click()
            wait_for(lambda: not fills(), "the whole picture again")

    def test_it_tells_date_size_and_position(self):
        cards.write(self.folder / "card-001.png", 1, width=640, height=480, date="2024:05:03 14:05:00",
                    position=(51.4779, -0.0015))
        with self.open("--max", "2") as picker:
            open_preview(picker, 1)
            for pattern in ("2024-05-03", "640.*480", "51[.,]47"):
                picker.wait_said(pattern)

    def test_R51_the_file_shown_is_deleted(self):
        self.large(3)
        with self.open("--max", "3") as picker:
            picker.pick(1, 2)
            open_preview(picker, 2)
            (self.folder / "card-002.png").unlink()
            picker.wait_status("Selected 1 of 3")
            wait_for(lambda: not in_preview(picker) or shows(picker, 3) or shows(picker, 1),
                     "a neighbour or the grid")
            if in_preview(picker):
                leave(picker)
            picker.wait_count(2)
            self.assertEqual(picker.accept(), self.path(1))

    def test_R51_all_files_are_deleted_under_it(self):
        self.large(3)
        with self.open("--max", "3") as picker:
            open_preview(picker, 2)
            shutil.rmtree(self.folder)
            picker.wait_count(0)
            picker.key("Right", "Left", "ctrl+space")
            wait_for(lambda: not in_preview(picker), "the preview to close")
            picker.wait_status("Selected 0 of 3")

    def test_R52_to_the_last_and_beyond_and_back(self):
        self.large(8)
        with self.open("--max", "8") as picker:
            picker.pick(*range(1, 9))
            open_preview(picker, 1)
            picker.key(*["Right"] * 10)
            wait_shows(picker, 8)
            leave(picker)
            picker.wait_picks(*range(1, 9))
            self.assertEqual(picker.accept(), self.path(*range(1, 9)))

    def test_it_goes_over_what_is_shown_not_what_is_hidden(self):
        self.large(4)
        with self.open("--max", "2") as picker:
            picker.wait_count(4)
            picker.key("ctrl+f")
            picker.type("card-00")
            picker.find(re.compile("entry|text"), "Search", shown=True).set_text("card-004")
            picker.wait_names(["card-004.png"])
            picker.wait_drawn(4)
            open_preview(picker, 4)
            wait_shows(picker, 4)
            picker.key("Right", "Left")
            wait_shows(picker, 4)

    def test_escape_in_the_preview_never_cancels(self):
        self.large(2)
        with self.open("--max", "2") as picker:
            open_preview(picker, 1)
            leave(picker)
            self.assertIsNone(picker.process.poll())
            picker.key("Escape")
            self.assertEqual(picker.result(CANCELLED), [])

    def test_a_broken_picture_says_why(self):
        self.large(1)
        whole = cards.png(2, 300, 300)
        (self.folder / "broken.png").write_bytes(whole[:60])
        with self.open("--max", "2") as picker:
            picker.wait_count(2)
            open_preview(picker, "broken.png")
            picker.wait_said("(?i)can.t|damaged|broken|not")
            picker.key("ctrl+space")
            picker.wait_status("Selected 1 of 2")

"""The month beside the scroll bar, while photos go by too fast to be seen."""
import calendar
import time

from picker import Picker, PickerTest, cards, re, wait_for

COUNT = 400
MONTH = "%s 20[0-9][0-9]" % f"({'|'.join(calendar.month_name[1:])})"


def modified(number):
    return 1_700_000_000 - number * 400_000


def month_of(number):
    date = time.localtime(modified(number))
    return f"{calendar.month_name[date.tm_mon]} {date.tm_year}"


class DateBubbleTest(PickerTest):
    def setUp(self):
        super().setUp()
        for number in range(1, COUNT + 1):
            cards.write(self.folder / f"card-{number:03}.png", number, modified=modified(number))

    def shown(self, picker):
        """What the bubble says; it lies beside the scroll pane, and is soon gone while all of the window is searched."""
        beside = [part for part in picker.grid.parent.parent.children if part.role != "scroll pane"]
        labels = [label for part in beside for label in part.children if label.role == "label"]
        return labels[0].name if labels else None

    def wait_shown(self, picker, pattern, timeout=10):
        return wait_for(lambda: (text := self.shown(picker)) and re.fullmatch(pattern, text) and text,
                        lambda: f"{pattern} in the bubble, there is {self.shown(picker)}", timeout)

    def wait_gone(self, picker):
        wait_for(lambda: self.shown(picker) is None, "the bubble to go")

    def test_keys_wheel_and_scroll_bar_show_month_and_year(self):
        with self.open("--max", "3") as picker:
            picker.wait_drawn(1)
            picker.rest()
            self.assertIsNone(self.shown(picker))
            picker.key("Next", "Next", "Next", "Next")
            self.wait_shown(picker, MONTH)
            self.wait_gone(picker)
            picker.key("End")
            last = self.wait_shown(picker, MONTH)
            self.assertIn(last, {month_of(number) for number in range(COUNT - 60, COUNT)})
            self.wait_gone(picker)
            picker.key("Home")
            self.wait_shown(picker, month_of(1))
            self.wait_gone(picker)

            x, y = picker.grid.parent.point(0.5, 0.5)
            picker.pointer.scroll(x, y, 1)
            self.assertIsNone(self.shown(picker), "slowly")
            picker.pointer.scroll(x, y, 12)
            self.wait_shown(picker, MONTH)
            self.wait_gone(picker)

            left, top, width, height = picker.grid.parent.extents
            edge = left + width - 4
            picker.pointer.press(edge, top + 20)
            picker.pointer.glide((edge, top + 20), (edge, top + height - 20))
            self.wait_shown(picker, MONTH)
            picker.pointer.release()
            self.wait_gone(picker)

    def test_by_name_it_is_the_letter_and_without_an_order_nothing(self):
        with self.open("--max", "3", "--sort", "name") as picker:
            picker.wait_drawn(1)
            picker.key("End")
            self.wait_shown(picker, "C")
            self.wait_gone(picker)
        names = sorted(self.folder.iterdir())
        with Picker("--max", "3", *names) as picker:
            picker.wait_drawn(1)
            picker.key("End")
            wait_for(lambda: (at := picker.last_focused()) and at.name == names[-1].name, "the end")
            self.assertIsNone(self.shown(picker))

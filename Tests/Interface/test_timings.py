"""What `scripts/bench` reads: a line a frame on standard error, if it is asked for, and nothing else."""
import re

from picker import PickerTest, wait_for


class TimingsTest(PickerTest):
    def test_a_line_a_frame_and_only_if_asked_for(self):
        self.deal(6)
        with self.open(environment={"PICKTURE_TIMINGS": "1"}) as picker:
            line = re.compile(r"^frame at=\d+ took=\d+ row=\d+ first=0 seen=6 rough=0 sharp=6 read=1 tiles=\d+ cpu=\d+$", re.M)
            wait_for(lambda: line.search(picker.errors), lambda: f"a line with six pictures; {picker.errors}")
            wait_for(lambda: all(part.startswith("frame ") for part in picker.errors.splitlines()), "only such lines")
        with self.open() as picker:
            picker.wait_drawn(*range(1, 7))
            self.assertEqual(picker.errors, "")

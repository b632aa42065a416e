"""What a tile shows of its kind: a video's symbol and length, a live photo's mark."""
from picker import Path, PickerTest, re, wait_for

FIXTURES = Path(__file__).parents[1] / "Fixtures" / "metadata"
START, END = range(4, 40), range(76, 116)  # of a tile that is 120 wide


class KindTest(PickerTest):
    def setUp(self):
        super().setUp()
        self.deal(1)
        for name, fixture in (("clip.mp4", "android_gps.mp4"), ("live.jpg", "20200808_080808.jpg"),
                              ("pair.jpg", "gps_south_west.jpg"), ("pair.mov", "iphone_gps_portrait.mov")):
            (self.folder / name).write_bytes((FIXTURES / fixture).read_bytes())

    def marks(self, picker, name):
        """Whether there is white writing at the start and at the end of the tile's lower edge, and whether that edge
        is darker than what is above it."""
        picture = picker.picture()
        x, y, _, _ = picker.tile(name).extents

        def is_written_on(columns):
            return any(min(picture[x + column, y + line]) > 200 for column in columns for line in range(98, 117))

        def brightness(line):
            return sum(sum(picture[x + column, y + line]) for column in range(START.stop, END.start))

        return is_written_on(START), is_written_on(END), brightness(118) < brightness(90) * 3 // 4

    def wait_marks(self, picker, name, *wanted):
        wait_for(lambda: self.marks(picker, name) == wanted,
                 lambda: f"{name} to have marks at start, end and a dark edge: {wanted}, not {self.marks(picker, name)}")

    def test_I22_I23_marks_of_videos_and_live_photos(self):
        with self.open("--media", "photo,live,video", "--max", "3") as picker:
            picker.wait_count(4)  # the clip of a pair is none
            picker.wait_drawn(1)
            for name, kind in (("clip.mp4", "Video"), ("live.jpg", "Live photo"), ("pair.jpg", "Live photo"),
                               ("card-001.png", "Photo")):
                picker.tile(name).wait_description(re.compile(f"^{kind}, "))
            # The day in its metadata; in which zone is not said.
            picker.tile("clip.mp4").wait_description(re.compile("^Video, 2023-01-0[1-3] "))
            self.wait_marks(picker, "clip.mp4", True, True, True)
            self.wait_marks(picker, "live.jpg", True, False, True)
            self.wait_marks(picker, "pair.jpg", True, False, True)
            self.wait_marks(picker, "card-001.png", False, False, False)

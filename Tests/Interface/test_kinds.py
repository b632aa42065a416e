"""Videos and live photos among photos (I22, I23)."""
from picker import Path, PickerTest, re, wait_for

FIXTURES = Path(__file__).parent.parent / "Fixtures" / "metadata"


class KindsTest(PickerTest):
    def copy(self, fixture, name):
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes((FIXTURES / fixture).read_bytes())

    def different(self, picker, one, other, top, bottom):
        """How many pixels of two tiles' middle columns differ between two heights, both from 0 to 1."""
        picture = picker.picture()
        (x, y, width, height), (other_x, other_y, _, _) = picker.tile(one).extents, picker.tile(other).extents
        return sum(picture[x + column, y + row] != picture[other_x + column, other_y + row]
                   for column in range(8, width - 8) for row in range(int(height * top), int(height * bottom)))

    def test_I23_a_live_photo_has_a_mark_at_the_bottom(self):
        for name in ("plain.jpg", "moving.jpg"):
            self.copy("gps_south_west.jpg", name)
        self.copy("iphone_gps_portrait.mov", "moving.mov")
        with self.open("--max", "5", "--sort", "name") as picker:
            picker.wait_names(["moving.jpg", "plain.jpg"])
            wait_for(lambda: picker.tile("moving.jpg").description.startswith("Live photo, "), "the kind")
            self.assertTrue(picker.tile("plain.jpg").description.startswith("Photo, "))
            picker.pointer.move(900, 600)
            wait_for(lambda: self.different(picker, "moving.jpg", "plain.jpg", 0.8, 0.95) > 40
                     and not self.different(picker, "moving.jpg", "plain.jpg", 0.1, 0.5), "a mark on one of them")

    def test_I22_a_video_says_so(self):
        self.copy("android_gps.mp4", "clip.mp4")
        self.copy("gps_south_west.jpg", "photo.jpg")
        with self.open("--max", "5", "--sort", "name", "--media", "photo,video") as picker:
            picker.wait_names(["clip.mp4", "photo.jpg"])
            wait_for(lambda: re.match("Video, 2023-01-0[1-3]", picker.tile("clip.mp4").description), "the kind")

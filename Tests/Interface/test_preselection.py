"""Photos that are picked from the start."""
import subprocess

from picker import BINARY, PickerTest, re


class PreselectionTest(PickerTest):
    def test_R03_in_the_order_given(self):
        self.deal(5)
        chosen = self.path(3, 1, 2)
        with self.open("--max", "5", *[word for path in chosen for word in ("--preselect", path)]) as picker:
            picker.wait_picks(3, 1, 2)
            picker.accept_button.wait_name("Add (3)")
            self.assertEqual(picker.accept(), chosen)

    def test_R12_inside_and_outside_the_folder(self):
        self.deal(3)
        other = self.folder.with_name(self.folder.name + "-other")
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", other]))
        [outside] = self.deal(1, other, first=7)
        with self.open("--max", "5", "--preselect", outside, "--preselect", self.path(2)[0]) as picker:
            picker.wait_status("Selected 2 of 5")
            picker.tile(2).wait_description(re.compile(", number 2"))
            picker.pick(1)
            self.assertEqual(picker.accept(), [str(outside), *self.path(2, 1)])

    def test_R13_preselected_ones_count_against_the_maximum(self):
        self.deal(7)
        with self.open("--max", "5", *[word for path in self.path(1, 2, 3, 4, 5)
                                       for word in ("--preselect", path)]) as picker:
            picker.wait_status("Selected 5 of 5")
            picker.wait_drawn(1, 2, 5)
            picker.tile(6).click()
            picker.wait_said(r"\b5\b.*photo|photo.*\b5\b")
            self.assertFalse(picker.shows_card(picker.tile(6), 6), "the sixth is dimmed")
            self.assertEqual(picker.accept(), self.path(1, 2, 3, 4, 5))

    def test_R12_one_that_does_not_exist_is_named(self):
        self.deal(1)
        done = subprocess.run([BINARY, "--pick", "--preselect", self.folder / "gone.png", self.folder],
                              capture_output=True, text=True, timeout=20)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--preselect", done.stderr)
        self.assertIn("gone.png", done.stderr)

"""What happens on disk while the window is open."""
import itertools
import random
import re
import shutil
import time

from picker import PickerTest, cards, wait_for


class ChangesTest(PickerTest):
    def test_R24_a_picked_file_that_goes_is_no_longer_picked(self):
        self.deal(6)
        with self.open("--max", "5") as picker:
            picker.pick(4, 2, 6)
            (self.folder / "card-002.png").unlink()
            picker.wait_picks(4, 6)
            picker.wait_status("Selected 2 of 5")
            picker.wait_said("card-002.png")
            self.assertEqual(picker.accept(), self.path(4, 6))

    def test_R24_all_picked_files_gone_switches_the_button_off(self):
        self.deal(4)
        with self.open("--max", "5") as picker:
            picker.pick(1, 2)
            for number in (1, 2):
                (self.folder / f"card-{number:03}.png").unlink()
            picker.wait_status("Selected 0 of 5")
            picker.accept_button.wait_state("sensitive", False)

    def test_a_preselected_file_outside_that_goes_is_caught_when_accepting(self):
        self.deal(3)
        outside = self.folder.with_name(self.folder.name + "-outside.png")
        cards.write(outside, 9)
        self.addCleanup(lambda: outside.unlink(missing_ok=True))
        with self.open("--max", "5", "--preselect", outside) as picker:
            picker.pick(2)
            picker.wait_status("Selected 2 of 5")
            outside.unlink()
            picker.accept_button.wait_state("sensitive").click()
            picker.wait_said(re.escape(outside.name))
            picker.wait_status("Selected 1 of 5")
            self.assertIsNone(picker.process.poll(), "the window stays open")
            self.assertEqual(picker.accept(), self.path(2))

    def test_a_click_picks_what_it_was_pressed_on_though_the_tiles_move(self):
        self.deal(6, first=2)
        with self.open("--max", "5") as picker:
            picker.wait_count(6)
            picker.pointer.press(*picker.tile(4).point())
            (self.folder / "card-002.png").unlink()
            picker.wait_names([f"card-{number:03}.png" for number in range(3, 8)])
            picker.pointer.release()
            picker.wait_picks(4)

    def test_R26_an_empty_folder_that_gets_its_first_photo_and_loses_it(self):
        self.folder.mkdir()
        with self.open() as picker:
            for _ in range(2):
                picker.find("push button", re.compile("Choose Another Folder"), shown=True)
                card = cards.write(self.folder / "first.png", 1)
                picker.wait_names(["first.png"])
                card.unlink()
                picker.wait_count(0)
            picker.wait_said("No Photos")

    def test_R27_a_new_folder_with_a_photo_shows_within_two_seconds(self):
        self.deal(2)
        with self.open() as picker:
            picker.wait_count(2)
            began = time.monotonic()
            cards.write(self.folder / "new" / "deeper" / "card-050.png", 50)
            picker.tile(50)
            self.assertLess(time.monotonic() - began, 2.5)
            cards.write(self.folder / "new" / "deeper" / "card-051.png", 51)
            picker.tile(51)

    def test_renamed_and_rewritten(self):
        self.deal(3)
        with self.open("--max", "3") as picker:
            picker.wait_drawn(1, 2, 3)
            (self.folder / "card-002.png").rename(self.folder / "renamed.png")
            picker.tile("renamed.png")
            picker.wait_count(3)
            cards.write(self.folder / "card-003.png", 14)
            wait_for(lambda: picker.shows_card(picker.tile(3), 14), "the new picture of the third")

    def test_a_file_being_written_appears_once_it_is_whole(self):
        self.deal(1)
        whole = cards.png(33, 400, 400)
        with self.open() as picker:
            picker.wait_count(1)
            with open(self.folder / "card-033.png", "wb") as file:
                file.write(whole[:len(whole) // 2])
                file.flush()
                cards.write(self.folder / "card-002.png", 2)
                picker.tile(2)
                file.write(whole[len(whole) // 2:])
            picker.tile(33)
            wait_for(lambda: picker.shows_card(picker.tile(33), 33), "its thumbnail")

    def test_the_folder_itself_goes(self):
        self.deal(3)
        with self.open("--max", "3") as picker:
            picker.pick(1)
            shutil.rmtree(self.folder)
            picker.wait_count(0)
            picker.wait_status("Selected 0 of 3")
            picker.accept_button.wait_state("sensitive", False)

    def test_R25_all_kinds_of_changes_at_once_while_scrolling(self):
        self.deal(200)
        chance = random.Random(25)
        fresh = itertools.count(1000)
        with self.open("--max", "0", "--sort", "name") as picker:
            picker.tile(1)
            picker.pick(1, 3)
            keep = {"card-001.png", "card-003.png"}
            end = time.monotonic() + 15
            while time.monotonic() < end:
                for _ in range(20):
                    files = [file for file in self.folder.glob("*.png") if file.name not in keep]
                    file = chance.choice(files)
                    action = chance.randrange(5)
                    if action == 0:
                        file.touch()
                    elif action == 1:
                        file.rename(file.with_name(f"card-{next(fresh)}.png"))
                    elif action == 2 and len(files) > 100:
                        file.unlink()
                    elif action == 3:
                        shutil.copy(file, file.with_name(f"card-{next(fresh)}.png"))
                    else:  # change and removal of the same one in one go
                        file.touch()
                        copy = file.read_bytes()
                        file.unlink()
                        file.write_bytes(copy)
                picker.key(chance.choice(["End", "Home", "Next", "Prior"]))
            names = sorted(file.name for file in self.folder.glob("*.png"))
            self.assertGreater(len(names), 90)
            picker.key("Home")
            picker.wait_status("Selected 2", timeout=60)
            picker.type("card-")
            wait_for(lambda: picker.numbers == {"card-001.png": 1, "card-003.png": 2},
                     lambda: f"the two picks, not {picker.numbers}")
            self.assertEqual(picker.accept(), self.path(1, 3))

"""Finding photos: search, kinds, order, named filters, folders."""
from picker import CANCELLED, PickerTest, cards, choose, choose_folder, re, wait_for


class SearchTest(PickerTest):
    def test_typing_finds_and_escape_goes_back_step_by_step(self):
        for number, name in enumerate(("beach.png", "bird.png", "Ölberg.png"), 1):
            cards.write(self.folder / name, number, modified=2_000_000_000 - number)
        with self.open("--max", "3") as picker:
            picker.wait_names(["beach.png", "bird.png", "Ölberg.png"])
            picker.type("bi")
            picker.wait_names(["bird.png"])
            entry = picker.find(re.compile("entry|text"), "Search", shown=True)
            self.assertEqual(entry.text, "bi")
            picker.key("Escape")
            picker.wait_count(3)
            picker.key("Escape")
            wait_for(lambda: not picker.first(re.compile("entry|text"), "Search", shown=True), "the search to close")
            self.assertIsNone(picker.process.poll())
            picker.key("Escape")
            self.assertEqual(picker.result(CANCELLED), [])

    def test_by_ctrl_f_without_regard_to_case_or_accents(self):
        for number, name in enumerate(("beach.png", "Ölberg.png"), 1):
            cards.write(self.folder / name, number)
        with self.open() as picker:
            picker.wait_count(2)
            picker.key("ctrl+f")
            picker.find(re.compile("entry|text"), "Search", shown=True).set_text("OLB")
            picker.wait_names(["Ölberg.png"])
            picker.key("Return")
            picker.tile("Ölberg.png").wait_state("focused")
            picker.key("Return")
            self.assertEqual(picker.result(), [str(self.folder / "Ölberg.png")])

    def test_nothing_found_says_so_and_helps(self):
        self.deal(2)
        with self.open() as picker:
            picker.wait_count(2)
            picker.type("zebra")
            picker.wait_said("zebra")
            picker.find("push button", "Clear Search", shown=True).click()
            picker.wait_count(2)

    def test_what_a_search_hides_stays_picked_and_in_order(self):
        self.deal(4)
        cards.write(self.folder / "other.png", 9, modified=1)
        with self.open("--max", "5") as picker:
            picker.pick(3, "other.png")
            picker.key("ctrl+f")
            picker.type("card-001")
            picker.wait_names(["card-001.png"])
            picker.wait_status("Selected 2 of 5")
            picker.pick(1)
            picker.key("Escape", "Escape")
            picker.wait_picks(3, "other.png", 1)
            self.assertEqual(picker.accept(), [*self.path(3), str(self.folder / "other.png"), *self.path(1)])


class OrderTest(PickerTest):
    def test_by_date_taken_else_by_change(self):
        cards.write(self.folder / "a.png", 1, modified=1_000_000_000)
        cards.write(self.folder / "b.png", 2, modified=1_000_000_000, date="2024:05:03 14:05:00")
        cards.write(self.folder / "c.png", 3, modified=1_600_000_000)
        for order, names in (("newest", "bca"), ("oldest", "acb"), ("name", "abc")):
            with self.subTest(order), self.open("--sort", order) as picker:
                picker.wait_names([f"{letter}.png" for letter in names])

    def test_the_menu_sorts_and_keeps_the_picks(self):
        for number, name in enumerate(("b10.png", "b9.png", "A1.png"), 1):
            cards.write(self.folder / name, number, modified=2_000_000_000 - number)
        with self.open("--max", "3") as picker:
            picker.wait_names(["b10.png", "b9.png", "A1.png"])
            picker.pick("A1.png", "b10.png")
            choose(picker, "Sort and Filter", re.compile("(?i)^oldest"))
            picker.wait_names(["A1.png", "b9.png", "b10.png"])
            choose(picker, "Sort and Filter", re.compile("(?i)name"))
            picker.wait_names(["A1.png", "b9.png", "b10.png"])
            picker.wait_picks("A1.png", "b10.png")

    def test_what_is_on_screen_does_not_jump_when_dates_arrive(self):
        self.deal(30)
        with self.open("--max", "3") as picker:
            picker.pick(4)
            cards.write(self.folder / "late.png", 77, date="2001:01:01 00:00:00")
            picker.tile("late.png")
            picker.wait_picks(4)
            self.assertEqual([name for name in picker.names if name != "late.png"],
                             [f"card-{n:03}.png" for n in range(1, 31)])


class FilterTest(PickerTest):
    def test_only_with_a_position_and_a_toast_says_so(self):
        self.deal(3)
        cards.write(self.folder / "greenwich.png", 8, position=(51.4779, 0.0))
        cards.write(self.folder / "null-island.png", 9, position=(0.0, 0.0))
        with self.open("--with-location", "--sort", "name") as picker:
            picker.wait_said("(?i)only photos|position|location|where they were taken")
            picker.wait_names(["greenwich.png", "null-island.png"])

    def test_the_menu_filters_by_position_and_shows_all_again(self):
        self.deal(3)
        cards.write(self.folder / "greenwich.png", 8, position=(51.4779, 0.0))
        with self.open("--max", "2") as picker:
            picker.wait_count(4)
            picker.pick(2)
            choose(picker, "Sort and Filter", re.compile("(?i)location|position"))
            picker.wait_names(["greenwich.png"])
            picker.wait_status("Selected 1 of 2")
            choose(picker, "Sort and Filter", re.compile("(?i)location|position"))
            picker.wait_count(4)
            picker.wait_picks(2)

    def test_named_filters_make_a_menu(self):
        self.deal(2)
        cards.write(self.folder / "SHOT.PNG", 7)
        cards.write(self.folder / "picture", 8)
        with self.open("--filter", "Cards | card*.png", "--filter", "Shots | shot*") as picker:
            picker.wait_count(2)
            choose(picker, "Sort and Filter", "Shots")
            picker.wait_names(["SHOT.PNG"])

    def test_a_filter_that_hides_all_says_so(self):
        self.deal(2)
        with self.open("--filter", "None | *.jpg") as picker:
            picker.find("push button", "Show All", shown=True)
            picker.wait_said("(?i)filter")

    def test_mime_goes_by_the_bytes(self):
        self.deal(1)
        cards.write(self.folder / "really-a-png.jpg", 5)
        with self.open("--mime", "image/png", "--sort", "name") as picker:
            picker.wait_names(["card-001.png", "really-a-png.jpg"])
        with self.open("--mime", "image/jpeg", "--min", "0") as picker:
            picker.find("push button", "Show All", shown=True)


class FoldersTest(PickerTest):
    def test_R50_sixty_folders_by_name_with_counts(self):
        for index in range(60):
            self.deal(1 + index % 3, self.folder / f"trip {index:02}", first=1 + index)
        with self.open("--max", "3") as picker:
            picker.find("push button", "Folder", shown=True).click()
            row = picker.find(name=re.compile(r"^trip 59\b"))
            rows = [node.name for node in row.parent.children if node.name.startswith("trip ")]
            self.assertEqual(rows, sorted(rows))
            self.assertGreaterEqual(len(rows), 60)
            self.assertRegex(row.name + row.description + " ".join(label.name for label in row.all("label")),
                             r"\b3\b|\b2\b")
            picker.key("Escape")
            # Farther down than is in sight: by keys.
            picker.find("push button", "Folder", shown=True).click()
            wait_for(lambda: (at := picker.focused) and at.name.startswith("All"), "the chosen row to have the focus")
            picker.key(*["Down"] * 43, "Return")
            picker.wait_names(["card-043.png"])

    def test_the_choice_shows_that_folder_and_all_again(self):
        self.deal(2, self.folder / "one")
        self.deal(3, self.folder / "two", first=11)
        with self.open() as picker:
            picker.wait_count(5)
            choose_folder(picker, "two")
            picker.wait_count(3)
            choose_folder(picker, re.compile("^All"))
            picker.wait_count(5)

    def test_no_recursive(self):
        self.deal(2)
        self.deal(2, self.folder / "below", first=11)
        with self.open("--no-recursive") as picker:
            picker.wait_names(["card-001.png", "card-002.png"])

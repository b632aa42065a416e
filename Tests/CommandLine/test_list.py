"""`--list`: what is offered, and in which order."""

import json
import os
import unittest

from program import STALLING, ProgramTest, exif, png


class Offered(ProgramTest):
    def test_pictures_folder_and_its_absence(self):
        self.assertEqual(self.list().out, b"")
        path = self.file("Pictures/sub/a.png", folder=self.home)
        self.assertEqual(self.list().out, path + b"\n")
        # A name that XDG gives; and one that names the home folder itself.
        config = os.path.join(self.home, ".config")
        other = self.file("Bilder/b.png", folder=self.home)
        self.file(".config/user-dirs.dirs", b'XDG_PICTURES_DIR="$HOME/Bilder"\n', folder=self.home)
        self.assertEqual(self.list().out, other + b"\n", config)
        self.file(".config/user-dirs.dirs", b'XDG_PICTURES_DIR="$HOME/"\n', folder=self.home)
        self.assertEqual(self.list().out, path + b"\n")

    def test_folder_replaces_the_library(self):
        self.file("Pictures/a.png", folder=self.home)
        path = self.file("b.png")
        self.assertEqual(self.list(".").out, path + b"\n")

    def test_empty_folder(self):
        self.assertEqual(self.list(".").out, b"")

    def test_exactly_the_files_named_in_their_order(self):
        self.file("other.png")
        names = ["c.png", "a.png", "b.png"]
        for name in names:
            self.file(name)
        self.assertEqual(self.names(*names, "./a.png"), [n.encode() for n in names])

    def test_bytes_decide_not_the_name(self):
        self.file("text.jpg", b"not a picture\n")
        self.file("picture.txt")
        self.file("empty.png", b"")
        self.assertEqual(self.names("."), [b"picture.txt"])
        self.assertEqual(self.names("text.jpg", "picture.txt"), [b"picture.txt"])

    def test_hidden(self):
        self.file(".hidden.png")
        self.file(".folder/inside.png")
        self.file("plain.png")
        self.assertEqual(self.names("."), [b"plain.png"])
        self.assertEqual(sorted(self.names("--hidden", ".")), [b".hidden.png", b"inside.png", b"plain.png"])
        self.assertEqual(self.names(".folder"), [b"inside.png"])
        self.assertEqual(self.names(".hidden.png"), [b".hidden.png"])

    def test_no_recursive(self):
        self.file("top.png")
        self.file("sub/deep.png")
        self.assertEqual(sorted(self.names(".")), [b"deep.png", b"top.png"])
        self.assertEqual(self.names("--no-recursive", "."), [b"top.png"])
        self.assertEqual(self.names("--no-recursive", "-", stdin=b"."), [b"top.png"])

    def test_no_recursive_concerns_only_folders_that_are_named(self):
        self.file("Pictures/sub/a.png", folder=self.home)
        self.file("Pictures/Camera/sub/b.png", folder=self.home)
        self.file("sub/c.png")
        self.assertEqual(sorted(self.names("--no-recursive")), [b"a.png", b"b.png"])
        self.assertEqual(self.names("--no-recursive", "--sources", "library,album", "."), [b"b.png"])

    @unittest.skipUnless(STALLING, "no compiler")
    def test_what_stalls_is_said_and_left_out(self):
        path = self.file("a.png")
        self.file("stalled/b.png")
        environment = {"LD_PRELOAD": STALLING}
        result = self.run_program("--list", "a.png", "stalled", env=environment)
        self.assertEqual((result.status, result.out), (0, path + b"\n"))
        self.assertEqual(result.err.count(b"\n"), 1, result.err)
        self.assertIn(b"stalled: The file does not answer.", result.err)
        for mode in "--list", "--make-thumbnails":
            self.assertComplains(self.run_program(mode, "stalled", env=environment), 4, "stalled")

    def test_paths_are_absolute_but_not_resolved(self):
        self.file("real/a.png")
        os.symlink("real", os.path.join(self.folder, "link"))
        folder = os.fsencode(self.folder)
        self.assertEqual(self.list("link//./").out, folder + b"/link/a.png\n")
        self.assertEqual(self.list("real/../link/a.png").out, folder + b"/real/../link/a.png\n")
        # The same folder twice is entered once.
        self.assertEqual(len(self.names(".")), 1)

    def test_hard_links_are_different_files(self):
        self.file("a.png")
        os.link(os.path.join(self.folder, "a.png"), os.path.join(self.folder, "b.png"))
        self.assertEqual(sorted(self.names(".")), [b"a.png", b"b.png"])

    def test_symlink_loop_and_special_files(self):
        path = self.file("a.png")
        os.symlink(".", os.path.join(self.folder, "loop"))
        os.symlink("nowhere", os.path.join(self.folder, "dangling.png"))
        os.mkfifo(os.path.join(self.folder, "fifo.png"))
        result = self.run_program("--list", ".")
        self.assertEqual((result.status, result.out), (0, path + b"\n"))
        self.assertComplains(self.run_program("--list", "fifo.png"), 4, "fifo.png")
        self.assertComplains(self.run_program("--list", "/dev/null"), 4, "/dev/null")

    def test_what_cannot_be_read_is_said_and_left_out(self):
        path = self.file("a.png")
        result = self.run_program("--list", "missing", "a.png", "a.png/x", "file://other-host/a.png")
        self.assertEqual((result.status, result.out), (0, path + b"\n"))
        lines = result.err.decode().splitlines()
        self.assertEqual(len(lines), 3, lines)
        self.assertIn("missing: No such file or directory", lines[0])
        self.assertIn("a.png/x: Not a directory", lines[1])
        self.assertIn("file://other-host/a.png", lines[2])

    def test_nothing_that_can_be_read(self):
        result = self.run_program("--list", "missing", "")
        self.assertEqual((result.status, result.out, result.err.count(b"\n")), (4, b"", 2))

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_forbidden(self):
        path = self.file("a.png")
        os.chmod(path, 0)
        self.assertComplains(self.run_program("--list", path), 4, "Permission denied")

    def test_uris(self):
        path = self.file("100% ü.png")
        folder = os.fsencode(self.folder)
        self.assertEqual(self.list(b"file://" + folder + b"/100%25%20%C3%BC.png").out, path + b"\n")
        self.assertEqual(self.list(b"file://localhost" + folder + b"/").out, path + b"\n")

    def test_album(self):
        self.file("Pictures/DCIM/a.png", folder=self.home)
        self.file("Pictures/Screenshots/b.png", folder=self.home)
        self.file("Pictures/Camera/c.png", folder=self.home)
        self.file("Pictures/d.png", folder=self.home)
        self.assertEqual(sorted(self.names("--sources", "album")), [b"a.png", b"b.png", b"c.png"])
        lines = self.list("--sources", "library,album", "--format", "json").lines
        sources = {os.path.basename(i["path"]): i["source"] for i in map(json.loads, lines)}
        self.assertEqual(
            sources, {"a.png": "album", "b.png": "album", "c.png": "album", "d.png": "library"})
        other = self.file("e.png")
        self.assertIn(other, self.list("--sources", "library,album", ".").out.splitlines())
        self.assertEqual(len(self.names("--sources", "library,album", ".")), 4)

    def test_camera_none_changes_nothing(self):
        self.file("a.png")
        self.assertEqual(self.names("--camera", "none", "."), [b"a.png"])


class Conditions(ProgramTest):
    def test_filter(self):
        for name in "a.PNG", "b.jpg", "c.Jpg", "[d].png", "e.png.bak":
            self.file(name)
        self.assertEqual(sorted(self.names("--filter", "PNG | *.png", ".")), [b"[d].png", b"a.PNG"])
        self.assertEqual(sorted(self.names("--filter", "Both | *.png *.jpg", ".")),
                         [b"[d].png", b"a.PNG", b"b.jpg", b"c.Jpg"])
        # Of several the first is chosen in the window, and so here.
        self.assertEqual(self.names("--filter", "a | a*", "--filter", "b | b*", "."), [b"a.PNG"])

    def test_filter_of_bytes(self):
        self.file(b"x\xff.png")
        self.file("x.png")
        self.assertEqual(self.names("--filter", b"odd | *\xff*", "."), [b"x\xff.png"])

    def test_mime(self):
        self.file("a.png")
        self.assertEqual(self.names("--mime", "image/jpeg,image/png", "."), [b"a.png"])
        self.assertEqual(self.names("--mime", "image/*", "."), [b"a.png"])
        self.assertEqual(self.names("--mime", "image/jpeg", "."), [])
        self.assertEqual(self.names("--mime", "image/png", "--filter", "x | *.jpg", "."), [])

    def test_with_location(self):
        self.file("no.png")
        self.file("zero.png", png(exif=exif(position=(0, 0))))
        self.file("yes.png", png(exif=exif(position=(51.5, -0.25))))
        self.assertEqual(sorted(self.names("--with-location", ".")), [b"yes.png", b"zero.png"])

    def test_media(self):
        self.file("a.png")
        self.assertEqual(self.names("--media", "photo", "."), [b"a.png"])
        self.assertEqual(self.names("--media", "live,video", "."), [])


class Order(ProgramTest):
    def setUp(self):
        super().setUp()
        self.file("img10.png", modified=3000)
        self.file("img9.png", modified=1000)
        self.file("IMG8.png", png(exif=exif(date="1970:01:01 00:33:20")), modified=9000)

    def test_orders(self):
        self.assertEqual(self.names("."), [b"img10.png", b"IMG8.png", b"img9.png"])
        self.assertEqual(self.names("--sort", "newest", "."), [b"img10.png", b"IMG8.png", b"img9.png"])
        self.assertEqual(self.names("--sort", "oldest", "."), [b"img9.png", b"IMG8.png", b"img10.png"])
        self.assertEqual(self.names("--sort", "name", "img10.png", "IMG8.png", "img9.png"),
                         [b"IMG8.png", b"img9.png", b"img10.png"])
        self.assertEqual(self.names("--sort", "none", "img9.png", "img10.png", "IMG8.png"),
                         [b"img9.png", b"img10.png", b"IMG8.png"])

    def test_local_time_and_stored_offset(self):
        folder = os.path.join(self.folder, "dates")
        self.file("a.png", png(exif=exif(date="2024:07:01 12:00:00")), folder)
        self.file("b.png", png(exif=exif(date="2024:07:01 13:00:00", offset="+09:00")), folder)
        # 12:00 in New York is 16:00 UTC; 13:00 in Tokyo is 04:00 UTC.
        self.assertEqual(self.names(folder, env={"TZ": "America/New_York"}), [b"a.png", b"b.png"])
        # 12:00 in Auckland is 00:00 UTC.
        self.assertEqual(self.names(folder, env={"TZ": "Pacific/Auckland"}), [b"b.png", b"a.png"])

    def test_equal_dates_go_by_name_then_path(self):
        folder = os.path.join(self.folder, "equal")
        for name in "b/2.png", "a/10.png", "b/1.png", "a/1.png":
            self.file(name, folder=folder, modified=5000)
        expected = [os.path.join(folder, n) for n in ("a/1.png", "b/1.png", "b/2.png", "a/10.png")]
        for order in "newest", "oldest", "name":
            self.assertEqual(self.list("--sort", order, folder).lines, expected)

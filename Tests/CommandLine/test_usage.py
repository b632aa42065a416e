"""Command lines that are wrong, help, version, and what ends the program before it has looked at files."""

import re
import subprocess
import unittest

from program import BINARY, ProgramTest

ONLY_WITH_PICK = [
    "--max=1", "--min=1", "--multiple", "--preselect=x", "--crop=1:1", "--size=1x1", "--output-dir=x",
    "--accept-label=x", "--parent=x11:1", "--timeout=1", "--ask",
]
WRONG = [
    (["--bogus"], "--bogus"),
    (["-x"], "-x"),
    (["--pick", "--list"], "--list"),
    (["--pick", "--multiple=3"], "--multiple"),
    (["--list=1"], "--list"),
    (["--list", "--make-thumbnails"], "--make-thumbnails"),
    (["--pick", "--doctor"], "--doctor"),
    (["--make-thumbnails", "--doctor"], "--doctor"),
    (["--pick", "--max"], "--max"),
    (["--pick", "--max", "-1"], "--max"),
    (["--pick", "--max=two"], "--max"),
    (["--pick", "--max="], "--max"),
    (["--pick", "--max", "9" * 30], "--max"),
    (["--pick", "--max", "x", "--max", "2"], "--max"),
    (["--pick", "--min", "-1"], "--min"),
    (["--pick", "--min", "2"], "--min"),
    (["--pick", "--min", "3", "--max", "2"], "--min"),
    (["--pick", "--timeout", "0"], "--timeout"),
    (["--pick", "--timeout", "0.5"], "--timeout"),
    (["--pick", "--timeout", "-3"], "--timeout"),
    (["--list", "--format", "xml"], "--format"),
    (["--list", "--separator", "x", "-0"], "--separator"),
    (["--list", "--separator", "x", "--format", "json"], "--separator"),
    (["--list", "--read0"], "--read0"),
    (["--list", "--read0", "x"], "--read0"),
    (["--list", "-", "-"], "-"),
    (["--sort", "size"], "--sort"),
    (["--sources", "roll"], "--sources"),
    (["--media", "photo,"], "--media"),
    (["--mime", "png"], "--mime"),
    (["--filter", "Name |"], "--filter"),
    (["--filter", ""], "--filter"),
    (["--pick", "--parent", "x11:zz"], "--parent"),
    (["--pick", "--title", b"\xff"], "--title"),
    (["--pick", "--accept-label", b"a\xff"], "--accept-label"),
    (["--pick", "--filter", b"\xff | *"], "--filter"),
    (["--pick", "--preselect", "missing.jpg"], "--preselect"),
    (["--pick", "--preselect", "."], "--preselect"),
    (["-0"], "-0"),
    (["--format", "plain"], "--format"),
    (["--separator", ","], "--separator"),
    (["--make-thumbnails", "--print0"], "-0"),
]
NOT_YET = [
    ["--doctor"], ["--pick", "--ask"], ["--pick", "--crop", "1:1"], ["--pick", "--crop", "free"],
    ["--pick", "--size", "10x10"], ["--pick", "--output-dir", "/x"], ["--capture-dir", "/x"],
    ["--camera", "/dev/video0"], ["--camera", "test-pattern"], ["--sources", "camera,library"],
]


class Usage(ProgramTest):
    def test_wrong_lines(self):
        for arguments, name in WRONG:
            with self.subTest(arguments):
                self.assertComplains(self.run_program(*arguments), 2, name)

    def test_options_of_the_dialog_need_it(self):
        for option in ONLY_WITH_PICK:
            for mode in [], ["--list"], ["--make-thumbnails"]:
                with self.subTest(option, mode=mode):
                    self.assertComplains(self.run_program(*mode, option), 2, option.split("=")[0])

    def test_what_comes_later_says_so(self):
        for arguments in NOT_YET:
            with self.subTest(arguments):
                name = arguments[1] if arguments[0] == "--pick" else arguments[0]
                self.assertComplains(self.run_program(*arguments), 2, name, "yet")

    def test_too_many_preselected(self):
        one, two = self.file("1.png"), self.file("2.png")
        wrong = self.run_program("--pick", "--preselect", one, "--preselect", two)
        self.assertComplains(wrong, 2, "--preselect")
        # The same file twice is one; and it is right, so the display is what is missing.
        right = self.run_program("--pick", "--preselect", one, "--preselect", one)
        self.assertComplains(right, 3)

    def test_wrong_before_display_before_nothing(self):
        self.assertComplains(self.run_program("--pick", "--max", "x", "/missing"), 2, "--max")
        self.assertComplains(self.run_program("--pick", "/missing"), 3, "display")
        self.assertComplains(self.run_program("--list", "/missing"), 4, "/missing")

    def test_no_display(self):
        self.assertComplains(self.run_program(), 3, "display")
        for environment in {"DISPLAY": ":999"}, {"WAYLAND_DISPLAY": "nowhere", "XDG_RUNTIME_DIR": self.home}:
            with self.subTest(environment):
                self.assertComplains(self.run_program("--pick", env=environment), 3, "display")

    def test_text_is_utf8_whatever_the_locale(self):
        for locale in "C", "POSIX", "C.UTF-8", "de_DE.ISO-8859-1":
            with self.subTest(locale):
                arguments = ["--pick", "--title", "Büro “1” 🐱", "--accept-label", "_Häkchen", "--filter", "ü | *"]
                self.assertComplains(self.run_program(*arguments, env={"LC_ALL": locale}), 3)

    def test_a_message_is_one_line(self):
        self.assertComplains(self.run_program("--list", "a\nb\x1b[2J"), 4, "a\\nb\\x1b[2J")

    def test_messages_are_utf8_in_the_c_locale(self):
        result = self.run_program("--list", "fehlt-ü", env={"LC_ALL": "C"})
        self.assertComplains(result, 4, "fehlt-ü")


class Information(ProgramTest):
    def test_version(self):
        for arguments in ["--version"], ["--pick", "--version"]:
            result = self.run_program(*arguments)
            self.assertEqual((result.status, result.err), (0, b""))
            self.assertRegex(result.out, rb"\Apickture \d+\.\d+\.\d+\n\Z")

    def test_help(self):
        for name in "--help", "-h", "--help-all":
            result = self.run_program(name)
            self.assertEqual((result.status, result.err), (0, b""))
            for option in "--pick", "--max=N", "-0, --print0", "-h, --help", "--version":
                self.assertIn(option.encode(), result.out)
            self.assertEqual(len(re.findall(rb"^ .*--help", result.out, re.M)), 1)

    def test_output_that_cannot_be_written(self):
        for redirection in ">&-", ">/dev/full":
            for name in "--version", "--help":
                with self.subTest(redirection, name=name):
                    done = subprocess.run(
                        ["sh", "-c", f'exec "$0" "$@" {redirection}', BINARY, name],
                        stderr=subprocess.PIPE, env=self.environment(), timeout=60,
                    )
                    self.assertEqual(done.returncode, 6)
                    self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_all_streams_closed(self):
        done = subprocess.run(
            ["sh", "-c", 'exec "$0" --version <&- >&- 2>&-', BINARY], env=self.environment(), timeout=60)
        self.assertEqual(done.returncode, 6)


if __name__ == "__main__":
    unittest.main()

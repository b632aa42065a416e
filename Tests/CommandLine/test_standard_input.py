"""Names on standard input."""

import os
import signal
import subprocess

from program import BINARY, ProgramTest


class StandardInput(ProgramTest):
    def test_lines(self):
        a, b, odd = self.file("a.png"), self.file("b c.png"), self.file(b"\xff.png")
        listed = self.list("-", stdin=b"\nb c.png\n\n./a.png\n" + odd).out
        self.assertEqual(listed, b + b"\n" + a + b"\n" + odd + b"\n")

    def test_nul(self):
        odd = self.file("new\nline.png")
        a = self.file("a.png")
        listed = self.list("-0", "--read0", "-", stdin=b"\0new\nline.png\0\0a.png").out
        self.assertEqual(listed, odd + b"\0" + a + b"\0")

    def test_nul_where_lines_are_expected(self):
        self.file("a.png")
        self.assertComplains(self.run_program("--list", "-", stdin=b"a.png\0b.png\0"), 4, "--read0")

    def test_among_names(self):
        paths = [self.file(name) for name in ("1.png", "2.png", "3.png")]
        self.assertEqual(self.list("1.png", "-", "3.png", stdin=b"2.png").out.splitlines(), paths)

    def test_folders(self):
        a = self.file("sub/a.png", modified=1000)
        b = self.file("sub/b.png", modified=2000)
        self.assertEqual(self.list("-", stdin=b"sub\n").out.splitlines(), [b, a])

    def test_uris(self):
        path = self.file("a b.png")
        uri = b"file://" + os.fsencode(self.folder) + b"/a%20b.png\n"
        self.assertEqual(self.list("-", stdin=uri).out, path + b"\n")

    def test_nothing(self):
        self.assertEqual(self.list("-").out, b"")
        self.assertComplains(self.run_program("--list", "-", stdin=b"missing\n"), 4, "missing")

    def test_closed(self):
        done = subprocess.run(
            ["sh", "-c", 'exec "$0" --list - <&-', BINARY],
            capture_output=True, env=self.environment(), cwd=self.folder, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (4, b""))
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_signals_while_it_waits(self):
        for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
            with self.subTest(number):
                process = self.start(
                    "--list", "-",
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                process.stdin.write(b"missing\n")
                process.stdin.flush()
                # It reads while names still come: the complaint is there before the end of the input.
                self.assertIn(b"missing", process.stderr.readline())
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=60), -number)
                self.assertEqual(process.stdout.read(), b"")

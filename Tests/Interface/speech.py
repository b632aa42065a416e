"""The Orca screen reader without sound: what would a blind user hear?"""
import os
import pty
import re
import shutil
import subprocess
import threading
import tty

from waiting import TIMEOUT, wait_for


class Orca:
    """Start it before the program under test. Its log goes to a pseudo terminal, because Orca holds back
    what it writes to a file."""

    installed = shutil.which("orca") is not None

    def __init__(self):
        self._log = bytearray()
        self._reading_end, writing_end = pty.openpty()
        tty.setraw(writing_end)
        self.process = subprocess.Popen(["orca", f"--debug-file={os.ttyname(writing_end)}"],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        threading.Thread(target=self._collect, daemon=True).start()
        wait_for(lambda: "Screen reader on." in self.spoken(), "Orca to start", 30)

    def _collect(self):
        try:
            while piece := os.read(self._reading_end, 65536):
                self._log += piece
        except OSError:
            pass

    def spoken(self):
        """Everything said so far, in order."""
        log = bytes(self._log).decode(errors="replace")
        return [said.strip() for said in re.findall(r"SPEECH OUTPUT: '(.*?)'\s*\{", log, re.DOTALL)]

    def hears(self, action, *patterns, timeout=TIMEOUT):
        """Does `action()` and waits until something that fits each pattern has been said since."""
        before = len(self.spoken())
        action()
        for pattern in patterns:
            wait_for(lambda: any(re.search(pattern, said) for said in self.spoken()[before:]),
                     lambda: f"{pattern!r} to be spoken; heard {self.spoken()[before:]}", timeout)
        return self.spoken()[before:]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

"""A display and a bus for windows that are measured, and the windows themselves."""
import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

from measure import Failed


class Display:
    """Xvfb with a session bus on which nothing answers, and with settings that nobody has touched."""

    def __init__(self, scratch):
        self.scratch = Path(scratch)
        self.runtime = self.scratch / "runtime"
        self.runtime.mkdir(mode=0o700, exist_ok=True)
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as answer:
            self.name = f":{answer.readline().strip()}"
        address = f"unix:path={self.runtime}/bus"
        self.bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"],
                                    env=self._plain(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.environment = {
            **self._plain(), "DISPLAY": self.name, "DBUS_SESSION_BUS_ADDRESS": address, "GSK_RENDERER": "cairo",
            "GDK_DEBUG": "gl-disable", "GDK_BACKEND": "x11", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local", "PICKTURE_TIMINGS": "1"}
        while not (self.runtime / "bus").exists():
            time.sleep(0.01)

    def _plain(self):
        kept = {key: value for key, value in os.environ.items()
                if key not in ("G_DEBUG", "WAYLAND_DISPLAY", "XAUTHORITY", "GTK_THEME", "LANGUAGE", "LANG")}
        return {**kept, "LC_ALL": "C.UTF-8", "HOME": str(self.scratch), "XDG_RUNTIME_DIR": str(self.runtime),
                "XDG_CONFIG_HOME": str(self.scratch), "XDG_DATA_HOME": str(self.scratch)}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.bus, self.server):
            process.terminate()
            process.wait()

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True,
                              check=False).stdout

    def silent_portal(self):
        """A program that takes the portal's name and never answers."""
        return subprocess.Popen(["/usr/bin/python3", Path(__file__).parent / "silent_portal.py"],
                                env=self.environment, stdout=subprocess.PIPE)


class Frame:
    def __init__(self, line):
        self.__dict__.update({key: int(number) for key, number in re.findall(r"(\w+)=(\d+)", line)})

    @property
    def shown(self):
        return self.rough + self.sharp


class Program:
    """A program that tells of its frames."""

    def __init__(self, display, *command, **surroundings):
        self.display = display
        self.frames = []
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True,
            env={**display.environment, **{key: str(value) for key, value in surroundings.items()}})
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stderr:
            if line.startswith("frame "):
                self.frames.append(Frame(line))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self.reader.join()

    def wait(self, condition, what, timeout=60):
        """The first frame that meets the condition, and all before it."""
        looked = 0
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            while looked < len(self.frames):
                looked += 1
                if condition(self.frames[looked - 1]):
                    return self.frames[:looked]
            if self.process.poll() is not None:
                raise Failed(f"{what}: the program ended with {self.process.returncode}")
            time.sleep(0.002)
        raise Failed(f"{what} did not come within {timeout} seconds")

    def rest(self, quiet=1.0, timeout=120):
        """Waits until all is read, no frame has come and nothing was computed for a while."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            before = len(self.frames), self.work
            time.sleep(quiet)
            if before[0] and self.frames[-1].read and len(self.frames) == before[0] and self.work - before[1] < 0.05 * quiet:
                return
        raise Failed(f"it did not come to rest within {timeout} seconds")

    def seconds(self, frame):
        """From the program's start to the end of a frame; both clocks are CLOCK_MONOTONIC."""
        return frame.at / 1e6 - self.began

    @property
    def work(self):
        """Seconds of the processors, children that live apart."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self):
        """MiB of it in memory now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

"""A browser for one program on GTK's Broadway display, which shows nothing and has fingers: neither Xvfb nor
xdotool has. Speaks what broadway.js speaks: events as big-endian words, commands in little-endian ones."""
import base64
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time

from driver import wait_for

GRAB, UNGRAB, NEW, SHOW, HIDE, RAISE, LOWER, DESTROY, MOVE, TRANSIENT = range(10)
KEYBOARD, UPLOAD, RELEASE, NODES, ROUNDTRIP = range(12, 17)
TOUCH, KEY_PRESS, KEY_RELEASE, CONFIGURED, SCREEN_SIZE, ROUNDTRIP_DONE = 5, 7, 8, 11, 12, 14
DOWN, MOVED, UP = range(3)
CONTROL = 1 << 2
# What each command of a fixed length is followed by.
LENGTHS = {GRAB: 3, UNGRAB: 0, SHOW: 2, HIDE: 2, RAISE: 2, LOWER: 2, TRANSIENT: 4, KEYBOARD: 2, RELEASE: 4}
AVAILABLE = shutil.which("gtk4-broadwayd") is not None


class Browser:
    """A display; `with Browser() as browser` ends it."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.display = f":{port}"
        # The server gives up at the nodes of the renderer that the other tests draw with.
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": self.folder, "GDK_BACKEND": "broadway",
                            "BROADWAY_DISPLAY": self.display, "GSK_RENDERER": "broadway"}
        # The server's own criticals are no fault of the program under test.
        self.server = subprocess.Popen(
            ["gtk4-broadwayd", "--address=127.0.0.1", f"--port={port}", self.display],
            env={**self.environment, "G_DEBUG": ""}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = wait_for(lambda: self._connect(port), "the Broadway server")
        self.received, self.serial, self.began = b"", 0, time.monotonic()
        self.surfaces = {}
        self._greet(port)
        self._send(SCREEN_SIZE, 1280, 800, 1)
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.server.kill()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Fingers and keys, in the window's coordinates

    def touch(self, kind, finger, x, y):
        surface = min(self.surfaces)
        left, top = self.surfaces[surface][:2]
        self._send(TOUCH, kind, surface, finger, int(finger == 1), left + x, top + y, x, y, 0)
        self.serve(0.016)

    def tap(self, x, y):
        self.touch(DOWN, 1, x, y)
        self.touch(UP, 1, x, y)
        self.serve(0.1)

    def slide(self, *points, steps=40):
        """One finger along `points`, which rests before it lifts: nothing is flung."""
        self.touch(DOWN, 1, *points[0])
        for (x, y), (to_x, to_y) in zip(points, points[1:]):
            for step in range(1, steps + 1):
                self.touch(MOVED, 1, x + (to_x - x) * step / steps, y + (to_y - y) * step / steps)
        self.serve(0.3)
        self.touch(UP, 1, *points[-1])
        self.serve(0.2)

    def key(self, keysym, state=0):
        self._send(KEY_PRESS, keysym, state)
        self._send(KEY_RELEASE, keysym, state)
        self.serve(0.05)

    def serve(self, seconds):
        """Answers the program for a while."""
        end = time.monotonic() + seconds
        self.socket.settimeout(0.01)
        while True:
            try:
                self.received += self.socket.recv(1 << 20)
            except TimeoutError:
                pass
            for message in self._messages():
                self._obey(message)
            if time.monotonic() >= end:
                return

    # The protocol

    def _connect(self, port):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            return None

    def _greet(self, port):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /socket HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}",
                 "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: broadway", "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        while b"\r\n\r\n" not in self.received:
            self.received += self.socket.recv(4096)
        self.received = self.received.split(b"\r\n\r\n", 1)[1]

    def _send(self, event, *words):
        now = int((time.monotonic() - self.began) * 1000) + 1
        body = struct.pack(f">{3 + len(words)}i", event, self.serial, now, *map(int, words))
        mask = os.urandom(4)
        self.socket.sendall(bytes([0x82, 0x80 | len(body)]) + mask
                            + bytes(byte ^ mask[place % 4] for place, byte in enumerate(body)))

    def _messages(self):
        while len(self.received) >= 2:
            length, start = self.received[1] & 127, 2
            if length >= 126:
                form, size = (">H", 2) if length == 126 else (">Q", 8)
                if len(self.received) < 2 + size:
                    return
                length, start = struct.unpack_from(form, self.received, 2)[0], 2 + size
            if len(self.received) < start + length:
                return
            message, self.received = self.received[start:start + length], self.received[start + length:]
            yield message

    def _obey(self, commands):
        place = 0

        def take(form):
            nonlocal place
            values = struct.unpack_from("<" + form, commands, place)
            place += struct.calcsize("<" + form)
            return values

        while place < len(commands):
            command, self.serial = take("BI")
            if command == NEW:
                surface, *area = take("HhhHH")
                self._configure(surface, area)
            elif command == MOVE:
                surface, what = take("HB")
                area = list(self.surfaces[surface])
                if what & 1:
                    area[:2] = take("hh")
                if what & 2:
                    area[2:] = take("HH")
                self._configure(surface, area)
            elif command == DESTROY:
                self.surfaces.pop(*take("H"))
            elif command == UPLOAD:
                _, length = take("II")
                place += length
            elif command == NODES:
                _, length = take("HI")
                place += 4 * length
            elif command == ROUNDTRIP:
                self._send(ROUNDTRIP_DONE, *take("HI"))
            else:
                place += LENGTHS[command]

    def _configure(self, surface, area):
        self.surfaces[surface] = area
        self._send(CONFIGURED, surface, *area)

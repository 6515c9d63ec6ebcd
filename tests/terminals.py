"""Programs in a pseudo-terminal: keys are the bytes of a terminal, and screens are the bytes that it would get."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence

SECONDS = 60.0
"""Longest wait for a text or an end."""
_ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][0-9A-B]|P[^\x1b]*\x1b\\|[=>NOM78])")
CTRL_Q, CTRL_Y, CTRL_Z, ESCAPE, F5, F8 = b"\x11", b"\x19", b"\x1a", b"\x1b", b"\x1b[15~", b"\x1b[19~"


def pasted(text: str) -> bytes:
    """Return a text as a terminal sends it when it is pasted."""
    return b"\x1b[200~" + text.encode() + b"\x1b[201~"


class Terminal:
    """One program on a terminal of its own."""

    def __init__(self, command: Sequence[str], *, size: tuple[int, int], env: Mapping[str, str]) -> None:
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            os.execve(command[0], list(command), {**os.environ, "TERM": "xterm-256color", **env})
        self.resize(*size)
        self.shown = b""
        """All that the program has written."""
        self._read = 0

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys: bytes) -> None:
        """Type."""
        os.write(self._screen, keys)

    def _take(self, seconds: float) -> bool:
        """Read what the program writes within this time; return False at its end."""
        if not select.select([self._screen], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._screen, 1 << 16)
        except OSError:  # the terminal closes with the program
            return False
        self.shown += data
        return bool(data)

    def wait_for(self, text: str, *, seconds: float = SECONDS) -> None:
        """Wait until the program writes a text, and take it as read."""
        end, wanted = time.monotonic() + seconds, text.replace(" ", "").encode()
        while time.monotonic() < end:
            plain = _ESCAPES.sub(b"", self.shown[self._read :]).replace(b" ", b"")
            if wanted in plain:
                self._read = len(self.shown)
                return
            if not self._take(0.1):
                break
        raise AssertionError(f"{text!r} never showed; last: {self.text()[-2000:]}")

    def text(self) -> str:
        """Return what was written since `wait_for`, without escape sequences."""
        return _ESCAPES.sub(b"", self.shown[self._read :]).decode("utf-8", "replace")

    @property
    def printed(self) -> str:
        """What was written after the last screen: the terminal shows its usual screen again."""
        return _ESCAPES.sub(b"", self.shown.rpartition(b"\x1b[?1049l")[2]).decode("utf-8", "replace").strip("\a\r\n ")

    def end(self, *, seconds: float = SECONDS) -> int:
        """Wait for the end of the program; return its exit code."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._take(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                while self._take(0.05) and select.select([self._screen], [], [], 0.05)[0]:
                    pass
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it does not end; last: {self.text()[-2000:]}")

    def close(self) -> None:
        """Kill the program if it still runs."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._screen)


@contextlib.contextmanager
def on_terminal(
    script: str, *arguments: str, size: tuple[int, int] = (80, 24), env: Mapping[str, str] | None = None
) -> Iterator[Terminal]:
    """Run a Python program on a terminal; it is killed at the end of the block."""
    terminal = Terminal([sys.executable, "-c", script, *arguments], size=size, env=env or {})
    try:
        yield terminal
    finally:
        terminal.close()

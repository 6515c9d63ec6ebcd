"""Compares the first paint of the tutor with that of an empty Textual app, from the start of the process."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator

from benchmarks.figures import interleaved, table

BARE = """
from textual.app import App
from textual.widgets import Footer, Header, Static
class Bare(App):
    TITLE = "bare-app"
    def compose(self):
        yield Header()
        yield Static("bare-app")
        yield Footer()
Bare().run()
"""
ROUNDS = 15
TIMEOUT = 30.0


def first_paint(command: list[str], mark: bytes) -> float:
    """Return the seconds from the start of a process until it has written `mark` to its terminal of 80 x 24."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "MXTUTOR_HOME": home, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        began = time.perf_counter()
        pid, terminal = pty.fork()
        if pid == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        seen = b""
        while mark not in seen:
            if not select.select([terminal], [], [], TIMEOUT)[0]:
                raise SystemExit(f"{command} painted nothing in {TIMEOUT} s")
            seen += os.read(terminal, 65536)
        took = time.perf_counter() - began
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
        return took


def measure() -> Iterator[str]:
    """Yield the table of first paints."""
    subjects = {
        "bare Textual app": lambda: first_paint([sys.executable, "-c", BARE], b"bare-app"),
        "mxtutor": lambda: first_paint([sys.executable, "-m", "mxtutor"], b"mxtutor"),
    }
    interleaved(1, subjects)  # fills the bytecode and disk caches
    yield from table(interleaved(ROUNDS, subjects), "bare Textual app")

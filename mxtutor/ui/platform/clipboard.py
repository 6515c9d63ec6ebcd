"""Puts text on the clipboard of the desktop, through pyperclip: X11, Wayland, KDE, macOS and Windows with WSL.

pyperclip starts a tool such as xclip without a time limit, lets it write to the terminal and takes every end for a
success. It runs in a process of its own, so that none of that reaches the screen.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile

COPY_SECONDS = 3.0
"""How long the tool may take; a display that does not answer would hold it for ever."""

_SCRIPT = "import sys, pyperclip; pyperclip.copy(sys.stdin.buffer.read().decode())"


def copy(text: str) -> bool:
    """Copy text; return False where no tool works here. It takes up to `COPY_SECONDS`: call it from a thread."""
    with tempfile.TemporaryFile() as errors:  # not a pipe: xclip goes on in the background and would keep it open
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-c", _SCRIPT],
                input=text.encode(),
                check=False,
                timeout=COPY_SECONDS,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        except (OSError, subprocess.SubprocessError):
            return False
        errors.seek(0)
        return done.returncode == 0 and not errors.read(1)

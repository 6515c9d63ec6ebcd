"""Copies text to the clipboard of the desktop, with pyperclip: X11, Wayland, KDE, macOS and Windows with WSL.

pyperclip starts a tool such as xclip without a timeout. The tool may write to the terminal, and pyperclip ignores its
exit status. Therefore pyperclip runs in a separate process with a timeout.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from mxtutor.served import served
from mxtutor.ui.platform.threads import in_thread

if TYPE_CHECKING:
    from textual.app import App

COPY_SECONDS = 3.0
"""Timeout of the tool, in seconds; without one it would wait for ever for a display that does not answer."""


async def copy_text(app: App[Any], text: str) -> str:
    """Copy text to the learner's clipboard; return a message for the learner about the outcome."""
    if served() is not None:  # in a browser, this machine's clipboard is not the learner's
        app.copy_to_clipboard(text)
        return "Copied."
    if await in_thread(lambda: copy(text)):
        return "Copied."
    app.copy_to_clipboard(text)
    return "Copied through the terminal (OSC 52)."


_SCRIPT = "import sys, pyperclip; pyperclip.copy(sys.stdin.buffer.read().decode())"


def copy(text: str) -> bool:
    """Copy text; return False if no tool works. It blocks for up to `COPY_SECONDS`: call it from a thread."""
    # A file, not a pipe: xclip continues in the background and would keep a pipe open.
    with tempfile.TemporaryFile() as errors:
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

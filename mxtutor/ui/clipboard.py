"""Puts text on the clipboard: through the platform's tool where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

TOOLS = (
    ("wl-copy", "WAYLAND_DISPLAY", ()),
    ("xclip", "DISPLAY", ("-selection", "clipboard")),
    ("xsel", "DISPLAY", ("-ib",)),
)
"""Tool, the variable without which it cannot work, and its arguments."""


def copy(text: str) -> str:
    """Copy with the platform's tool and return its name; empty where there is none that works."""
    commands = (
        [["pbcopy"]] if sys.platform == "darwin" else [[t, *args] for t, var, args in TOOLS if os.environ.get(var)]
    )
    for command in commands:
        if shutil.which(command[0]) is None:
            continue
        try:
            subprocess.run(
                command,
                input=text.encode(),
                check=True,
                timeout=2,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except (OSError, subprocess.SubprocessError):
            continue
        return command[0]
    return ""

"""Opens a copy of the draft in the learner's own editor."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from mxtutor.errors import UsageError

FALLBACKS = ("nano", "vim", "vi")
"""Editors to try if neither $VISUAL nor $EDITOR is set."""


class EditFailed(UsageError):
    """The editor failed, or left a text that cannot be taken."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text
        """What the learner wrote there all the same; empty if nothing changed."""


def editor_command() -> list[str]:
    """Return the command line of the learner's editor.

    Raises:
        UsageError: no editor is configured and none of `FALLBACKS` exists, or the configured one is missing.
    """
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not named:
        found = next((name for name in FALLBACKS if shutil.which(name)), None)
        if found is None:
            raise UsageError("No editor is set.", fix="Set $VISUAL or $EDITOR, for example to vim.")
        return [found]
    try:
        command = shlex.split(named)
    except ValueError as error:
        raise UsageError(f"$VISUAL or $EDITOR cannot be read: {error}.") from error
    if not command or shutil.which(command[0]) is None:
        raise UsageError(f"The editor {named!r} was not found.", fix="Set $VISUAL or $EDITOR to an editor on PATH.")
    return command


def edit(code: str, slug: str, command: list[str]) -> str:
    """Return the code after the editor has ended; the editor uses the terminal until then.

    Raises:
        EditFailed: the editor failed, wrote a file that is not UTF-8 text, or the draft cannot be written for it.
    """
    edited = b""
    try:
        with tempfile.TemporaryDirectory(prefix="mxtutor-") as folder:
            path = Path(folder) / f"{slug}.py"
            path.write_text(code, encoding="utf-8")
            code_of_exit = subprocess.run([*command, str(path)], check=False).returncode
            edited = path.read_bytes()
            text = edited.decode("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeError) as error:
        raise EditFailed(f"The draft cannot be edited there: {error}.", edited.decode("latin-1")) from error
    if code_of_exit:
        wrote = text if text.strip() and text != code else ""
        raise EditFailed(f"{command[0]} ended with status {code_of_exit}; the draft stays as it is.", wrote)
    return text

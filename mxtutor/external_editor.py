"""Opens a copy of the draft in the learner's own editor."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mxtutor.errors import UsageError

FALLBACKS = ("nano", "vim", "vi")
"""Editors to try if neither $VISUAL nor $EDITOR is set."""
PLUS = frozenset(
    {"vi", "vim", "nvim", "gvim", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe", "ne", "vis"}
)
"""Editors that open a file at a line with `+6 FILE`."""
COLON: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("hx", "helix", "zed", "subl", "lapce"), ()),
    **dict.fromkeys(("code", "codium", "code-insiders", "cursor"), ("--goto",)),
}
"""Editors that open a file at a line with `FILE:6`, with the options that they need for that."""
BELOW = "# ---- Below this line: the task, which is not part of your answer ----"


class EditFailed(UsageError):
    """The editor failed, or wrote a file that is not UTF-8 text."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text
        """The text that the learner wrote before the failure; empty if the draft did not change."""


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


def at_line(command: Sequence[str], path: Path, line: int) -> list[str]:
    """Return the command line that opens a file at a line, from 1; in other editors than those above, at its start."""
    name = Path(command[0]).name
    if name in PLUS:
        return [*command, f"+{line}", str(path)]
    if name in COLON:
        return [*command, *COLON[name], f"{path}:{line}"]
    return [*command, str(path)]


def with_task(code: str, task: str) -> str:
    """Return the text of the file for the editor: the code, a separator line, and the task as comments."""
    if not task.strip():
        return code
    lines = "\n".join(f"# {line}".rstrip() for line in task.strip().splitlines())
    return f"{code.rstrip()}\n\n\n{BELOW}\n{lines}\n"


def without_task(text: str, task: str) -> str:
    """Return the code of an edited file; lines that the learner wrote between those of the task belong to the code."""
    code, mark, below = text.partition(BELOW)
    if not mark:
        return text
    shown = set(with_task("", task).splitlines())
    written = [line for line in below.splitlines() if line.strip() and line not in shown]
    return "\n".join([code.rstrip(), *written]) + "\n"


def edit(code: str, slug: str, command: Sequence[str], *, line: int = 1, task: str = "") -> str:
    """Open the code in the editor, wait until the editor has ended, and return the edited code.

    Args:
        code: the draft.
        slug: the name of the file, without its suffix.
        command: the command line of the editor.
        line: the line to open, from 1.
        task: text that is appended as comments, such as the prompt and the reference.

    Raises:
        EditFailed: the editor failed or wrote a file that is not UTF-8 text, or its file cannot be written.
    """
    edited = b""
    try:
        with tempfile.TemporaryDirectory(prefix="mxtutor-") as folder:
            path = Path(folder) / f"{slug}.py"
            path.write_text(with_task(code, task), encoding="utf-8")
            code_of_exit = subprocess.run(at_line(command, path, line), check=False).returncode
            edited = path.read_bytes()
            text = edited.decode("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeError) as error:
        raise EditFailed(f"The draft cannot be edited there: {error}.", edited.decode("latin-1")) from error
    text = code if text == with_task(code, task) else without_task(text, task)
    if code_of_exit:
        wrote = text if text.strip() and text != code else ""
        raise EditFailed(f"{command[0]} ended with status {code_of_exit}; the draft stays as it is.", wrote)
    return text

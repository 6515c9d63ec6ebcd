"""Answers as plain files, `answers/<topic>/<slug>.py`, which any editor opens."""

from __future__ import annotations

import re
from pathlib import Path

from mxtutor.private_files import make_private_folder, write_private

_ID = re.compile(r"[a-z0-9][a-z0-9_-]*/[a-z0-9][a-z0-9_-]*")


def names_file(exercise: str) -> bool:
    """Return whether an id may name a file: `topic/slug`, and not `../x`."""
    return _ID.fullmatch(exercise) is not None


def answer_file(home: Path, exercise: str) -> Path | None:
    """Return the path of an exercise's answer file; None for an id that must not name a file, such as `../x`."""
    return home / "answers" / f"{exercise}.py" if names_file(exercise) else None


def write_answer(home: Path, exercise: str, code: str) -> None:
    """Replace an exercise's answer file in one step: readers see the old text or the new one, never a part of it.

    Raises:
        OSError: the folder cannot be written or the disk is full; the old file is unchanged.
    """
    path = answer_file(home, exercise)
    if path is None:
        return
    for folder in (home, path.parent.parent, path.parent):
        make_private_folder(folder)
    write_private(path, code.encode("utf-8", "replace"))


def read_answer(home: Path, exercise: str) -> str:
    """Return the text of an exercise's answer file; empty if there is none.

    Bytes that are not UTF-8 are read as Latin-1, so that none is lost.

    Raises:
        OSError: the file cannot be read.
    """
    path = answer_file(home, exercise)
    if path is None or not path.exists():
        return ""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return path.read_text(encoding="latin-1")


def remove_answer(home: Path, exercise: str) -> None:
    """Remove an exercise's answer file if there is one.

    Raises:
        OSError: the folder cannot be written.
    """
    path = answer_file(home, exercise)
    if path is not None:
        path.unlink(missing_ok=True)

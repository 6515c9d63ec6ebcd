"""Answers as plain files, `answers/<topic>/<slug>.py`, for any editor; and locks of the exercises that are open."""

from __future__ import annotations

import os
import re
from pathlib import Path

from mxtutor.private_files import lock, make_private_folder, write_private

_ID = re.compile(r"[a-z0-9][a-z0-9_-]*/[a-z0-9][a-z0-9_-]*")


def names_file(exercise: str) -> bool:
    """Return whether an id may be used as a path: `topic/slug`, not `../x`."""
    return _ID.fullmatch(exercise) is not None


def answer_file(home: Path, exercise: str) -> Path | None:
    """Return the path of an exercise's answer file; None for an id that must not be used as a path, such as `../x`."""
    return home / "answers" / f"{exercise}.py" if names_file(exercise) else None


def write_answer(home: Path, exercise: str, code: str) -> None:
    """Replace an exercise's answer file atomically: readers see the old text or the new one.

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

    A file that is not UTF-8 is read as Latin-1, so that nothing is lost.

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


class Presence:
    """Locks of the exercises that this tutor has open; the system releases them when the process ends."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._held: dict[str, int] = {}
        """Maps the id of an exercise to the descriptor of its locked file."""

    def claim(self, exercise: str) -> bool:
        """Lock an exercise; return False if another tutor has locked it. If locking fails, return True."""
        path = self._file(exercise)
        if path is None or exercise in self._held:
            return True
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return True
        if not lock(descriptor):
            os.close(descriptor)
            return False
        self._held[exercise] = descriptor
        return True

    def release(self, exercise: str) -> None:
        """Unlock an exercise; the empty file stays, because another tutor may be about to lock it."""
        descriptor = self._held.pop(exercise, None)
        if descriptor is not None:
            os.close(descriptor)

    def release_all(self) -> None:
        """Unlock all exercises."""
        for exercise in list(self._held):
            self.release(exercise)

    def _file(self, exercise: str) -> Path | None:
        known = answer_file(self._home, exercise)
        return self._home / "open" / f"{exercise.replace('/', '.')}.lock" if known else None

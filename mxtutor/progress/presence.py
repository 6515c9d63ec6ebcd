"""Detects that an exercise is open in another tutor with the same home folder."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from mxtutor.private_files import lock
from mxtutor.progress.answers import answer_file


class Presence:
    """Locks of the exercises that this tutor has open; the system releases them at the end of the process."""

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
        """Unlock an exercise."""
        descriptor, path = self._held.pop(exercise, None), self._file(exercise)
        if descriptor is not None and path is not None:
            with contextlib.suppress(OSError):
                path.unlink()
            os.close(descriptor)

    def release_all(self) -> None:
        """Unlock all exercises."""
        for exercise in list(self._held):
            self.release(exercise)

    def _file(self, exercise: str) -> Path | None:
        known = answer_file(self._home, exercise)
        return self._home / "open" / f"{exercise.replace('/', '.')}.lock" if known else None

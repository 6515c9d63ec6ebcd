"""A roster that a running program uses: its file is read again whenever it has changed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from mxtutor.classroom.roster import Roster, read_roster
from mxtutor.errors import UsageError


class CurrentRoster:
    """The learners in a roster's file as it is now; while the file has a fault, as they were before. Thread-safe."""

    def __init__(self, path: Path, tell: Callable[[str], object] = str) -> None:
        """Read the file; `tell` gets a line when a changed file cannot be read, and when it can be read again.

        Raises:
            UsageError: it cannot be read.
        """
        self.path, self._tell = path, tell
        self._lock = threading.Lock()
        self._stamp = _stamp(path)
        self.roster: Roster = read_roster(path)
        """The roster as the last `refresh` left it."""
        self.problem = ""
        """Why the changed file cannot be read; empty if it can."""

    def refresh(self) -> Roster:
        """Read the file if it has changed; return the roster that counts."""
        with self._lock:
            stamp = _stamp(self.path)
            if stamp != self._stamp:
                self._stamp = stamp  # a file with a fault is read once, and not with each request
                self._read()
            return self.roster

    def _read(self) -> None:
        known, self.problem = self.problem, ""
        try:
            self.roster = read_roster(self.path)
        except UsageError as error:
            self.problem = str(error)
        if self.problem and self.problem != known:
            self._tell(f"the changed roster cannot be read, so the server uses the earlier one: {self.problem}")
        elif known and not self.problem:
            self._tell("the roster can be read again.")


def _stamp(path: Path) -> tuple[int, int, int, int] | None:
    """Return what changes when a file is written, or when its rights change; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino

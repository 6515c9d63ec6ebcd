"""Writes each result of a grading as a JSON line at once, so that an interruption loses none."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from mxtutor.private_files import FILE_MODE


class PartialRecord:
    """A file that says in its first line that it is partial; it is removed once the whole gradebook is written."""

    def __init__(self, path: Path, answers: int, seed: int) -> None:
        """Start the record of a grading of so many answers.

        Raises:
            OSError: the file cannot be written.
        """
        self.path = path
        self.failure = ""
        """Why later results are not in the file; empty as long as the file holds all."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW
        self._descriptor = os.open(path, flags, FILE_MODE)
        self._size = 0
        self._append({"version": 1, "partial": True, "answers": answers, "seed": seed})
        if self.failure:
            self.discard()
            raise OSError(self.failure)

    def add(self, learner: str, report: dict[str, Any]) -> None:
        """Append one result; on a full disk set `failure` and keep the earlier lines whole."""
        if not self.failure:
            self._append({"learner": learner, "result": report})

    def close(self) -> None:
        """Close the file and keep it; idempotent."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def discard(self) -> None:
        """Close and remove the file."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _append(self, value: dict[str, Any]) -> None:
        line = (json.dumps(value, ensure_ascii=True) + "\n").encode()
        try:
            view = memoryview(line)
            while view:
                view = view[os.write(self._descriptor, view) :]
            self._size += len(line)
        except OSError as error:
            self.failure = error.strerror or str(error)
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._size)  # no half line

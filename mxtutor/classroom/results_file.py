"""The file of a class's results: JSON lines that are only appended, so that no result is lost.

A run writes a start, one line per result as it arrives, and an end; overrides by the instructor are lines, too. The
last line about an answer counts. An incomplete last line of an interrupted run is removed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from mxtutor.classroom.anonymity import NameScrubber, sample_of
from mxtutor.classroom.gradebook import Gradebook
from mxtutor.classroom.lines import VERSION, End, Line, Overridden, Result, ResultLine, Run, Withdrawn, decode, encode
from mxtutor.errors import UsageError, file_errors
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.private_files import FILE_MODE, lock, replacing, restrict

MAX_LINE = 64 << 20
"""Longest line that is read, in bytes; an answer and its report take a few MiB at most."""
DAMAGED = "the rest of the report is damaged in the file of results"


class ResultsFile(contextlib.AbstractContextManager["ResultsFile"]):
    """An open file of results with its parsed lines; a context manager that closes it.

    Raises (every method that uses the file):
        UsageError: it cannot be read or written, or was changed by another program; earlier lines stay intact.
    """

    def __init__(self, path: Path, *, write: bool = True) -> None:
        """Open and read a file; `write` creates it if it is missing.

        Raises:
            UsageError: the file cannot be opened, is no file of results, or is being written by another process.
        """
        self.path = path
        self.damaged: list[int] = []
        """Numbers of damaged lines, whose answers are graded again."""
        self.run: Run | None = None
        self.complete = False
        """Whether the last run was completed."""
        self.results: dict[tuple[str, str], Result] = {}
        self.set_lines: dict[tuple[str, str], Overridden] = {}
        """The last override of each answer, by learner and exercise; it may withdraw an earlier one."""
        flags = (os.O_RDWR | os.O_CREAT if write else os.O_RDONLY) | os.O_CLOEXEC | os.O_NOFOLLOW
        if not write and not path.exists():
            raise UsageError(f"There is no file {path}.", fix="Name the .jsonl file that `mxtutor grade` wrote.")
        with file_errors(path, "opened", fix="Name another file."):
            self._file: BinaryIO = os.fdopen(os.open(path, flags | os.O_NONBLOCK, FILE_MODE), "rb")
        try:
            if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                raise UsageError(f"{path} is not a file.", fix="Name another one.")
            if write:
                if not lock(self._file.fileno()):
                    raise UsageError(f"Another mxtutor writes {path}.", fix="Wait for it, or name another file.")
                restrict(path)
            self._load(write=write)
        except BaseException:
            self._file.close()
            raise

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; idempotent."""
        self._file.close()

    def _load(self, *, write: bool) -> None:
        self._file.seek(0, os.SEEK_END)  # forgets what was read before
        self._file.seek(0)
        self._size = 0
        for collection in (self.damaged, self.results, self.set_lines):
            collection.clear()
        for number, line in enumerate(iter(lambda: self._file.readline(MAX_LINE), b""), 1):
            if len(line) == MAX_LINE and not line.endswith(b"\n"):
                message = f"{self.path}: line {number} is longer than {MAX_LINE >> 20} MiB."
                raise UsageError(message, fix="Name the file that `mxtutor grade` wrote; this one is left as it is.")
            found = decode(line) if line.endswith(b"\n") else None
            if number == 1 and not isinstance(found, Run) and not _is_torn_start(line):
                fix = "Name the .jsonl file of a class; this one is left as it is."
                raise UsageError(f"{self.path} is not a file of results of mxtutor.", fix=fix)
            if number == 1 and isinstance(found, Run) and found.version != VERSION:
                fix = "Use the mxtutor that wrote it, or name another file."
                raise UsageError(f"{self.path} has version {found.version}, this mxtutor reads {VERSION}.", fix=fix)
            if not line.endswith(b"\n"):
                break  # the run was killed while it wrote this line
            if found is None:
                self.damaged.append(number)
            else:
                self._enter(found, self._size)
            self._size += len(line)
        if write:
            os.ftruncate(self._file.fileno(), self._size)
            self._file.seek(0, os.SEEK_END)  # forgets the incomplete line

    def _enter(self, line: Line, place: int) -> None:
        if isinstance(line, Run):
            self.run, self.complete = line, False
        elif isinstance(line, ResultLine):
            self.results[line.learner, line.exercise] = Result.of(line, place)
        elif isinstance(line, Withdrawn):
            self.results.pop((line.learner, line.exercise), None)
        elif isinstance(line, Overridden):
            self.set_lines[line.learner, line.exercise] = line
        elif isinstance(line, End):
            self.complete = not line.partial

    def append(self, line: Line | bytes) -> None:
        """Append a line, or the bytes of a line of another file of results."""
        data = line if isinstance(line, bytes) else encode(line)
        if (found := decode(data)) is None:
            raise UsageError("A file of results was changed by another program.", fix="Run the command again.")
        self._enter(found, self._write(data))

    def _write(self, data: bytes) -> int:
        place = self._size
        try:
            left = memoryview(data)
            while left:  # unbuffered: Python's buffer would fail a second time on closing
                left = left[os.pwrite(self._file.fileno(), left, place + len(data) - len(left)) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file.fileno(), place)  # remove the incomplete line
            fix = "Free space and run the same command again; it continues there."
            message = f"{self.path} cannot be written: {error.strerror}; it holds all results so far."
            raise UsageError(message, fix=fix) from error
        self._size += len(data)
        return place

    def end(self, *, partial: bool, at: str) -> None:
        """Append the end of the run; `partial` means before all answers are graded."""
        if partial:  # a signal may have come between writing a line and entering it
            self._load(write=True)
        self.append(End(at=at, partial=partial))

    def forget(self) -> None:
        """Treat all stored results as outdated from now on; the lines stay."""
        self.results = {pair: replace(result, key="") for pair, result in self.results.items()}

    def copy_to(self, path: Path) -> None:
        """Write a copy of the file atomically."""
        with file_errors(path, fix="Name another file."), replacing(path) as copy:
            self._file.seek(0)
            shutil.copyfileobj(self._file, copy)

    def kept(self, learner: str, exercise: str, key: str) -> bool:
        """Return whether the file has a result with this key, which need not be graded again."""
        found = self.results.get((learner, exercise))
        return found is not None and found.key == key and found.graded is not Verdict.BROKEN

    def result(self, learner: str, exercise: str) -> Result | None:
        """Return the result of an answer with the instructor's override; None without both.

        An override of an answer that was not graded makes a result without a report.
        """
        found, override = self.results.get((learner, exercise)), self.set_lines.get((learner, exercise))
        if override is None or (override.verdict is None and override.points is None):  # it was withdrawn
            return found
        if found is None:
            headline = "The instructor set this; nothing was graded."
            found = Result(learner, exercise, override.verdict or Verdict.WRONG, headline)
        return replace(found, override=override)

    def book(self) -> Gradebook:
        """Return the gradebook of the last run.

        Raises:
            UsageError: the file contains no run.
        """
        if self.run is None:
            raise UsageError(f"{self.path} holds no results.", fix="Name the .jsonl file that `mxtutor grade` wrote.")
        return Gradebook(self.run, self, not self.complete)

    def line(self, result: Result) -> dict[str, Any]:
        """Return the line of a result as plain data."""
        return dict(msgspec.json.decode(self.raw(result)))

    def raw(self, result: Result) -> bytes:
        """Return the bytes of a result's line."""
        with file_errors(self.path, "read"):
            self._file.seek(result.place)
            line = self._file.readline()
        if not isinstance(decode(line), ResultLine):
            raise UsageError(f"{self.path} was changed by another program.", fix="Run the command again.")
        return line

    def report(self, result: Result) -> Report:
        """Return the grader's report of a result; if it is damaged, a report with the fields that can be read."""
        try:
            return Report.from_json(self.line(result)["report"])
        except (ValueError, msgspec.ValidationError):
            return Report(result.exercise, result.graded, f"{result.headline} ({DAMAGED})", seed=result.seed)

    def source(self, result: Result) -> str:
        """Return the answer's source; empty if the file does not have it."""
        return str(self.line(result).get("code") or "") if result.place >= 0 else ""

    @cached_property
    def _scrubber(self) -> NameScrubber:
        return NameScrubber(self.run.learners if self.run else ())

    def sample(self, result: Result) -> str:
        """Return the answer without comments, docstrings and names of learners; empty if there is none."""
        if result.place < 0 or self.run is None:
            return ""
        line = self.line(result)
        if self.run.anonymous:
            return str(line.get("sample") or "")
        return sample_of(str(line.get("code") or ""), self._scrubber)


def _is_torn_start(line: bytes) -> bool:
    """Return whether a line is the incomplete first line of a killed run."""
    start = b'{"type":"run"'
    return not line.endswith(b"\n") and (line.startswith(start) or start.startswith(line))

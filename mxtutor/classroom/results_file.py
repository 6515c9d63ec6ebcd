"""The results of a class: a file of JSON lines that are only appended, and the gradebook of its last run.

A run appends a start, a line for each result as it arrives, and an end; an override by the instructor is a line, too.
The last line about an answer counts. An incomplete last line of an interrupted run is removed. `merge` joins the files
of parts of a class.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from mxtutor.classroom.anonymity import NameScrubber, sample_of
from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.lines import VERSION, End, Line, Overridden, Result, ResultLine, Run, Withdrawn, decode, encode
from mxtutor.classroom.naming import reading_order
from mxtutor.classroom.roster import Learner
from mxtutor.classroom.scoring import Score, Scoring, Total
from mxtutor.counts import count
from mxtutor.errors import UsageError, file_errors
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.private_files import FILE_MODE, lock, replacing, restrict

MAX_LINE = 64 << 20
"""Longest line that is read, in bytes; an answer and its report take a few MiB at most."""
WORKSHOP = "workshop"
"""Option of a run: the title of its workshop."""
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
        """The last override of each answer, by learner and exercise, also one that withdraws an earlier one."""
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
        self._file.seek(0, os.SEEK_END)  # empties the read buffer
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
                raise UsageError(f"{self.path} has version {found.version}; this mxtutor reads {VERSION}.", fix=fix)
            if not line.endswith(b"\n"):
                break  # the run was killed while it wrote this line
            if found is None:
                self.damaged.append(number)
            else:
                self._enter(found, self._size)
            self._size += len(line)
        if write:
            os.ftruncate(self._file.fileno(), self._size)
            self._file.seek(0, os.SEEK_END)  # empties the read buffer, which has the incomplete line

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
        """Append a line, or the bytes of a line that was read from another file of results."""
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
        """Append the end of the run; `partial` if answers are still to be graded. `at` is ISO 8601, UTC."""
        if partial:  # a signal may have come between writing a line and entering it
            self._load(write=True)
        self.append(End(at=at, partial=partial))

    def forget(self) -> None:
        """Treat all stored results as outdated from now on; the file keeps their lines."""
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
        """Return the result of an answer with the instructor's override; None if there is neither.

        With an override alone, the result has no report (`place` is negative).
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
        """Return the line of a result in the file as plain data."""
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
        """Return the grader's report of a result; if it is damaged, a report with the fields that `Result` has."""
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


@dataclass(slots=True)
class Gradebook:
    """The results of a class; its run tells which learners and exercises count."""

    run: Run
    reports: ResultsFile
    """The file with the full reports and answers."""
    partial: bool = False
    """Whether results are missing: the grading was interrupted, or a merged file lacks a shard."""
    feedback: Mapping[str, str] = field(default_factory=dict)
    """Link to each learner's page, relative to the page of the class; empty without such pages."""
    people: Mapping[str, Learner] = field(default_factory=dict)
    """Learners of the roster by name, if a roster is given."""
    learners: tuple[str, ...] = field(init=False)
    """Learners sorted by name, without regard to case and accents."""
    scoring: Scoring | None = field(init=False)
    """Rules for points; None if the class is not scored."""

    def __post_init__(self) -> None:
        self.learners = tuple(sorted(self.run.learners, key=reading_order))
        self.scoring = self.run.scoring

    @property
    def title(self) -> str:
        """Title of the workshop; without a workshop, "mxtutor"."""
        return self.run.options.get(WORKSHOP, "mxtutor")

    @property
    def total(self) -> int:
        """Number of the exercises that the class was set."""
        return len(self.run.exercises)

    def of(self, learner: str) -> list[Result]:
        """Return a learner's results in the order of the course."""
        return [found for one in self.run.exercises if (found := self.reports.result(learner, one))]

    def all(self) -> Iterator[Result]:
        """Yield all results, learner by learner."""
        for learner in self.learners:
            yield from self.of(learner)

    def right(self, learner: str) -> int:
        """Return how many of a learner's answers are right."""
        return sum(result.right for result in self.of(learner))

    def unread_by_learner(self) -> dict[str, list[Unread]]:
        """Return the hand-ins that could not be read, by learner; under "" those that belong to no learner."""
        found: dict[str, list[Unread]] = defaultdict(list)
        for one in self.run.unread:
            found[one.learner].append(one)
        return found

    def score(self, result: Result) -> Score | None:
        """Return the points of a result; None if the class or the exercise is not scored."""
        if self.scoring is None or result.exercise not in self.scoring.points:
            return None
        share = result.share(self.scoring.credit)
        score = self.scoring.score(result.exercise, result.verdict, result.handed_in, share=share)
        if result.override is None or result.override.points is None:
            return score
        return replace(score, points=result.override.points, lost=0.0, undecided=False)

    def total_score(self, learner: str) -> Total | None:
        """Return a learner's total points; None if the class is not scored."""
        if self.scoring is None:
            return None
        return self.scoring.total(score for result in self.of(learner) if (score := self.score(result)))

    def report(self, result: Result) -> Report:
        """Return the full report, with the instructor's verdict if there is one."""
        if result.place < 0:
            return Report(result.exercise, result.verdict, result.headline, seed=result.seed)
        return replace(self.reports.report(result), verdict=result.verdict)


def _is_torn_start(line: bytes) -> bool:
    """Return whether a line is the incomplete first line of a killed run."""
    start = b'{"type":"run"'
    return not line.endswith(b"\n") and (line.startswith(start) or start.startswith(line))


_SHARD, _MERGED = "shard", "merged"
"""Options of a run: the shards that it covers, and the number of merged files."""

_IS_SHARD = re.compile(r"\d{1,5}/\d{1,5}")


def merge(parts: Sequence[ResultsFile], into: ResultsFile, *, mixed: bool = False) -> list[str]:
    """Write the results of all `parts` into `into`, an empty file; return lines that describe what was merged.

    Of several results of an answer, that of the newest run counts; of several overrides by the instructor, the newest.
    With `mixed`, parts may differ in versions and content, and may contain the same shard. The result is partial if a
    shard is missing.

    Raises:
        UsageError: a part has no results, the parts do not belong together, or the file cannot be written.
    """
    books = [part.book() for part in parts]
    if not mixed:
        _check_same_versions(books)
        _check_shards(books)
    if len({book.run.anonymous for book in books}) > 1:
        raise UsageError("Some parts hide the names of learners and some show them.", fix="Grade all parts in one way.")
    books.sort(key=lambda book: book.run.started)
    into.append(_joined([book.run for book in books], _shards(filter(_is_whole, books))))
    answers: dict[tuple[str, str], tuple[ResultsFile, Result]] = {}
    replaced = 0
    for book in books:
        for result in book.all():
            if result.place >= 0:
                replaced += (result.learner, result.exercise) in answers
                answers[result.learner, result.exercise] = book.reports, result
    for part, result in answers.values():
        into.append(part.raw(result))
    for line in sorted((one for part in parts for one in part.set_lines.values()), key=lambda one: one.at):
        into.append(line)
    missing = ", ".join(_missing(_shards(books)))
    interrupted = ", ".join(str(book.reports.path) for book in books if not _is_whole(book))
    into.end(partial=bool(missing or interrupted), at=books[-1].run.started)
    learners, seeds = len(into.book().learners), sorted({book.run.seed for book in books})
    text = f"merged {count(len(parts), 'part')}: {count(learners, 'learner')}, {count(len(answers), 'answer')}"
    again = f"; {count(replaced, 'answer')} in several parts, and the newest counts" if replaced else ""
    other = f"; the parts have different seeds ({', '.join(map(str, seeds))})" if len(seeds) > 1 else ""
    lines = [f"{text}{again}{other}"]
    lines += [f"the result is partial: {missing} of the class missing; merge again with it"] if missing else []
    rest = "was interrupted; run its command again, then merge"
    return lines + ([f"the result is partial: {interrupted} {rest}"] if interrupted else [])


def _shards(books: Iterable[Gradebook]) -> list[str]:
    """Return the shards of all runs, such as 3/20; a run may have none, and one of a merged file several."""
    every = (one for book in books for one in book.run.options.get(_SHARD, "").split())
    return [one for one in every if _IS_SHARD.fullmatch(one)]


def _is_whole(book: Gradebook) -> bool:
    """Return whether a part was graded completely; a merged file is complete even if shards are missing."""
    return not book.partial or (_MERGED in book.run.options and bool(_shards([book])))


def _missing(shards: Sequence[str]) -> Iterator[str]:
    """Yield each shard I/N that occurs less often than another shard with the same N."""
    there = Counter(shards)
    for total in sorted({int(shard.partition("/")[2]) for shard in there}):
        names = [f"{number}/{total}" for number in range(1, total + 1)]
        most = max(there[name] for name in names)
        yield from (name for name in names if there[name] < most)


def _check_shards(books: Sequence[Gradebook]) -> None:
    """Check that the class was divided in one way, and each shard is there once.

    Raises:
        UsageError: a shard occurs twice, or the class was divided in two ways.
    """
    learners: dict[str, tuple[Path, set[str]]] = {}
    for book in books:
        path, own = book.reports.path, set(book.run.learners)
        for shard in _shards([book]):
            other, known = learners.setdefault(shard, (path, own))
            if other != path and (known & own or not known):
                fix = "Name each part once; with --mixed the newest result of each answer counts."
                raise UsageError(f"{path} and {other} are both part {shard} of the class.", fix=fix)
    if len(totals := sorted({int(shard.partition("/")[2]) for shard in learners})) > 1:
        ways = " and ".join(map(str, totals))
        fix = "Grade all parts with the same N in `--shard I/N`, or give --mixed."
        raise UsageError(f"The parts are of a class that was divided into {ways} parts.", fix=fix)


def _check_same_versions(books: Sequence[Gradebook]) -> None:
    first = books[0]
    for book in books[1:]:
        for what, one, other in (
            ("versions", first.run.versions, book.run.versions),
            ("content", first.run.content, book.run.content),
            ("exercises", first.run.exercises, book.run.exercises),
            ("rules for points", first.scoring, book.scoring),
        ):
            if one != other:
                fix = "Grade the parts with the same mxtutor and the same content, or give --mixed."
                path = book.reports.path
                raise UsageError(f"{path} was graded with other {what} than {first.reports.path}.", fix=fix)


def _joined(runs: Sequence[Run], shards: Sequence[str]) -> Run:
    """Return the start of the merged file, from runs in the order of time and the shards that are complete."""
    options = dict(runs[-1].options) | {_MERGED: f"{len(runs)} parts"}
    options.pop(_SHARD, None)
    if any(_missing(shards)):
        options[_SHARD] = " ".join(shards)
    return msgspec.structs.replace(
        runs[-1],
        options=options,
        exercises=tuple(dict.fromkeys(identity for run in runs for identity in run.exercises)),
        learners=tuple(dict.fromkeys(learner for run in runs for learner in run.learners)),
        unread=tuple(dict.fromkeys(one for run in runs for one in run.unread)),
        accepted=tuple(dict.fromkeys(one for run in runs for one in run.accepted)),
        called={learner: name for run in runs for learner, name in run.called.items()},
        titles={identity: title for run in runs for identity, title in run.titles.items()},
    )

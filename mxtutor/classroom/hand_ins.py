"""The hand-ins of a class, and how each answer is read.

An answer is a file, a file in an archive, a part of an export, a text that was typed into a platform's page, or a cell
of a Jupyter notebook whose first line is the comment `# topic/slug`. Code cells before the first such cell (usually
imports) run before each of these answers.

Raises (every function that reads a file with several answers):
    UnsafePath: it is damaged, too large or of another kind, or the code of an answer cannot be read.
"""

from __future__ import annotations

import ast
import codecs
import contextlib
import hashlib
import html
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec

from mxtutor.classroom.archives import MAX_ARCHIVE, Member
from mxtutor.classroom.safe_files import DiskFile, UnsafePath, read_whole
from mxtutor.conversion import convert
from mxtutor.errors import AnswerError, file_errors
from mxtutor.grading.protocol import MAX_SOURCE
from mxtutor.suggest import did_you_mean
from mxtutor.syntax import NOT_A_NOTEBOOK, code_cells, parse

MAX_NOTEBOOK = 16 << 20
"""Largest notebook that is read, in bytes; plots in the output make notebooks large."""
MAX_SHARED = 1 << 18
"""Maximum number of characters in the cells that run before each answer."""
NAMED = re.compile(r"#\s*(?P<id>[^\s/]+/[^\s/]+?)(?:\.py)?\s*")
"""The line before an answer that names its exercise."""
_MAGIC = re.compile(r"^([^\S\n]*)([%!].*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """One answer in a file with several, such as a cell of a notebook."""

    named: str
    """The exercise that the part names, which may not exist; empty for a whole notebook."""
    source: str
    """Source code; the first line of a cell is replaced by an empty one, so that line numbers are those of the cell."""
    before: str = ""
    """Source code of the cells before the first answer, which runs before each answer."""

    @property
    def answer(self) -> str:
        """The module to grade; an answer that is a single value stays without the code `before`."""
        return f"{self.before}\n{self.source}" if self.before and not _is_value(self.source) else self.source


def named_cells(data: bytes) -> dict[str, Part]:
    """Return the code cells of a notebook with a first line like `# topic/slug`, by their number, from 1."""
    found: dict[str, Part] = {}
    shared: list[str] = []
    before = ""
    for number, text in _code_cells(data).items():
        first, _, rest = text.lstrip("\n").partition("\n")
        if named := NAMED.fullmatch(first.strip()):
            before = before if found else "\n".join(_parsed(shared))
            found[str(number)] = Part(named["id"], "\n" + _without_magics(rest), before)
        elif not found:
            shared.append(text)
    return found


def _code_cells(data: bytes) -> dict[int, str]:
    try:
        return code_cells(json.loads(data))
    except NOT_A_NOTEBOOK as error:
        raise UnsafePath("not a notebook that can be read") from error


def _parsed(cells: list[str]) -> Iterator[str]:
    """Yield the cells that are Python, up to `MAX_SHARED` characters; any other cell would make all answers fail."""
    left = MAX_SHARED
    for text in cells:
        source = _without_magics(text)
        left -= len(source)
        if left < 0:
            return
        if as_tree(source) is not None:
            yield source


def _is_value(source: str) -> bool:
    """Return whether a cell contains only an expression, as the answer to a question does."""
    tree = as_tree(source)
    return tree is not None and all(isinstance(one, ast.Expr) for one in tree.body)


def as_tree(source: str) -> ast.Module | None:
    """Return the syntax tree of a module; None if it does not parse, or is longer than an answer may be."""
    try:
        return parse(source) if len(source) <= MAX_SOURCE else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _without_magics(source: str) -> str:
    """Return a cell's source with lines for Jupyter (`%matplotlib inline`, `!pip ...`) commented out."""
    return source if as_tree(source) is not None else _MAGIC.sub(r"\1# \2", source)


MAX_TYPED = 1 << 20
"""Largest typed text that is read, in bytes."""
_BODY = re.compile(r"<body\b", re.IGNORECASE)
_LINE_END = re.compile(r"<(?:br|/p|/div|/li|/pre|/tr|/h[1-6])\b[^<>]*>\n?", re.IGNORECASE)
_TAG = re.compile(r"<[!/?a-z][^<>]*>", re.IGNORECASE)


def typed_answers(data: bytes) -> dict[str, str]:
    """Return the answers in a typed text by the exercise in their first lines; the last one for an exercise counts."""
    page = data.decode("utf-8", "replace")
    body = _BODY.search(page)
    text = _TAG.sub("", _LINE_END.sub("\n", page[body.start() :] if body else page))
    lines = html.unescape(text).replace("\xa0", " ").splitlines()
    starts = [number for number, line in enumerate(lines) if NAMED.fullmatch(line.strip())]
    found: dict[str, str] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        named = NAMED.fullmatch(lines[start].strip())
        source = "\n".join(["", *lines[start + 1 : end]]).rstrip() + "\n"
        if named and as_tree(source) is None:
            raise UnsafePath("a text that was typed into the platform, and its code is no Python; ask for a file")
        if named:
            found[named["id"]] = source
    return found


WHOLE = "all"
"""Key of the only part of a notebook that names no exercise: all its code."""


class Spool:
    """A temporary file that keeps answers, so that each hand-in is read once; threads may read from it."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as an answer in it is used
        self._size = 0

    def add(self, data: bytes) -> Callable[[], bytes]:
        """Store the first `MAX_SOURCE + 1` bytes of an answer; return a function that reads them.

        Raises:
            UsageError: the disk is full.
        """
        kept, start = data[: MAX_SOURCE + 1], self._size
        with file_errors(tempfile.gettempdir(), fix="Free space."):
            self._file.write(kept)
            self._file.flush()
        self._size += len(kept)
        return partial(self._read, start, len(kept))

    def _read(self, start: int, size: int) -> bytes:
        return os.pread(self._file.fileno(), size, start)


@dataclass(frozen=True, slots=True)
class HandIn:
    """One answer of one learner."""

    learner: str
    exercise: str
    place: str
    """Path relative to the class's folder, with the part of the file, as messages show it."""
    read: Callable[[], bytes]
    """Returns the first `MAX_SOURCE + 1` bytes; an answer with so many is too large."""
    modified: float = 0.0
    """When the file was last changed, seconds since 1970; 0 if unknown."""
    late: bool = False
    """Whether the learning platform marked it as late."""
    suggested: bool = False
    """Whether the file's name only resembles that of the exercise."""
    attempted: float = 0.0
    """When the learner first checked or set aside an answer with this text, in seconds since 1970; 0 if unknown.

    It comes from the learner's export, so the learner's clock, or the learner, may falsify it.
    """


class Unread(msgspec.Struct, frozen=True):
    """A file or folder that was handed in and is not graded."""

    learner: str
    """The learner; empty for a file outside the learners' folders."""
    path: str
    """Path relative to the class's folder."""
    reason: str
    """Why it is not graded, as a sentence."""
    nearest: str = ""
    """The exercise or learner that is probably meant; empty if there is none."""

    @property
    def hint(self) -> str:
        """The question "Did you mean ...?"; empty without `nearest`."""
        return did_you_mean([self.nearest] if self.nearest else [])


def check_source(data: bytes, name: str) -> bytes:
    """Return an answer's bytes, converted to UTF-8 if a byte order mark says UTF-16; `name` is for the error.

    Raises:
        AnswerError: the answer is larger than 1 MiB, or not text.
    """
    if len(data) > MAX_SOURCE:
        raise AnswerError(f"{name} is larger than 1 MiB.", fix="Hand in the Python module alone.")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # PowerShell's `>` writes UTF-16
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    if b"\0" in data:
        raise AnswerError(f"{name} is not text.", fix="Save it as text in UTF-8.")
    return data


def read_answer(file: Path) -> bytes:
    """Return the bytes of an answer file; "-" is standard input.

    Raises:
        AnswerError: the file is missing, a folder, unreadable, binary or larger than 1 MiB.
    """
    if str(file) == "-":
        return check_source(sys.stdin.buffer.read(MAX_SOURCE + 1), "Standard input")
    try:
        with file.open("rb") as opened:
            return check_source(opened.read(MAX_SOURCE + 1), str(file))
    except FileNotFoundError as error:
        raise AnswerError(f"There is no file {file}.", fix="Give the path of your answer.") from error
    except IsADirectoryError as error:
        raise AnswerError(f"{file} is a folder.", fix="`mxtutor grade` takes folders.") from error
    except OSError as error:
        raise AnswerError(f"{file} cannot be read: {error.strerror}.") from error


@dataclass(slots=True)
class Collected:
    """All hand-ins of a class."""

    learners: tuple[str, ...] = ()
    """Sorted by name, with those who handed in nothing."""
    answers: list[HandIn] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    alike: tuple[tuple[str, str], ...] = ()
    """Pairs of learners who may be one person; a pair of equal names is a learner with two folders."""
    note: str = ""
    """A line about a folder that is read as another one, or about reports that are not sealed; empty without both."""

    @property
    def accepted(self) -> list[Unread]:
        """The answers whose names only resemble their exercise's, with the exercise as which they count."""
        return [
            Unread(one.learner, one.place, f"It counts as {one.exercise}, as its name suggests.", one.exercise)
            for one in self.answers
            if one.suggested
        ]


def unread_lines(unread: Sequence[Unread]) -> Iterator[str]:
    """Yield one line of text per entry: the path, the reason, and the exercise that is probably meant."""
    for one in unread:
        yield f"{one.path}: {one.reason} {one.hint}".rstrip()


EXPORT = "progress.json"
"""The export in a .zip of `mxtutor export`, beside its folder `answers/`."""


def read_parts(file: DiskFile | Member, name: str) -> dict[str, Part]:
    """Return the answers in an export (.json), a typed text (.html) or a notebook, by name or number of the cell.

    Raises:
        UnsafePath: the file is too large, damaged, or of another kind.
        OSError: the file cannot be read.
    """
    if name.endswith(".ipynb"):
        data = read_whole(file.read, MAX_NOTEBOOK)
        if found := named_cells(data):
            return found
        whole = "\n".join(_without_magics(text) for text in _code_cells(data).values() if text.strip())
        return {WHOLE: Part("", whole)} if whole else {}
    if name.endswith(".html"):
        sources = typed_answers(read_whole(file.read, MAX_TYPED))
    else:
        sources = _exported(read_whole(file.read, MAX_ARCHIVE))
    return {named: Part(named, source) for named, source in sources.items()}


def _exported(data: bytes) -> dict[str, str]:
    """Return the newest answer of each exercise in an export, by exercise id."""
    try:
        exercises: list[dict[str, Any]] = json.loads(data)["exercises"]
        found = {one["id"]: one["answer"] for one in exercises}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise UnsafePath("not an export of mxtutor") from error
    return {name: text for name, text in found.items() if isinstance(name, str) and isinstance(text, str)}


class _Attempt(msgspec.Struct):
    code: str
    when: Annotated[datetime, msgspec.Meta(tz=True)]


def attempt_times(data: bytes) -> dict[tuple[str, bytes], float]:
    """Return when each answer in an export was first attempted, in seconds since 1970; skip damaged entries.

    The keys are (exercise, `code_hash`).
    """
    times: dict[tuple[str, bytes], float] = {}
    try:
        export = json.loads(data)
        attempts = [(event["exercise"], {**event, "when": event["at"]}) for event in export.get("events", ())]
        attempts += [(one["id"], attempt) for one in export["exercises"] for attempt in one.get("attempts", ())]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return times
    for exercise, attempt in attempts:
        with contextlib.suppress(ValueError, OverflowError, OSError):  # skip a damaged entry
            one: _Attempt = convert(attempt, _Attempt)
            if isinstance(exercise, str) and (when := one.when.timestamp()) > 0:
                key = exercise, code_hash(one.code)
                times[key] = min(when, times.get(key, when))
    return times


def code_hash(code: str) -> bytes:
    """Return the hash of an answer, independent of its line ends and of blank lines around it."""
    text = "\n".join(line.rstrip() for line in code.strip().splitlines())
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()

"""What a class handed in, and how each answer is read.

An answer is a file, a file in an archive, a part of an export, a cell of a notebook, or a text that was typed into a
platform's page.
"""

from __future__ import annotations

import codecs
import hashlib
import html
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from mxtutor.classroom.archives import MAX_ARCHIVE, read_export, read_member, read_whole
from mxtutor.classroom.naming import readable
from mxtutor.classroom.notebooks import MAX_NOTEBOOK, NAMED, Part, as_tree, named_cells, whole_notebook
from mxtutor.classroom.safe_files import Kept, Refused, open_file, read_limited
from mxtutor.errors import AnswerError
from mxtutor.grading.protocol import MAX_SOURCE
from mxtutor.suggest import did_you_mean

MAX_TYPED = 1 << 20
"""Bytes of the largest text that is read."""
_BODY = re.compile(r"<body\b", re.IGNORECASE)
_LINE_END = re.compile(r"<(?:br|/p|/div|/li|/pre|/tr|/h[1-6])\b[^<>]*>\n?", re.IGNORECASE)
_TAG = re.compile(r"<[!/?a-z][^<>]*>", re.IGNORECASE)


def typed_answers(data: bytes) -> dict[str, str]:
    """Return the source of each answer in a typed text by what its first line names; the last one of a name counts.

    Raises:
        Refused: the code of an answer cannot be read.
    """
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
            raise Refused("a text that was typed into the platform, and its code is no Python; ask for a file")
        if named:
            found[named["id"]] = source
    return found


WHOLE = "all"
"""Part of a notebook that names no exercise: all of its code."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """One answer of one learner; `read_hand_in` returns its bytes."""

    learner: str
    exercise: str
    path: tuple[str, ...]
    """Names from the class's folder down to the file."""
    inner: tuple[str, ...] = ()
    """Names inside that file, if it is an archive: archives inside of it, then the file."""
    part: str = ""
    """Exercise id in an export or a typed text, or a cell's number in a notebook; `WHOLE` for all of its code."""
    modified: float = 0.0
    """When the file was last changed, seconds since 1970; 0 if unknown."""
    late: bool = False
    """Whether the learning platform marked it as late."""
    suggested: bool = False
    """Whether its name only suggests the exercise."""

    @property
    def file_name(self) -> str:
        """Name of the file that holds the answer or its part."""
        return (self.inner or self.path)[-1]

    @property
    def place(self) -> str:
        """The file's path for people, relative to the class's folder."""
        if self.part and self.part != WHOLE:
            own = f"cell {self.part}" if self.file_name.lower().endswith(".ipynb") else self.part
            return readable("/".join((*self.path, *self.inner, own)))
        return readable("/".join((*self.path, *self.inner)))


class Unread(msgspec.Struct, frozen=True):
    """A file or folder that was handed in and is not graded."""

    learner: str
    """Empty for a file outside the learners' folders."""
    path: str
    """Relative to the class's folder."""
    reason: str
    """One sentence."""
    nearest: str = ""
    """The exercise or the learner that is probably meant; empty if none is near."""

    @property
    def hint(self) -> str:
        """A question for the exercise that is probably meant; empty if none is near."""
        return did_you_mean([self.nearest] if self.nearest else [])


def check_source(data: bytes, name: str) -> bytes:
    """Return an answer's bytes, as UTF-8 where a byte order mark says UTF-16; `name` is what the error calls it.

    Raises:
        AnswerError: larger than 1 MiB, or not text.
    """
    if len(data) > MAX_SOURCE:
        raise AnswerError(f"{name} is larger than 1 MiB.", fix="Hand in the Python module alone.")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # as `>` writes it in PowerShell
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    if b"\0" in data:
        raise AnswerError(f"{name} is not text.", fix="Save it as text in UTF-8.")
    return data


def read_answer(file: Path) -> bytes:
    """Return the bytes of an answer file; "-" is standard input.

    Raises:
        AnswerError: it is missing, a folder, unreadable, binary or larger than 1 MiB.
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
    """All that a class handed in."""

    learners: tuple[str, ...] = ()
    """In order of their names, also those who handed in nothing."""
    answers: list[HandIn] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    alike: tuple[tuple[str, str], ...] = ()
    """Pairs of learners who may be one person; of a name with itself: two folders whose names look the same are one."""
    top: Path = Path()
    """The folder that the paths start at."""
    note: str = ""
    """Which other folder than the given one is read, as one line; empty for that one."""

    @property
    def accepted(self) -> list[Unread]:
        """The answers whose names only suggest their exercise, and what they count as."""
        return [
            Unread(one.learner, one.place, f"It counts as {one.exercise}, as its name suggests.", one.exercise)
            for one in self.answers
            if one.suggested
        ]


def unread_lines(unread: Sequence[Unread]) -> Iterator[str]:
    """Yield one line of text per entry: the path, the reason, and the exercise that is probably meant."""
    for one in unread:
        yield f"{one.path}: {one.reason} {one.hint}".rstrip()


def read_hand_in(folder: Path, answer: HandIn, limit: int) -> bytes:
    """Return at most `limit` bytes of an answer.

    Raises:
        Refused: the file became something else since it was found, or its archive is damaged.
        OSError: it cannot be read.
    """
    with open_file(folder, answer.path) as descriptor:
        if answer.part:
            parts = read_parts(descriptor, answer.path[-1], answer.inner)
            if answer.part not in parts:
                raise Refused("not in the file any more")
            return parts[answer.part].answer.encode("utf-8", "replace")[:limit]
        if answer.inner:
            return read_member(descriptor, answer.inner, limit)
        return read_limited(descriptor, limit)


_KEPT: Kept[Mapping[str, Part]] = Kept()


def read_parts(descriptor: int, name: str, inner: tuple[str, ...]) -> Mapping[str, Part]:
    """Return the answers of an export (.json), a typed text (.html) or a notebook, by what `HandIn.part` says.

    Raises:
        Refused: it is too large, damaged, or something else.
        OSError: it cannot be read.
    """
    own = (inner[-1] if inner else name).lower()
    return _KEPT.get(descriptor, inner, lambda: _parts(descriptor, own, inner))


def _parts(descriptor: int, name: str, inner: tuple[str, ...]) -> dict[str, Part]:
    if name.endswith(".ipynb"):
        data = read_whole(descriptor, inner, MAX_NOTEBOOK)
        whole = whole_notebook(data)
        return named_cells(data) or ({WHOLE: Part("", whole)} if whole else {})
    if name.endswith(".html"):
        typed = typed_answers(read_whole(descriptor, inner, MAX_TYPED))
        return {named: Part(named, source) for named, source in typed.items()}
    export = read_export(read_whole(descriptor, inner, MAX_ARCHIVE))
    return {identity: Part(identity, text) for identity, text in export.items()}


EXPORT = "progress.json"
"""The export in a .zip of `mxtutor export`, beside its folder `answers/`."""

_Times = Mapping[tuple[str, str], float]
"""Exercise id and hash of the answer to the earliest attempt, seconds since 1970."""
_KEPT_TIMES: Kept[_Times] = Kept()


def attempted_at(folder: Path, answer: HandIn, source: bytes) -> float:
    """Return when exactly this answer was first checked or set aside, in seconds since 1970; 0 if no export says it.

    An export is a file of the learner, so this is what the learner's clock and the learner say.
    """
    place = _export_of(answer)
    if place is None:
        return 0.0
    try:
        return _times(folder, *place).get((answer.exercise, _hash(source.decode("utf-8", "replace"))), 0.0)
    except (OSError, Refused):
        return 0.0


def _export_of(answer: HandIn) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the path of the export of an answer, and the names inside that file; None if it came without one."""
    if answer.part:
        return (answer.path, answer.inner) if answer.file_name.lower().endswith(".json") else None
    names = tuple(answer.inner[-1].split("/")) if answer.inner else answer.path
    if len(names) < 3 or names[-3] != "answers":
        return None
    beside = (*names[:-3], EXPORT)
    return (answer.path, (*answer.inner[:-1], "/".join(beside))) if answer.inner else (beside, ())


def _times(folder: Path, path: tuple[str, ...], inner: tuple[str, ...]) -> _Times:
    with open_file(folder, path) as descriptor:
        return _KEPT_TIMES.get(descriptor, inner, lambda: attempt_times(read_whole(descriptor, inner, MAX_ARCHIVE)))


def attempt_times(data: bytes) -> _Times:
    """Return when each answer of an export was first attempted; what is damaged in it is left out."""
    times: dict[tuple[str, str], float] = {}
    try:
        export = json.loads(data)
        attempts = [(event["exercise"], {**event, "when": event["at"]}) for event in export.get("events", ())]
        attempts += [(one["id"], attempt) for one in export["exercises"] for attempt in one.get("attempts", ())]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return times
    for exercise, attempt in attempts:
        when = _seconds(attempt)
        if isinstance(exercise, str) and when > 0:
            key = exercise, _hash(attempt["code"])
            times[key] = min(when, times.get(key, when))
    return times


def _seconds(attempt: Any) -> float:
    """Return when an attempt was made; 0 if it has no code or no time with a zone."""
    if not isinstance(attempt, dict) or not isinstance(attempt.get("code"), str):
        return 0.0
    try:
        when = datetime.fromisoformat(attempt["when"])
        return when.timestamp() if when.tzinfo else 0.0
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return 0.0


def _hash(code: str) -> str:
    """Return the hash of an answer, whatever line ends it has and however many blank lines are around it."""
    text = "\n".join(line.rstrip() for line in code.strip().splitlines())
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

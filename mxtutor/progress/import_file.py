"""Reads an export: every size is limited, and what is damaged, foreign or too new is refused with one sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from mxtutor.classroom.archives import MAX_ARCHIVE, read_whole
from mxtutor.classroom.attempts import EXPORT
from mxtutor.classroom.notebooks import named_cells
from mxtutor.classroom.safe_files import Refused, open_file
from mxtutor.conversion import convert
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import MAX_SOURCE, Report, Verdict
from mxtutor.progress.answers import names_file
from mxtutor.progress.rows import storable, time_in
from mxtutor.progress.transfer import EXPORT_VERSION

Code = Annotated[str, Meta(max_length=MAX_SOURCE)]
Short = Annotated[str, Meta(max_length=100_000)]
Word = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=1 << 62)]
MOST = 1_000_000
"""Attempts of one export that are read."""


class PastAttempt(msgspec.Struct, frozen=True):
    """An attempt of an export; keys that later releases add are ignored."""

    code: Code
    when: Word
    verdict: Word | None = None
    headline: Short = ""
    seconds: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    seed: int = 0
    number: Count = 0
    report: Any = None
    task_hash: Word = ""


class PastExercise(msgspec.Struct, frozen=True):
    """The work on one exercise."""

    id: Word
    status: Word = "todo"
    hints: Annotated[int, Meta(ge=0, le=1000)] = 0
    gave_up: bool = False
    answer: Code | None = None
    begun_after: Count | None = None
    """Attempts with numbers up to it do not count; None in exports of earlier releases."""
    attempts: tuple[PastAttempt, ...] = ()
    first_live: tuple[Word, Word] | None = None
    """Verdict and time of the live verdict that the learner saw before the first attempt."""


class PastCard(msgspec.Struct, frozen=True):
    """A review card."""

    exercise: Word
    mistake: Word
    reviewed: Word
    due: Word
    stability: Annotated[float, Meta(gt=0, le=1e9)]
    difficulty: Annotated[float, Meta(ge=0, le=100)]
    name: Short = ""
    times: Count = 0
    made: Word | None = None
    passes: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class PastDrill(PastAttempt, frozen=True, kw_only=True):
    """A checked answer of a drill."""

    exercise: Word


class Export(msgspec.Struct, frozen=True):
    """Everything that an export holds."""

    version: int
    exercises: tuple[PastExercise, ...]
    lessons_read: tuple[Word, ...] = ()
    settings: Mapping[Word, Short] = {}
    known: Mapping[Word, bool] = {}
    cards: tuple[PastCard, ...] | None = None
    """None in exports of releases without reviews."""
    drills: tuple[PastDrill, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """An export that was read."""

    export: Export
    refused: tuple[str, ...]
    """Why some exercises of it are left out, one sentence for each."""


def read_export(file: Path) -> Read:
    """Return the export in a .json, .zip or .ipynb file; a notebook holds answers only.

    Raises:
        UsageError: the file is missing, too large, damaged, no export of mxtutor, or of a newer release.
    """
    data = _bytes(file)
    if file.suffix == ".ipynb":
        try:
            cells = named_cells(data)
        except Refused as error:
            raise UsageError(f"{file} is {error}.") from error
        answers = {cell.named: cell.answer.lstrip("\n") for cell in cells}
        found = Export(EXPORT_VERSION, tuple(PastExercise(name, answer=code) for name, code in answers.items()))
    else:
        found = _decoded(file, data)
    return _checked(file, found)


def _bytes(file: Path) -> bytes:
    if file.suffix not in (".json", ".zip", ".ipynb"):
        raise UsageError(f"{file.name} is not an export.", fix="Its name must end in .json, .zip or .ipynb.")
    inner = (EXPORT,) if file.suffix == ".zip" else ()
    try:
        with open_file(file.parent, (file.name,)) as descriptor:
            return read_whole(descriptor, inner, MAX_ARCHIVE)
    except FileNotFoundError as error:
        raise UsageError(f"There is no file {file}.") from error
    except Refused as error:
        raise UsageError(f"{file} cannot be imported: it is {error}.") from error
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {os.strerror(error.errno or 0)}.") from error


def _decoded(file: Path, data: bytes) -> Export:
    try:
        plain = _storable(json.loads(data))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is damaged: it is not JSON.") from error
    if not isinstance(plain, dict) or not isinstance(plain.get("version"), int) or "exercises" not in plain:
        raise UsageError(f"{file} is not an export of mxtutor.", fix="`mxtutor export FILE` writes one.")
    if plain["version"] > EXPORT_VERSION:
        raise UsageError(f"{file} was written by a newer mxtutor.", fix="Update mxtutor.")
    try:
        found: Export = convert(plain, Export)
        return found
    except (msgspec.ValidationError, RecursionError) as error:
        raise UsageError(f"{file} is damaged: {error}.") from error


def _storable(data: Any) -> Any:
    """Return plain data whose texts can all be stored: half of a surrogate pair cannot."""
    if isinstance(data, str):
        return storable(data)
    if isinstance(data, list):
        return [_storable(item) for item in data]
    if isinstance(data, dict):
        return {storable(key): _storable(item) for key, item in data.items()}
    return data


def _checked(file: Path, export: Export) -> Read:
    """Return an export without exercises whose ids cannot be stored.

    Raises:
        UsageError: an attempt has no verdict or no time that mxtutor knows.
    """
    if sum(len(one.attempts) for one in export.exercises) + len(export.drills) > MOST:
        raise UsageError(f"{file} is not imported: it has more than {MOST} attempts.")
    kept = tuple(one for one in export.exercises if names_file(one.id))
    for one in kept:
        for attempt in one.attempts:
            _check(file, one.id, attempt)
    drills = tuple(drill for drill in export.drills if names_file(drill.exercise))
    for drill in drills:
        _check(file, drill.exercise, drill)
    refused = tuple(f"{one.id!r} is not the id of an exercise." for one in export.exercises if not names_file(one.id))
    return Read(msgspec.structs.replace(export, exercises=kept, drills=drills), refused)


def _check(file: Path, exercise: str, attempt: PastAttempt) -> None:
    known = attempt.verdict is None or attempt.verdict in {verdict.value for verdict in Verdict}
    if not known or when_of(attempt.when) is None or not isfinite(attempt.seconds):
        timed = attempt.seconds if when_of(attempt.when) is not None else attempt.when
        wrong = f"the verdict {attempt.verdict!r}" if not known else f"the time {timed!r}"
        raise UsageError(f"{file} is damaged: an attempt of {exercise} has {wrong}.")


def when_of(text: str) -> datetime | None:
    """Return a time with a zone as UTC; None for anything else, also for a time before 1970 or from 9000 on."""
    when = time_in(text)
    return when.astimezone(timezone.utc) if when is not None else None


def report_text(report: object) -> str | None:
    """Return a report as the store keeps it; None if it is not a report of this release or an earlier one."""
    try:
        return json.dumps(Report.from_json(report).to_json())
    except (ValueError, TypeError, RecursionError):
        return None

"""Reads exports, and merges them into a store: nothing is lost, nothing is there twice, the learner's drafts stay.

Every size is limited; what is damaged, foreign or too new is refused with one sentence.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec

from mxtutor.classroom.archives import MAX_ARCHIVE, read_whole
from mxtutor.classroom.attempts import EXPORT
from mxtutor.classroom.notebooks import named_cells
from mxtutor.classroom.safe_files import Refused, open_file
from mxtutor.conversion import convert
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Verdict
from mxtutor.progress.answers import names_file, read_answer
from mxtutor.progress.earlier import Code, Export, PastAttempt, Short, Word, events_of, when_of
from mxtutor.progress.events import Event, Exported, Reviewed, from_export, storable
from mxtutor.progress.model import Draft
from mxtutor.progress.store import ProgressStore
from mxtutor.progress.transfer import EXPORT_VERSION

MOST = 1_000_000
"""Events of one export that are read."""


class Answer(msgspec.Struct, frozen=True):
    """The newest text of an exercise."""

    id: Word
    answer: Code | None = None


class ExportFile(msgspec.Struct, frozen=True):
    """What an export holds; keys that later releases add are ignored."""

    version: int
    exercises: tuple[Answer, ...]
    events: tuple[Exported, ...] = ()
    settings: Mapping[Word, Short] = {}


@dataclass(frozen=True, slots=True)
class Read:
    """An export that was read."""

    events: tuple[Event, ...] = ()
    answers: tuple[Answer, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    """Why some exercises of it are left out, one sentence for each."""


@dataclass(slots=True)
class Imported:
    """What an import did."""

    attempts: int = 0
    """Attempts that are new here, also those of drills."""
    known_already: int = 0
    """Attempts that were here before."""
    drafts: int = 0
    """Answers that became drafts, because there was none."""
    to_history: list[str] = field(default_factory=list)
    """Exercises whose imported answer went to the history, because there is another draft or answer file."""
    lessons: int = 0
    cards: int = 0
    settings: int = 0


def take(store: ProgressStore, read: Read) -> Imported:
    """Merge an export into a store; return what that did.

    Raises:
        StoreError: the store cannot be written; it is unchanged then, except for files of answers.
    """
    done = Imported()
    with store.transaction():
        cards, lessons = _cards(store), store.lessons_read()
        # a card of an earlier release is taken where there is none yet
        events = [
            e for e in read.events if not isinstance(e.what, Reviewed) or (e.exercise, e.what.mistake) not in cards
        ]
        new = store.add_events(events)
        done.attempts = _attempts(new)
        done.known_already = _attempts(read.events) - done.attempts
        done.lessons = len(store.lessons_read() - lessons)
        done.cards = len(_cards(store) - cards)
        for one in read.answers:
            if one.answer is not None and one.answer.strip():
                _take_answer(store, one.id, one.answer, done)
        here = store.settings()
        for name, value in read.settings.items():
            if name not in here and not name.startswith(("@", "sealed ")):
                store.save_setting(name, value)
                done.settings += 1
    return done


def _cards(store: ProgressStore) -> set[tuple[str, str]]:
    return {(card.exercise, card.mistake) for card in store.cards()}


def _attempts(events: Iterable[Event]) -> int:
    return sum(event.code is not None for event in events)


def _take_answer(store: ProgressStore, exercise: str, answer: str, done: Imported) -> None:
    """Make an answer the draft if there is neither a draft nor an answer file; else keep it in the history."""
    draft = store.draft(exercise)
    if draft is None:
        with store.explained():
            file = read_answer(store.home, exercise)
        if not file.strip() or file == answer:
            store.save_draft(exercise, Draft(answer))
            done.drafts += 1
            return
        draft = Draft(file)
        store.save_draft(exercise, draft)
    if draft.code != answer:
        done.to_history.append(exercise)
        if answer not in [attempt.code for attempt in store.attempts(exercise)]:
            store.set_aside(exercise, answer)


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
        answers = tuple(Answer(name, code) for name, code in {c.named: c.answer.lstrip("\n") for c in cells}.items())
        return _kept(Read(answers=answers))
    return _kept(_decoded(file, data))


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


def _decoded(file: Path, data: bytes) -> Read:
    try:
        plain = _storable(json.loads(data))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is damaged: it is not JSON.") from error
    if not isinstance(plain, dict) or not isinstance(plain.get("version"), int) or "exercises" not in plain:
        raise UsageError(f"{file} is not an export of mxtutor.", fix="`mxtutor export FILE` writes one.")
    if plain["version"] > EXPORT_VERSION:
        raise UsageError(f"{file} was written by a newer mxtutor.", fix="Update mxtutor.")
    try:
        if plain["version"] == 1:
            return _of_earlier(file, convert(plain, Export), f"import-{hashlib.sha256(data).hexdigest()[:16]}")
        found = convert(plain, ExportFile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise UsageError(f"{file} is damaged: {error}.") from error
    _refuse_many(file, len(found.events))
    events = []
    for one in found.events:
        event = from_export(one)
        if event is None:
            raise UsageError(f"{file} is damaged: an event of {one.exercise or 'a lesson'} cannot be read.")
        events.append(event)
    return Read(tuple(events), found.exercises, found.settings)


def _of_earlier(file: Path, export: Export, device: str) -> Read:
    """Return an export of a release before 0.4.0.

    Raises:
        UsageError: it is too large, or an attempt has no verdict or no time that mxtutor knows.
    """
    _refuse_many(file, sum(len(one.attempts) for one in export.exercises) + len(export.drills))
    for one in export.exercises:
        for attempt in one.attempts:
            _check(file, one.id, attempt)
    for drill in export.drills:
        _check(file, drill.exercise, drill)
    answers = tuple(Answer(one.id, one.answer) for one in export.exercises)
    return Read(tuple(events_of(export, device)), answers, export.settings)


def _refuse_many(file: Path, events: int) -> None:
    if events > MOST:
        raise UsageError(f"{file} is not imported: it has more than {MOST} attempts.")


def _kept(read: Read) -> Read:
    """Return an export without exercises whose ids cannot be stored."""
    events = tuple(event for event in read.events if not event.exercise or names_file(event.exercise))
    answers = tuple(one for one in read.answers if names_file(one.id))
    odd = dict.fromkeys([one.id for one in read.answers if not names_file(one.id)])
    refused = tuple(f"{identity!r} is not the id of an exercise." for identity in odd)
    return Read(events, answers, read.settings, refused)


def _storable(data: Any) -> Any:
    """Return plain data whose texts can all be stored: half of a surrogate pair cannot."""
    if isinstance(data, str):
        return storable(data)
    if isinstance(data, list):
        return [_storable(item) for item in data]
    if isinstance(data, dict):
        return {storable(key): _storable(item) for key, item in data.items()}
    return data


def _check(file: Path, exercise: str, attempt: PastAttempt) -> None:
    known = attempt.verdict is None or attempt.verdict in {verdict.value for verdict in Verdict}
    if not known or when_of(attempt.when) is None or not isfinite(attempt.seconds):
        timed = attempt.seconds if when_of(attempt.when) is not None else attempt.when
        wrong = f"the verdict {attempt.verdict!r}" if not known else f"the time {timed!r}"
        raise UsageError(f"{file} is damaged: an attempt of {exercise} has {wrong}.")

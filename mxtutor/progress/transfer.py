"""Exports a learner's work as JSON, a zip with the answers, Markdown or a notebook, and reads exports.

An import is merged into the store: nothing is lost or duplicated, and the learner's drafts stay. Every size is
limited; a damaged, foreign or too new file is refused with one sentence.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Literal

import msgspec

from mxtutor.classroom.archives import MAX_ARCHIVE, ONE_LEARNER, Archive
from mxtutor.classroom.hand_ins import EXPORT, named_cells
from mxtutor.classroom.safe_files import UnsafePath, open_file, read_whole
from mxtutor.content.loader import load_exercise
from mxtutor.content.outline import Course
from mxtutor.conversion import convert
from mxtutor.counts import count
from mxtutor.errors import ContentError, UsageError
from mxtutor.private_files import write_private
from mxtutor.progress.answers import answer_file, names_file, read_answer
from mxtutor.progress.earlier import Code, Export, events_of
from mxtutor.progress.events import Event, Exported, Reviewed, Text, Unsent, Word, from_export, storable, to_export
from mxtutor.progress.model import Draft, state_text
from mxtutor.progress.store import ProgressStore, open_store, reading
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sections import note_text
from mxtutor.reporting.words import VERDICT_WORDS

EXPORT_VERSION = 2
"""Version of the format; 1 are exports of releases before 0.4.0."""
ENDINGS = (".json", ".zip", ".md", ".ipynb")
"""Suffixes of the files that an export writes."""


def export_to(file: Path, home: Path, course: Course | None = None) -> int:
    """Write all the learner's work to a file; return the number of attempts in it.

    `home` is the folder of progress; `course` provides titles for Markdown and notebooks.
    A zip contains `progress.json` and each exercise's newest text as `answers/<topic>/<slug>.py`.

    Raises:
        UsageError: the file's name has another suffix, or the file cannot be written.
        StoreError: the store cannot be read.
    """
    if file.suffix not in ENDINGS:
        raise UsageError(f"{file.name} must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}.")
    with reading(home) as store:
        attempts = _attempts(store.events())
        written = {
            ".json": lambda: _json(export_json(store)),
            ".zip": lambda: packed(store),
            ".md": lambda: markdown(store, course),
            ".ipynb": lambda: notebook(store, course),
        }[file.suffix]()
    try:
        write_private(file, written)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.", fix="Name another file.") from error
    return attempts


def export_json(store: ProgressStore) -> dict[str, Any]:
    """Return all events of the store, the newest texts and the settings, as plain data for JSON.

    Raises:
        StoreError: the store cannot be read.
    """
    return {
        "version": EXPORT_VERSION,
        "exported": datetime.now(timezone.utc).isoformat(),
        "exercises": [_exercise(store, exercise) for exercise in store.exercises()],
        "lessons_read": sorted(store.lessons_read()),
        "settings": store.settings(),
        "events": [
            msgspec.to_builtins(to_export(event)) for event in store.events() if not isinstance(event.what, Unsent)
        ],
    }


def _json(data: dict[str, Any]) -> bytes:
    return json.dumps(data, indent=1, ensure_ascii=False).encode("utf-8", "replace")


def packed(store: ProgressStore) -> bytes:
    """Return a zip of an export and the newest text of each exercise."""
    made, data = io.BytesIO(), export_json(store)
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("progress.json", _json(data))
        for item in data["exercises"]:
            place = answer_file(Path(), item["id"])
            if place is not None and item["answer"] is not None:
                archive.writestr(place.as_posix(), item["answer"])
    return made.getvalue()


def _exercise(store: ProgressStore, exercise: str) -> dict[str, Any]:
    """Return one exercise as plain data."""
    standing = store.standing(exercise)
    return {
        "id": exercise,
        "status": standing.status,
        "hints": standing.hints,
        "gave_up": standing.gave_up,
        "answer": _answer(store, exercise),
    }


def _answer(store: ProgressStore, exercise: str) -> str | None:
    """Return the draft, else the newest attempt's code; None without both."""
    draft = store.draft(exercise)
    return draft.code if draft else next((one.code for one in store.attempts(exercise)), None)


class StoredAnswer(msgspec.Struct, frozen=True):
    """The newest text of an exercise."""

    id: Word
    answer: Code | None = None


class ExportFile(msgspec.Struct, frozen=True):
    """The contents of an export; unknown keys are ignored."""

    version: int
    exercises: tuple[StoredAnswer, ...]
    events: tuple[Exported, ...] = ()
    settings: Mapping[Word, Text] = {}


@dataclass(frozen=True, slots=True)
class Read:
    """An export that was read, as events."""

    events: tuple[Event, ...] = ()
    answers: tuple[StoredAnswer, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    """Why some exercises are left out, one sentence each."""


@dataclass(slots=True)
class Imported:
    attempts: int = 0
    """Number of new attempts, including those of drills."""
    known_already: int = 0
    """Number of attempts that the store had already."""
    drafts: int = 0
    """Number of answers that became drafts, because there was none."""
    to_history: list[str] = field(default_factory=list)
    """Exercises whose imported answer went to the history, because there was another draft or answer file."""
    lessons: int = 0
    cards: int = 0
    settings: int = 0


def import_from(file: Path, home: Path) -> tuple[Imported, tuple[str, ...]]:
    """Merge an export into the store of a home; return the outcome, and why parts of the file are left out.

    Raises:
        UsageError: the file is not an export that can be read.
        StoreError: the store cannot be written; it is then unchanged, except for answer files.
    """
    read, done = read_export(file), Imported()
    with closing(open_store(home)) as store, store.transaction():
        cards, lessons = _cards(store), store.lessons_read()
        # a card of an earlier release is taken only if there is none yet
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
    return done, read.refused


def _cards(store: ProgressStore) -> set[tuple[str, str]]:
    return {(card.exercise, card.mistake) for card in store.cards()}


def _attempts(events: Iterable[Event]) -> int:
    return sum(event.code is not None for event in events)


def _take_answer(store: ProgressStore, exercise: str, answer: str, done: Imported) -> None:
    """Make an answer the draft if there is neither a draft nor an answer file; else add it to the history."""
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
        store.keep_text(exercise, answer)


def read_export(file: Path) -> Read:
    """Return the export in a .json, .zip or .ipynb file; a notebook contains answers only.

    Raises:
        UsageError: the file is missing, too large, damaged, no export of mxtutor, or of a newer release.
    """
    data = _bytes(file)
    if file.suffix == ".ipynb":
        try:
            cells = named_cells(data)
        except UnsafePath as error:
            raise UsageError(f"{file} is {error}.") from error
        codes = {one.named: one.answer.lstrip("\n") for one in cells.values()}
        answers = tuple(StoredAnswer(name, code) for name, code in codes.items())
        return _kept(Read(answers=answers))
    return _kept(_decoded(file, data))


def _bytes(file: Path) -> bytes:
    if file.suffix not in (".json", ".zip", ".ipynb"):
        raise UsageError(f"{file.name} is not an export.", fix="Its name must end in .json, .zip or .ipynb.")
    try:
        with open_file(file.parent, (file.name,)) as opened:
            if file.suffix != ".zip":
                return read_whole(opened.read, MAX_ARCHIVE)
            with Archive(opened, ONE_LEARNER) as archive:
                return archive.read(EXPORT, MAX_ARCHIVE)
    except FileNotFoundError as error:
        raise UsageError(f"There is no file {file}.") from error
    except UnsafePath as error:
        raise UsageError(f"{file} cannot be imported: it is {error}.") from error
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {os.strerror(error.errno or 0)}.") from error


def _decoded(file: Path, data: bytes) -> Read:
    try:
        plain = json.loads(storable(json.dumps(json.loads(data), ensure_ascii=False)))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is damaged: it is not JSON.") from error
    if not isinstance(plain, dict) or not isinstance(plain.get("version"), int) or "exercises" not in plain:
        raise UsageError(f"{file} is not an export of mxtutor.", fix="`mxtutor export FILE` writes one.")
    if plain["version"] > EXPORT_VERSION:
        raise UsageError(f"{file} was written by a newer mxtutor.", fix="Update mxtutor.")
    try:
        if plain["version"] == 1:
            export, device = convert(plain, Export), f"import-{hashlib.sha256(data).hexdigest()[:16]}"
            answers = tuple(StoredAnswer(one.id, one.answer) for one in export.exercises)
            return Read(tuple(events_of(export, device)), answers, export.settings)
        found = convert(plain, ExportFile)
        return Read(tuple(map(from_export, found.events)), found.exercises, found.settings)
    except (msgspec.ValidationError, ValueError, TypeError, RecursionError) as error:
        raise UsageError(f"{file} is damaged: {error}.") from error


def _kept(read: Read) -> Read:
    """Return an export without the exercises whose ids cannot be stored."""
    events = tuple(event for event in read.events if not event.exercise or names_file(event.exercise))
    answers = tuple(one for one in read.answers if names_file(one.id))
    odd = dict.fromkeys([one.id for one in read.answers if not names_file(one.id)])
    refused = tuple(f"{identity!r} is not the id of an exercise." for identity in odd)
    return Read(events, answers, read.settings, refused)


NBFORMAT = (4, 5)
"""Version of the notebook format."""
_PYTHON = {"name": "python3", "display_name": "Python 3", "language": "python"}


def markdown(store: ProgressStore, course: Course | None) -> bytes:
    texts = []
    for kind, text, _ in _pieces(store, course):
        if kind == "code":
            code = text.partition("\n")[2].rstrip("\n")
            fence = _fence(code)
            text = f"{fence}python\n{code}\n{fence}"
        texts.append(text)
    whole = "\n\n".join(texts) + "\n"
    return whole.encode("utf-8", "replace")


def notebook(store: ProgressStore, course: Course | None) -> bytes:
    """Return the work as a Jupyter notebook, with a code cell per answer that begins with `# topic/slug`.

    `mxtutor grade` and `mxtutor import` read the answers of such a notebook.
    """
    made = {
        "cells": [_cell(*piece) for piece in _pieces(store, course)],
        "metadata": {"kernelspec": _PYTHON, "language_info": {"name": "python"}},
        "nbformat": NBFORMAT[0],
        "nbformat_minor": NBFORMAT[1],
    }
    return (json.dumps(made, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _pieces(store: ProgressStore, course: Course | None) -> Iterator[tuple[Literal["markdown", "code"], str, str]]:
    """Yield kind, text and subject of each part: by topic in course order, then exercises that no course has."""
    done = count(sum(standing.status == "done" for standing in store.standings().values()), "exercise")
    attempts = count(sum(attempt.verdict is not None for attempt in store.attempts(None)), "attempt")
    counts = f"{done} done, {attempts}, {count(len(store.lessons_read()), 'lesson')} read"
    today = datetime.now(timezone.utc).date()
    yield "markdown", f"# My answers from mxtutor\n\nWritten on {today}: {counts}.", "head"
    topics = {topic.id: topic.title for topic in course.topics} if course is not None else {}
    order = {identity: place for place, identity in enumerate(course.exercises if course is not None else ())}
    exercises = sorted(store.exercises(), key=lambda one: (order.get(one, len(order)), one))
    for topic in dict.fromkeys([*topics, *(one.partition("/")[0] for one in exercises)]):
        found = [one for one in exercises if one.partition("/")[0] == topic]
        title = topics.get(topic, topic)
        if found:
            yield "markdown", f"## {_line(title)}", f"topic {title}"
        for identity in found:
            about = "\n".join(_about(store, identity))
            yield "markdown", f"### {_line(_title(identity, course))}\n\n{about}", f"about {identity}"
            if answer := _answer(store, identity):
                yield "code", f"# {identity}\n{answer.rstrip()}\n", f"answer {identity}"


def _title(identity: str, course: Course | None) -> str:
    if course is None or identity not in course.exercises:
        return identity
    try:
        return f"{load_exercise(course.folder(identity), identity).title} ({identity})"
    except ContentError:
        return f"{identity} ({identity})"


def _about(store: ProgressStore, exercise: str) -> Iterator[str]:
    """Yield a list in Markdown: state of an exercise, verdicts of its attempts, notes on the last one."""
    checked = [(attempt, attempt.verdict) for attempt in store.attempts(exercise) if attempt.verdict is not None]
    standing = store.standing(exercise)
    yield f"- State: {state_text(standing.status, len(checked), standing.hints)}"
    for attempt, verdict in checked:
        yield f"- {attempt.when.date()}, {VERDICT_WORDS[verdict].lower()}: {_line(attempt.headline)}"
    report = store.report(checked[0][0].number) if checked else None
    yield from (f"- Note: {_line(note_text(note))}" for note in (report.notes if report is not None else ()))


def _line(text: str) -> str:
    """Return a text as one line of Markdown, with `<` escaped."""
    return re.sub(r"\s+", " ", plain(text)).strip().replace("<", "&lt;")


def _fence(code: str) -> str:
    """Return a fence that is longer than any run of backticks in the code."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    return "`" * max(3, longest + 1)


def _cell(kind: str, source: str, name: str) -> dict[str, Any]:
    """Return a notebook cell; its id is computed from its subject, so that two exports are equal."""
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12],
        "metadata": {},
        "source": source.splitlines(keepends=True),
    }
    return cell | {"execution_count": None, "outputs": []} if kind == "code" else cell

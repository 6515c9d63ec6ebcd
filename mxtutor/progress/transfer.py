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
from math import isfinite
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
from mxtutor.grading.protocol import Verdict
from mxtutor.private_files import write_private
from mxtutor.progress.answers import answer_file, names_file, read_answer
from mxtutor.progress.earlier import Code, Export, PastAttempt, events_of
from mxtutor.progress.events import Event, Exported, Reviewed, Text, Unsent, Word, from_export, storable, to_export
from mxtutor.progress.model import Attempt, Draft
from mxtutor.progress.store import ProgressStore, open_store, reading
from mxtutor.progress.times import time_in
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.state_words import state_text
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
        data = export_json(store) if file.suffix in (".json", ".zip") else with_attempts(store)
        attempts = _attempts(store.events())
    written = {
        ".json": lambda: _json(data),
        ".zip": lambda: packed(data),
        ".md": lambda: markdown(data, course),
        ".ipynb": lambda: notebook(data, course),
    }[file.suffix]()
    try:
        write_private(file, written)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.", fix="Name another file.") from error
    return attempts


def import_from(file: Path, home: Path) -> tuple[Imported, tuple[str, ...]]:
    """Merge an export into the store of a home; return the outcome, and why parts of the file are left out.

    Raises:
        UsageError: the file is not an export that can be read.
        StoreError: the store cannot be written.
    """
    read = read_export(file)
    with closing(open_store(home)) as store:
        return take(store, read), read.refused


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


def with_attempts(store: ProgressStore) -> dict[str, Any]:
    """Return the data of an export for people: exercises with their attempts, newest first."""
    data = export_json(store)
    for item in data["exercises"]:
        item["attempts"] = [_attempt(store, attempt) for attempt in store.attempts(item["id"])]
    return data


def _json(data: dict[str, Any]) -> bytes:
    return json.dumps(data, indent=1, ensure_ascii=False).encode("utf-8", "replace")


def packed(data: dict[str, Any]) -> bytes:
    """Return a zip of an export and the newest text of each exercise."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("progress.json", _json(data))
        for item in data["exercises"]:
            place = answer_file(Path(), item["id"])
            if place is not None and item["answer"] is not None:
                archive.writestr(place.as_posix(), item["answer"])
    return made.getvalue()


def _exercise(store: ProgressStore, exercise: str) -> dict[str, Any]:
    """Return one exercise; `answer` is the draft, else the newest attempt's code, else null."""
    standing, draft = store.standing(exercise), store.draft(exercise)
    attempts = () if draft else store.attempts(exercise)
    return {
        "id": exercise,
        "status": standing.status,
        "hints": standing.hints,
        "gave_up": standing.gave_up,
        "answer": draft.code if draft else attempts[0].code if attempts else None,
    }


def _attempt(store: ProgressStore, attempt: Attempt) -> dict[str, Any]:
    report = store.report(attempt.number)
    return {
        "verdict": attempt.verdict.value if attempt.verdict else None,
        "headline": attempt.headline,
        "when": attempt.when.isoformat(),
        "report": report.to_json() if report else None,
    }


MOST = 1_000_000
"""Most events in an export that is read."""


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
    """The outcome of an import."""

    attempts: int = 0
    """Number of new attempts, also those of drills."""
    known_already: int = 0
    """Number of attempts that the store had already."""
    drafts: int = 0
    """Number of answers that became drafts, because there was none."""
    to_history: list[str] = field(default_factory=list)
    """Exercises whose imported answer went to the history, because there was another draft or answer file."""
    lessons: int = 0
    cards: int = 0
    settings: int = 0


def take(store: ProgressStore, read: Read) -> Imported:
    """Merge an export into a store; return the outcome.

    Raises:
        StoreError: the store cannot be written; it is then unchanged, except for answer files.
    """
    done = Imported()
    with store.transaction():
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
    return done


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
                return read_whole(opened, MAX_ARCHIVE)
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
        _refuse_many(file, len(found.events))
        return Read(tuple(map(from_export, found.events)), found.exercises, found.settings)
    except (msgspec.ValidationError, ValueError, TypeError, RecursionError) as error:
        raise UsageError(f"{file} is damaged: {error}.") from error


def _of_earlier(file: Path, export: Export, device: str) -> Read:
    """Convert an export of a release before 0.4.0.

    Raises:
        UsageError: it is too large, or an attempt has no valid verdict or time.
    """
    _refuse_many(file, sum(len(one.attempts) for one in export.exercises) + len(export.drills))
    for one in export.exercises:
        for attempt in one.attempts:
            _check(file, one.id, attempt)
    for drill in export.drills:
        _check(file, drill.exercise, drill)
    answers = tuple(StoredAnswer(one.id, one.answer) for one in export.exercises)
    return Read(tuple(events_of(export, device)), answers, export.settings)


def _refuse_many(file: Path, events: int) -> None:
    if events > MOST:
        raise UsageError(f"{file} is not imported: it has more than {MOST} attempts.")


def _kept(read: Read) -> Read:
    """Return an export without the exercises whose ids cannot be stored."""
    events = tuple(event for event in read.events if not event.exercise or names_file(event.exercise))
    answers = tuple(one for one in read.answers if names_file(one.id))
    odd = dict.fromkeys([one.id for one in read.answers if not names_file(one.id)])
    refused = tuple(f"{identity!r} is not the id of an exercise." for identity in odd)
    return Read(events, answers, read.settings, refused)


def _storable(data: Any) -> Any:
    """Return plain data with texts that can be stored: without lone surrogates."""
    if isinstance(data, str):
        return storable(data)
    if isinstance(data, list):
        return [_storable(item) for item in data]
    if isinstance(data, dict):
        return {storable(key): _storable(item) for key, item in data.items()}
    return data


def _check(file: Path, exercise: str, attempt: PastAttempt) -> None:
    known = attempt.verdict is None or attempt.verdict in {verdict.value for verdict in Verdict}
    if not known or time_in(attempt.when) is None or not isfinite(attempt.seconds):
        timed = attempt.seconds if time_in(attempt.when) is not None else attempt.when
        wrong = f"the verdict {attempt.verdict!r}" if not known else f"the time {timed!r}"
        raise UsageError(f"{file} is damaged: an attempt of {exercise} has {wrong}.")


NBFORMAT = (4, 5)
"""Version of the notebook format."""
_PYTHON = {"name": "python3", "display_name": "Python 3", "language": "python"}


def markdown(data: Mapping[str, Any], course: Course | None) -> bytes:
    texts = []
    for kind, text, _ in _pieces(data, course):
        if kind == "code":
            code = text.partition("\n")[2].rstrip("\n")
            fence = _fence(code)
            text = f"{fence}python\n{code}\n{fence}"
        texts.append(text)
    whole = "\n\n".join(texts) + "\n"
    return whole.encode("utf-8", "replace")


def notebook(data: Mapping[str, Any], course: Course | None) -> bytes:
    """Return an export as a Jupyter notebook, with a code cell per answer that begins with `# topic/slug`.

    `mxtutor grade` and `mxtutor import` read the answers of such a notebook.
    """
    made = {
        "cells": [_cell(*piece) for piece in _pieces(data, course)],
        "metadata": {"kernelspec": _PYTHON, "language_info": {"name": "python"}},
        "nbformat": NBFORMAT[0],
        "nbformat_minor": NBFORMAT[1],
    }
    return (json.dumps(made, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _pieces(data: Mapping[str, Any], course: Course | None) -> Iterator[tuple[Literal["markdown", "code"], str, str]]:
    """Yield kind, text and subject of each part: by topic in course order, then exercises that no course has."""
    yield "markdown", f"# My answers from mxtutor\n\n{_summary(data)}", "head"
    topics = {topic.id: topic.title for topic in course.topics} if course is not None else {}
    order = {identity: place for place, identity in enumerate(course.exercises if course is not None else ())}
    items = sorted(data["exercises"], key=lambda item: (order.get(item["id"], len(order)), item["id"]))
    for topic in dict.fromkeys([*topics, *(item["id"].partition("/")[0] for item in items)]):
        found = [item for item in items if item["id"].partition("/")[0] == topic]
        title = topics.get(topic, topic)
        if found:
            yield "markdown", f"## {_line(title)}", f"topic {title}"
        for item in found:
            identity, about = item["id"], "\n".join(_about(item))
            yield "markdown", f"### {_line(_title(identity, course))}\n\n{about}", f"about {identity}"
            if item["answer"]:
                yield "code", f"# {identity}\n{item['answer'].rstrip()}\n", f"answer {identity}"


def _title(identity: str, course: Course | None) -> str:
    if course is None or identity not in course.exercises:
        return identity
    try:
        return f"{load_exercise(course.folder(identity), identity).title} ({identity})"
    except ContentError:
        return f"{identity} ({identity})"


def _summary(data: Mapping[str, Any]) -> str:
    done = sum(item["status"] == "done" for item in data["exercises"])
    attempts = sum(attempt["verdict"] is not None for item in data["exercises"] for attempt in item["attempts"])
    return (
        f"Written on {data['exported'][:10]}: {count(done, 'exercise')} done, {count(attempts, 'attempt')}, "
        f"{count(len(data['lessons_read']), 'lesson')} read."
    )


def _about(item: Mapping[str, Any]) -> Iterator[str]:
    """Yield a list in Markdown: state of an exercise, verdicts of its attempts, notes on the last one."""
    checked = [attempt for attempt in item["attempts"] if attempt["verdict"] is not None]
    yield f"- State: {state_text(item['status'], len(checked), item['hints'])}"
    for attempt in checked:
        yield f"- {attempt['when'][:10]}, {_word(attempt['verdict'])}: {_line(attempt['headline'])}"
    report = checked[0]["report"] if checked else None
    for note in (report or {}).get("notes", ()):
        said = f"{note.get('message', '')} {note.get('instead', '')}".strip()
        line = note.get("line")
        yield f"- Note: {f'Line {line}: ' if isinstance(line, int) else ''}{_line(said)}"


def _word(verdict: str) -> str:
    return next((word.lower() for known, word in VERDICT_WORDS.items() if known.value == verdict), verdict)


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

"""Exports a learner's work as JSON, a zip with the answers, Markdown or a notebook, and resets exercises."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Collection
from contextlib import closing
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mxtutor.errors import StoreError, UsageError
from mxtutor.private_files import write_private
from mxtutor.progress.answers import answer_file
from mxtutor.progress.cards import Card
from mxtutor.progress.model import NEW, Attempt, Standing
from mxtutor.progress.reading import reading
from mxtutor.progress.store import ProgressStore, open_store

if TYPE_CHECKING:
    from mxtutor.content.outline import Course
    from mxtutor.progress.import_store import Imported

EXPORT_VERSION = 1
ENDINGS = (".json", ".zip", ".md", ".ipynb")
"""Endings of the files that an export writes."""


def export_to(file: Path, home: Path, course: Course | None = None) -> int:
    """Write all of the learner's work to a file; return the number of attempts in it.

    `home` is the folder of progress; `course` has the titles for Markdown and notebooks.
    A zip holds `progress.json` and each exercise's newest text as `answers/<topic>/<slug>.py`.

    Raises:
        UsageError: the file's name has another ending, or it cannot be written.
        StoreError: the store cannot be read.
    """
    if file.suffix not in ENDINGS:
        raise UsageError(f"{file.name} must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}.")
    with reading(home) as store:
        data = export_json(store)
    try:
        write_private(file, _encoded(data, file.suffix, course))
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.", fix="Name another file.") from error
    return sum(len(item["attempts"]) for item in data["exercises"])


def _encoded(data: dict[str, Any], ending: str, course: Course | None) -> bytes:
    """Return an export as the content of a file with this ending."""
    if ending == ".zip":
        return packed(data)
    if ending == ".json":
        return _json(data)
    from mxtutor.progress.export_text import Names, markdown, notebook

    names = Names.of(course, [item["id"] for item in data["exercises"]]) if course is not None else Names()
    return notebook(data, names) if ending == ".ipynb" else markdown(data, names).encode("utf-8", "replace")


def reset(exercises: Collection[str] | None, home: Path) -> None:
    """Reset some exercises, or everything with None; attempts and settings stay.

    Raises:
        StoreError: the store cannot be written.
    """
    with closing(open_store(home)) as store:
        store.start_over(exercises)


def import_from(file: Path, home: Path) -> tuple[Imported, tuple[str, ...]]:
    """Merge an export into the store of a home; return what that did, and why parts of the file are left out.

    Raises:
        UsageError: the file is not an export that can be read.
        StoreError: the store cannot be written.
    """
    from mxtutor.progress.import_file import read_export

    read = read_export(file)
    with closing(open_store(home)) as store:
        return store.imports.take(store, read.export, datetime.now(timezone.utc)), read.refused


def export_json(store: ProgressStore) -> dict[str, Any]:
    """Return all data of the store, as plain data for JSON.

    Raises:
        StoreError: the store cannot be read.
    """
    now = datetime.now(timezone.utc)
    try:
        with store.cards.caught_up(now):  # so that the cards are those after all the attempts
            return _all(store, now)
    except StoreError:  # such as a full disk: an import makes the cards from the attempts
        return _all(store, now) | {"cards": None}


def _all(store: ProgressStore, now: datetime) -> dict[str, Any]:
    standings, live = store.standings(), store.live_verdicts()
    return {
        "version": EXPORT_VERSION,
        "exported": now.isoformat(),
        "exercises": [
            _exercise(store, exercise, standings.get(exercise, NEW)) | {"first_live": live.get(exercise)}
            for exercise in store.exercises()
        ],
        "lessons_read": sorted(store.lessons_read()),
        "settings": store.settings(),
        "known": dict(store.known()),
        "cards": [_card(card) for card in store.cards.cards()],
        "drills": [_drill(attempt) for attempt in store.cards.drill_attempts()],
    }


def _json(data: dict[str, Any]) -> bytes:
    return json.dumps(data, indent=1, ensure_ascii=False).encode("utf-8", "replace")


def packed(data: dict[str, Any]) -> bytes:
    """Return a zip of all attempts and the newest text of each exercise."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("progress.json", _json(data))
        for item in data["exercises"]:
            place = answer_file(Path(), item["id"])
            if place is not None and item["answer"] is not None:
                archive.writestr(place.as_posix(), item["answer"])
    return made.getvalue()


def _exercise(store: ProgressStore, exercise: str, standing: Standing) -> dict[str, Any]:
    """Return one exercise; `answer` is the draft, else the newest attempt's code, else null.

    Attempts with numbers up to `begun_after` do not count: the exercise was started over after them.
    """
    draft, attempts = store.draft(exercise), store.attempts(exercise)
    answer = draft.code if draft else attempts[0].code if attempts else None
    return {
        "id": exercise,
        "status": standing.status,
        "hints": standing.hints,
        "gave_up": standing.gave_up,
        "answer": answer,
        "begun_after": store.begun_after(exercise),
        "attempts": [_attempt(store, attempt) for attempt in attempts],
    }


def _card(card: Card) -> dict[str, Any]:
    """Return when an exercise or a mistake is due for review; `mistake` is empty for the exercise itself."""
    return {
        "exercise": card.exercise,
        "mistake": card.mistake,
        "name": card.name,
        "times": card.times,
        "made": card.made.isoformat() if card.made else None,
        "resolved": card.resolved,
        "passes": card.passes,
        "reviewed": card.memory.reviewed.isoformat(),
        "due": card.memory.due.isoformat(),
        "stability": card.memory.stability,
        "difficulty": card.memory.difficulty,
    }


def _drill(attempt: Attempt) -> dict[str, Any]:
    """Return a checked answer of a drill."""
    verdict = attempt.verdict.value if attempt.verdict else None
    return asdict(attempt) | {"verdict": verdict, "when": attempt.when.isoformat()}


def _attempt(store: ProgressStore, attempt: Attempt) -> dict[str, Any]:
    report = store.report(attempt.number)
    plain = {name: value for name, value in asdict(attempt).items() if name != "exercise"}
    verdict = attempt.verdict.value if attempt.verdict else None
    return plain | {
        "verdict": verdict,
        "when": attempt.when.isoformat(),
        "report": report.to_json() if report else None,
    }

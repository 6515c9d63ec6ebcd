"""Exports a learner's work as JSON, a zip with the answers, Markdown or a notebook, and resets exercises."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Collection
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mxtutor.errors import UsageError
from mxtutor.private_files import write_private
from mxtutor.progress.answers import answer_file
from mxtutor.progress.events import Unsent, to_json
from mxtutor.progress.model import Attempt
from mxtutor.progress.reading import reading
from mxtutor.progress.store import ProgressStore, open_store

if TYPE_CHECKING:
    from mxtutor.content.outline import Course
    from mxtutor.progress.importing import Imported

EXPORT_VERSION = 2
"""1: exports of releases before 0.4.0."""
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
        data = export_json(store) if file.suffix in (".json", ".zip") else with_attempts(store)
        attempts = sum(event.code is not None for event in store.events())
    try:
        write_private(file, _encoded(data, file.suffix, course))
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.", fix="Name another file.") from error
    return attempts


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
    from mxtutor.progress.importing import read_export, take

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
        "events": [to_json(event) for event in store.events() if not isinstance(event.what, Unsent)],
    }


def with_attempts(store: ProgressStore) -> dict[str, Any]:
    """Return what an export for people shows: exercises with their attempts, the newest first."""
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

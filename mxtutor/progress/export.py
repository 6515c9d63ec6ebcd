"""Takes a learner's work out of the store: one JSON object, or a zip with the answers beside it."""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from mxtutor.errors import StoreError
from mxtutor.progress.answers import answer_file
from mxtutor.progress.model import Attempt
from mxtutor.progress.store import ProgressStore

EXPORT_VERSION = 1


def export_json(store: ProgressStore) -> dict[str, Any]:
    """Return everything that the store holds, as plain data for JSON.

    Raises:
        StoreError: the store cannot be read.
    """
    return {
        "version": EXPORT_VERSION,
        "exported": datetime.now(timezone.utc).isoformat(),
        "exercises": [_exercise(store, exercise) for exercise in store.exercises()],
        "lessons_read": sorted(store.lessons_read()),
        "settings": store.settings(),
    }


def export_zip(store: ProgressStore, target: Path) -> None:
    """Write a zip file with `progress.json` and each exercise's newest text as `answers/<topic>/<slug>.py`.

    Raises:
        StoreError: the store cannot be read or the target cannot be written.
    """
    data = export_json(store)
    partial = target.with_name(target.name + ".part")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("progress.json", json.dumps(data, indent=1))
            for item in data["exercises"]:
                place = answer_file(Path(), item["id"])
                if place is not None and item["answer"] is not None:
                    archive.writestr(place.as_posix(), item["answer"])
        partial.replace(target)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise StoreError(f"{target} cannot be written: {error.strerror}.", fix="Name another file.") from error


def _exercise(store: ProgressStore, exercise: str) -> dict[str, Any]:
    """Return one exercise; `answer` is the draft, else the newest attempt's code, else null."""
    standing, draft, attempts = store.standing(exercise), store.draft(exercise), store.attempts(exercise)
    answer = draft.code if draft else attempts[0].code if attempts else None
    return {
        "id": exercise,
        "status": standing.status,
        "hints": standing.hints,
        "gave_up": standing.gave_up,
        "answer": answer,
        "attempts": [_attempt(store, attempt) for attempt in attempts],
    }


def _attempt(store: ProgressStore, attempt: Attempt) -> dict[str, Any]:
    report = store.report(attempt.number)
    plain = {name: value for name, value in asdict(attempt).items() if name != "exercise"}
    verdict = attempt.verdict.value if attempt.verdict else None
    return plain | {
        "verdict": verdict,
        "when": attempt.when.isoformat(),
        "report": report.to_json() if report else None,
    }

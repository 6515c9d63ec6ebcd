"""When the tutor checked an answer, by the export that it was handed in with."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from mxtutor.classroom.archives import MAX_ARCHIVE, read_whole
from mxtutor.classroom.reading import HandIn
from mxtutor.classroom.safe_files import Refused, open_file

EXPORT = "progress.json"
"""The export in a .zip of `mxtutor export`, beside its folder `answers/`."""

_Times = Mapping[tuple[str, str], float]
"""Exercise id and hash of the answer to the earliest attempt, seconds since 1970."""
_KEPT: LRUCache[object, _Times] = LRUCache(8)
"""Times of the last exports: one answer after another of the same export is graded."""
_LOCK = threading.Lock()


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
        status = os.fstat(descriptor)
        key = status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size, inner
        with _LOCK:
            if key in _KEPT:
                return _KEPT[key]
        found = attempt_times(read_whole(descriptor, inner, MAX_ARCHIVE))
    with _LOCK:
        _KEPT[key] = found
    return found


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

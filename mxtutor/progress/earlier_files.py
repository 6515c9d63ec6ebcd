"""Imports the files other than the database in which earlier releases stored data, and renames them."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mxtutor.assessment.records import SavedSession
from mxtutor.counts import count
from mxtutor.progress.database import Database
from mxtutor.progress.events import Unsent
from mxtutor.progress.opening import FILE, NewerFileError, opening, set_aside

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

OUTBOX = "class-outbox.db"
"""Messages that a learner's classes had not confirmed yet."""
ASSESSMENTS = "assessments"
"""A folder with a file for each assessment."""
EXAMINATIONS = "sealed"
"""A folder with a folder for each examination, with its progress in a database."""
PLACEMENT = "placement"
"""A setting with the last placement, as JSON."""
_ID = re.compile(r"[0-9a-f]{32}\Z")


def adopt(store: ProgressStore) -> str:
    """Store the data in these files as events, once; return a message for the learner about damaged files.

    Raises:
        StoreError: the store cannot be written; the files stay.
    """
    files = (store.home / OUTBOX, store.home / ASSESSMENTS, *_examinations(store.home))
    if not store.setting(PLACEMENT) and not any(path.exists() for path in files):
        return ""
    with opening(store.home):  # another tutor may import them now; what it has imported is gone then
        return _adopt(store)


def _examinations(home: Path) -> list[Path]:
    return sorted(home.glob(f"{EXAMINATIONS}/*/{FILE}"))


def _adopt(store: ProgressStore) -> str:
    from mxtutor.progress.assessments import SessionStore  # that module imports the store

    if text := store.setting(PLACEMENT):
        with store.transaction():
            if (session := _session(text.encode("utf-8", "replace"))) is not None:
                SessionStore(store, "placement").save(session)
            store.remove_setting(PLACEMENT)
    notice = ""
    for name, take in ((OUTBOX, _take_outbox), (ASSESSMENTS, _take_assessments)):
        path = store.home / name
        if path.exists():
            with store.transaction():
                damaged = take(store, path)
            with store.explained():  # not earlier: after a failure to store, the next start repeats the import
                aside = set_aside(path)
            notice = f"{count(damaged, 'saved assessment')} cannot be read; {aside} keeps the files." if damaged else ""
    for path in _examinations(store.home):
        notice = _take_examination(store, path) or notice
    return notice


def _take_examination(store: ProgressStore, path: Path) -> str:
    """Store the work in an examination's own file; return a message for the learner about a damaged file.

    A file of a newer release stays as it is.
    """
    try:
        with contextlib.closing(type(store)(path.parent)) as earlier:
            store.take_examination(path.parent.name, earlier)
            notice = earlier.notice
    except NewerFileError:
        return ""
    with store.explained():
        set_aside(path)
    return notice


def _take_assessments(store: ProgressStore, folder: Path) -> int:
    """Store the assessments of a folder; return how many files are damaged."""
    from mxtutor.progress.assessments import SessionStore

    damaged = 0
    for path in sorted(folder.glob("*.json")):
        try:
            session = _session(path.read_bytes())
        except OSError:
            session = None
        if session is not None and session.id == path.stem:
            SessionStore(store).save(session)
        else:
            damaged += 1
    return damaged


def _session(data: bytes) -> SavedSession | None:
    """Return a stored session; None if it is damaged."""
    try:
        return msgspec.json.decode(data, type=SavedSession)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _take_outbox(store: ProgressStore, path: Path) -> int:
    """Store unsent messages with their ids, and those that a class refused; skip damaged ones.

    Return 0: the learner cannot repair a damaged message.
    """
    rows: list[tuple[Any, ...]] = []
    with contextlib.closing(Database(path)) as outbox, contextlib.suppress(sqlite3.DatabaseError):
        outbox.connect()
        rows = outbox.run("SELECT url, event, body, refused FROM waiting ORDER BY number")
    for url, identity, body, reason in rows:
        try:
            message = msgspec.json.decode(body, type=dict[str, Any])
            at = datetime.fromtimestamp(message.pop("at"), timezone.utc)
            exercise = message.pop("exercise")
            what = msgspec.convert({"type": "unsent", "url": url, "message": message}, Unsent)
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError, OverflowError, OSError):
            continue
        if isinstance(exercise, str) and _ID.match(str(identity)):
            store.enter_class(url, shares_code=False)
            event = store.append(exercise, what, at, identity=identity)
            if event is not None and reason:
                store.note_sent(url, 0, {event.number: str(reason)})
    return 0

"""Files beside the database in which releases before 0.4.0 kept events: they become events, and are set aside."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mxtutor.progress.database import Database
from mxtutor.progress.events import Unsent
from mxtutor.progress.opening import set_aside

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

OUTBOX = "class-outbox.db"
"""What a learner's classes had not confirmed yet."""
_ID = re.compile(r"[0-9a-f]{32}\Z")


def adopt(store: ProgressStore) -> None:
    """Store what lies beside the database as events, once.

    Raises:
        StoreError: the store cannot be written; the files stay.
    """
    for name, take in ((OUTBOX, _take_outbox),):
        path = store.home / name
        if path.exists():
            with store.transaction():
                take(store, path)
            with store.explained():  # not before: what failed to be stored is taken at the next start
                set_aside(path)


def _take_outbox(store: ProgressStore, path: Path) -> None:
    """Keep the messages that were not sent, with their ids, and those that a class refused; leave out damaged ones."""
    outbox = Database(path, busy_seconds=10)
    rows: list[tuple[Any, ...]] = []
    try:
        with contextlib.suppress(sqlite3.DatabaseError):
            outbox.connect()
            rows = outbox.run("SELECT url, event, body, refused FROM waiting ORDER BY number")
    finally:
        outbox.close()
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

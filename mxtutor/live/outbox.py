"""Events that wait to be sent: a small database in the learner's home. What was written survives a power cut."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from mxtutor.conversion import convert
from mxtutor.errors import StoreError
from mxtutor.live.events import Event, cleaned, new_id
from mxtutor.private_files import create_private_file, make_private_folder
from mxtutor.progress.database import Database
from mxtutor.progress.failures import Failure, kind_of
from mxtutor.progress.opening import set_aside

FILE = "class-outbox.db"
BUSY_SECONDS = 10
MOST_EVENTS = 50_000
"""Events that wait at most, which is a month of hard work; later ones are not written."""
DEVICE, NEXT, AWAY = "device", "next", "away"
TABLES = (
    # An event that was not acknowledged yet: the class server that it is for, its id, the event as JSON, and why the
    # server will never store it; empty if it is to be sent.
    """CREATE TABLE IF NOT EXISTS waiting (
        number INTEGER NOT NULL PRIMARY KEY, url TEXT NOT NULL, event TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
        refused TEXT NOT NULL
    )""",
    # This device's id, the number of its next event, and when no server was found.
    "CREATE TABLE IF NOT EXISTS state (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
)


class Outbox:
    """The outbox of one home. Any thread and several tutors may use it at once; each call is one transaction.

    Raises (every method):
        StoreError: the file cannot be read or written, or the disk is full.
    """

    def __init__(self, home: Path) -> None:
        self._home, self._path = home, home / FILE
        self._lock = threading.Lock()
        self._database = Database(self._path, busy_seconds=BUSY_SECONDS)

    def add(self, url: str, **fields: Any) -> Event | None:
        """Write an event with a new id, the next number and the present time; None if the outbox is full.

        Args:
            url: the class server that it is for.
            fields: the fields of `Event` besides `id`, `seq` and `at`.
        """
        with self._transaction():
            ((known,),) = self._run("SELECT COUNT(*) FROM waiting WHERE url = ?", url)
            if known >= MOST_EVENTS:
                return None
            seq = int(self._state(NEXT, "1"))
            event = cleaned(Event(id=new_id(), seq=seq, at=time.time(), **fields))
            body = msgspec.json.encode(event).decode()
            self._run("INSERT INTO waiting (url, event, body, refused) VALUES (?, ?, ?, '')", url, event.id, body)
            self._keep(NEXT, str(seq + 1))
        return event

    @property
    def device(self) -> str:
        """This device's id; it is chosen at the first event."""
        with self._transaction():
            return self._state(DEVICE, "") or self._keep(DEVICE, new_id())

    def waiting(self, url: str, most: int) -> list[Event]:
        """Return the oldest events that are to be sent to a server."""
        wanted = "SELECT event, body FROM waiting WHERE url = ? AND refused = '' ORDER BY number LIMIT ?"
        with self._transaction():
            rows = self._run(wanted, url, most)
        events = []
        for name, body in rows:
            if (event := _event(body)) is not None:
                events.append(event)
            else:
                self.refuse(name, "this release cannot read the event")
        return events

    @property
    def away_since(self) -> float:
        """When a command last found no server, in seconds since 1970; 0 if it did not."""
        with self._transaction():
            return float(self._state(AWAY, "0"))

    @away_since.setter
    def away_since(self, when: float) -> None:
        with self._transaction():
            self._keep(AWAY, repr(when))

    def refused(self, url: str) -> list[tuple[Event, str]]:
        """Return the readable events that a server refused for ever, each with the reason."""
        wanted = "SELECT body, refused FROM waiting WHERE url = ? AND refused != '' ORDER BY number"
        with self._transaction():
            rows = self._run(wanted, url)
        return [(event, reason) for body, reason in rows if (event := _event(body)) is not None]

    def count(self, url: str) -> int:
        """Return how many events are to be sent to a server."""
        with self._transaction():
            ((count,),) = self._run("SELECT COUNT(*) FROM waiting WHERE url = ? AND refused = ''", url)
        return int(count)

    def remove(self, ids: Sequence[str]) -> None:
        """Delete events that the server has stored."""
        with self._transaction():
            for event in ids:
                self._run("DELETE FROM waiting WHERE event = ?", event)

    def refuse(self, event: str, reason: str) -> None:
        """Keep an event that the server will never store, with the reason; it is not sent again."""
        with self._transaction():
            self._run("UPDATE waiting SET refused = ? WHERE event = ?", reason or "refused", event)

    def clear(self) -> int:
        """Delete all events of all classes; return how many were not sent."""
        with self._transaction():
            ((unsent,),) = self._run("SELECT COUNT(*) FROM waiting WHERE refused = ''")
            self._run("DELETE FROM waiting")
        return int(unsent)

    def close(self) -> None:
        """Close the file; idempotent, and the next call opens it again."""
        with self._lock:
            self._database.close()

    def _state(self, name: str, default: str) -> str:
        rows = self._run("SELECT value FROM state WHERE name = ?", name)
        return str(rows[0][0]) if rows else default

    def _keep(self, name: str, value: str) -> str:
        self._run("REPLACE INTO state (name, value) VALUES (?, ?)", name, value)
        return value

    def _run(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        return self._database.run(statement, *parameters)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            try:
                if self._database.is_closed:
                    self._open()
                with self._database.transaction():
                    yield
            except (sqlite3.Error, OSError) as error:
                self._database.close()
                raise self._explained(error) from error

    def _open(self) -> None:
        make_private_folder(self._home)
        create_private_file(self._path)
        try:
            self._create()
        except sqlite3.DatabaseError as error:
            if kind_of(error) is not Failure.DAMAGED:
                raise
            self._database.close()
            set_aside(self._path)
            create_private_file(self._path)
            self._create()

    def _create(self) -> None:
        self._database.connect()
        self._run("PRAGMA journal_mode = wal")
        for table in TABLES:
            self._run(table)

    def _explained(self, error: Exception) -> StoreError:
        if kind_of(error) is Failure.FULL:
            return StoreError(
                f"The event for your class cannot be written: the disk of {self._home} is full.", fix="Free some space."
            )
        reason = " ".join(str(error).split())
        return StoreError(f"{self._path} cannot be used: {reason}.", fix="Check the folder and its rights.")


def _event(body: str) -> Event | None:
    """Return the event in a row; None if it is damaged or of another release."""
    try:
        event: Event = convert(json.loads(body), Event)
    except (ValueError, TypeError, msgspec.MsgspecError):
        return None
    return event

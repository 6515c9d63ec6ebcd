"""Events that wait to be sent: a small database in the learner's home. What was written survives a power cut.

peewee takes 28 ms to import: import this module in a thread, after the first paint.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import peewee

from mxtutor.conversion import convert
from mxtutor.errors import StoreError
from mxtutor.live.database import disconnect
from mxtutor.live.events import Event, cleaned, new_id
from mxtutor.private_files import create_private_file, make_private_folder
from mxtutor.progress.failures import Failure, kind_of

FILE = "class-outbox.db"
BUSY_SECONDS = 10
MOST_EVENTS = 50_000
"""Events that wait at most, which is a month of hard work; later ones are not written."""
DEVICE, NEXT, AWAY = "device", "next", "away"


class WaitingRow(peewee.Model):
    """An event that was not acknowledged yet."""

    number = peewee.AutoField()
    url = peewee.TextField()
    """The class server that it is for."""
    event = peewee.TextField(unique=True)
    body = peewee.TextField()
    """The event as JSON."""
    refused = peewee.TextField(default="")
    """Why the server will never store it; empty if it is to be sent."""

    class Meta:
        table_name = "waiting"


class StateRow(peewee.Model):
    """This device's id and the number of its next event."""

    name = peewee.TextField(primary_key=True)
    value = peewee.TextField()

    class Meta:
        table_name = "state"


class Outbox:
    """The outbox of one home. Any thread and several tutors may use it at once; each call is one transaction.

    Raises (every method):
        StoreError: the file cannot be read or written, or the disk is full.
    """

    def __init__(self, home: Path) -> None:
        self._home, self._path = home, home / FILE
        self._lock = threading.Lock()
        self._database = peewee.SqliteDatabase(
            str(self._path),
            pragmas={"synchronous": "full", "journal_mode": "wal", "temp_store": "memory"},
            lock_type="IMMEDIATE",
            timeout=BUSY_SECONDS,
            autoconnect=False,
            thread_safe=False,
            check_same_thread=False,
        )

    def add(self, url: str, **fields: Any) -> Event | None:
        """Write an event with a new id, the next number and the present time; None if the outbox is full.

        Args:
            url: the class server that it is for.
            fields: the fields of `Event` besides `id`, `seq` and `at`.
        """
        with self._transaction():
            if self._count(url, refused=None) >= MOST_EVENTS:
                return None
            seq = int(self._state(NEXT, "1"))
            event = cleaned(Event(id=new_id(), seq=seq, at=time.time(), **fields))
            body = msgspec.json.encode(event).decode()
            self._run(WaitingRow.insert(url=url, event=event.id, body=body))
            self._keep(NEXT, str(seq + 1))
        return event

    @property
    def device(self) -> str:
        """This device's id; it is chosen at the first event."""
        with self._transaction():
            return self._state(DEVICE, "") or self._keep(DEVICE, new_id())

    def waiting(self, url: str, most: int) -> list[Event]:
        """Return the oldest events that are to be sent to a server."""
        query = WaitingRow.select().where((WaitingRow.url == url) & (WaitingRow.refused == ""))
        with self._transaction():
            rows = self._rows(query.order_by(WaitingRow.number).limit(most))
        events = []
        for row in rows:
            if (event := _event(row.body)) is not None:
                events.append(event)
            else:
                self.refuse(row.event, "this release cannot read the event")
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
        query = WaitingRow.select().where((WaitingRow.url == url) & (WaitingRow.refused != ""))
        with self._transaction():
            rows = self._rows(query.order_by(WaitingRow.number))
        return [(event, row.refused) for row in rows if (event := _event(row.body)) is not None]

    def count(self, url: str) -> int:
        """Return how many events are to be sent to a server."""
        with self._transaction():
            return self._count(url, refused=False)

    def remove(self, ids: Sequence[str]) -> None:
        """Delete events that the server has stored."""
        with self._transaction():
            for start in range(0, len(ids), 500):
                self._run(WaitingRow.delete().where(WaitingRow.event.in_(ids[start : start + 500])))

    def refuse(self, event: str, reason: str) -> None:
        """Keep an event that the server will never store, with the reason; it is not sent again."""
        with self._transaction():
            self._run(WaitingRow.update(refused=reason or "refused").where(WaitingRow.event == event))

    def clear(self) -> int:
        """Delete all events of all classes; return how many were not sent."""
        with self._transaction():
            unsent = len(self._rows(WaitingRow.select(WaitingRow.number).where(WaitingRow.refused == "")))
            self._run(WaitingRow.delete())
        return unsent

    def close(self) -> None:
        """Close the file; idempotent, and the next call opens it again."""
        with self._lock:
            disconnect(self._database)

    def _count(self, url: str, *, refused: bool | None) -> int:
        query = WaitingRow.select(peewee.fn.COUNT(WaitingRow.number)).where(WaitingRow.url == url)
        if refused is not None:
            query = query.where((WaitingRow.refused != "") if refused else (WaitingRow.refused == ""))
        return int(query.bind(self._database).scalar())

    def _state(self, name: str, default: str) -> str:
        rows = self._rows(StateRow.select().where(StateRow.name == name))
        return str(rows[0].value) if rows else default

    def _keep(self, name: str, value: str) -> str:
        self._run(StateRow.insert(name=name, value=value).on_conflict_replace())
        return value

    def _run(self, query: Any) -> None:
        query.bind(self._database).execute()

    def _rows(self, query: Any) -> list[Any]:
        return list(query.bind(self._database))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            try:
                if self._database.is_closed():
                    self._open()
                with self._database.atomic():
                    yield
            except (peewee.PeeweeException, OSError) as error:
                disconnect(self._database)
                raise self._explained(error) from error

    def _open(self) -> None:
        make_private_folder(self._home)
        create_private_file(self._path)
        try:
            self._create()
        except peewee.DatabaseError as error:
            if kind_of(error) is not Failure.DAMAGED:
                raise
            disconnect(self._database)
            stamp = time.strftime("%Y%m%dT%H%M%S")
            for suffix in ("", "-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    os.replace(f"{self._path}{suffix}", f"{self._path}.damaged-{stamp}{suffix}")
            create_private_file(self._path)
            self._create()

    def _create(self) -> None:
        self._database.connect()
        for table in (WaitingRow, StateRow):
            peewee.SchemaManager(table, self._database).create_all(safe=True)

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

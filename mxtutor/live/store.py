"""The class store: what the server has received, in one append-only table. Names of learners are not in it."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import peewee

from mxtutor.errors import StoreError, TutorError, UsageError
from mxtutor.live.database import CONNECT_SECONDS, database_at, disconnect, file_of, shown
from mxtutor.live.events import HELPED, ROW_BYTES, Event
from mxtutor.live.facts import Fact
from mxtutor.live.tables import SCHEMA_VERSION, TABLES, ClassRow, EventRow, RefusedRow, SchemaRow, ServerRow
from mxtutor.progress.events import new_id
from mxtutor.progress.failures import Failure, kind_of

INSTRUCTOR = "0" * 32
"""Device of those rows."""


class UnavailableError(StoreError):
    """The database cannot be used now: it is away, locked, or its disk is full. Trying again later may help."""


class ForgottenError(TutorError):
    """The learner's data was deleted with `class forget`."""


ROWS_AT_ONCE = 500
"""Rows of one INSERT; SQLite takes 32,766 values in one statement."""


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """A class in the store."""

    title: str
    share_code: bool
    exercises: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """Who sent a batch, and when."""

    learner: str
    """Keyed id."""
    token: str
    """Hash of the token."""
    device: str
    sent: float
    """The device's clock at the sending, seconds since 1970."""
    received: float
    """The server's clock."""


class ClassStore:
    """All calls may come from any thread; each is one transaction. After an error the next call connects again.

    Raises (every method):
        UnavailableError: the database is away, locked or full.
        StoreError: it cannot be used at all: it is damaged, or this user has no rights.
    """

    def __init__(self, url: str, *, create: bool = False) -> None:
        """Open a store, or with `create` make it if it is missing.

        Raises:
            UsageError: the URL names no store, or its driver is missing.
        """
        self.url = url
        self._file = file_of(url)
        self._create = create
        self._database = database_at(url, create=create)
        self._lock = threading.Lock()
        self._checked = self._signs = False
        with self._connected():
            pass

    def close(self) -> None:
        """Close the connection; idempotent."""
        with self._lock:
            disconnect(self._database)

    def begin(self, entry: ClassEntry, now: float) -> None:
        """Enter a class, or change what is stored about it."""
        values = {"share_code": entry.share_code, "exercises": json.dumps(entry.exercises)}
        with self._transaction():
            if not self._run(ClassRow.update(values).where(ClassRow.title == entry.title)):
                self._run(ClassRow.insert(title=entry.title, started=now, **values))

    def classes(self) -> tuple[ClassEntry, ...]:
        """Return all classes, the newest first."""
        with self._connected():
            rows = self._rows(ClassRow.select().order_by(ClassRow.started.desc()))
        return tuple(ClassEntry(row.title, row.share_code, tuple(json.loads(row.exercises))) for row in rows)

    def entry(self, title: str = "") -> ClassEntry:
        """Return a class, or with an empty title the newest one.

        Raises:
            UsageError: there is none.
        """
        found = self.classes()
        if not found:
            raise UsageError(f"{shown(self.url)} has no class.", fix="Run `mxtutor class --listen`, which makes one.")
        for one in found:
            if title in ("", one.title):
                return one
        known = ", ".join(repr(one.title) for one in found[:5])
        raise UsageError(f"{shown(self.url)} has no class {title!r}.", fix=f"It has {known}.")

    def add(self, title: str, sender: Sent, events: Sequence[Event]) -> None:
        """Store the events of one batch that are not stored yet.

        Raises:
            ForgottenError: the learner's data was deleted.
        """
        if not self.add_batches(title, [(sender, events)])[0]:
            raise ForgottenError("This learner's data was deleted.", fix="Join the class again.")

    def add_batches(self, title: str, batches: Sequence[tuple[Sent, Sequence[Event]]]) -> list[bool]:
        """Store the events of several batches in one transaction, which costs one wait for the disk.

        Return for each batch whether it is stored; it is not if the learner's data was deleted.
        """
        tokens = {sender.token for sender, _ in batches}
        with self._changing(title):
            query = RefusedRow.select().where((RefusedRow.title == title) & RefusedRow.token.in_(tokens))
            refused = {row.token for row in self._rows(query)}
            rows = [
                _row(title, sender, one) for sender, events in batches if sender.token not in refused for one in events
            ]
            for start in range(0, len(rows), ROWS_AT_ONCE):
                self._run(EventRow.insert_many(rows[start : start + ROWS_AT_ONCE]).on_conflict_ignore())
        return [sender.token not in refused for sender, _ in batches]

    def add_helped(self, title: str, learner: str, exercise: str, now: float) -> None:
        """Store that the instructor has helped a learner."""
        row = {
            "title": title, "learner": learner, "event": new_id(), "device": INSTRUCTOR, "seq": 1, "kind": HELPED,
            "exercise": exercise, "at": now, "sent": now, "received": now, "happened": now, "verdict": "",
            "headline": "", "mistakes": "[]", "seconds": 0.0, "seed": "", "content": "", "hint": 0, "code": None,
        }  # fmt: skip
        with self._changing(title):
            self._run(EventRow.insert(row))

    def note_server(self, title: str, seen: float) -> None:
        """Store a sign of the class's server, by its clock; 0: it has stopped."""
        with self._transaction():
            if not self._signs:
                peewee.SchemaManager(ServerRow, self._database).create_all(safe=True)
                self._signs = True
            self._run(ServerRow.delete().where(ServerRow.title == title))
            self._run(ServerRow.insert(title=title, seen=seen))

    def server_seen(self, title: str) -> float | None:
        """Return the last sign of the class's server, see `note_server`; None if there is none."""
        with self._connected():
            if not self._signs and not self._database.table_exists(ServerRow._meta.table_name):
                return None
            self._signs = True
            rows = self._rows(ServerRow.select().where(ServerRow.title == title))
        return float(rows[0].seen) if rows else None

    def events(self, title: str, after: int = 0) -> list[EventRow]:
        """Return the rows of a class with a number above `after`, in their order."""
        query = EventRow.select().where((EventRow.title == title) & (EventRow.number > after))
        with self._connected():
            return self._rows(query.order_by(EventRow.number))

    def facts(self, title: str, after: int = 0, *, learner: str = "", kinds: Sequence[str] = ()) -> list[Fact]:
        """Return what the class view needs of the rows above `after`; empty arguments choose all learners and kinds."""
        row = EventRow
        wanted = (row.title == title) & (row.number > after)
        wanted = wanted & (row.learner == learner) if learner else wanted
        wanted = wanted & row.kind.in_(kinds) if kinds else wanted
        query = row.select(
            row.number, row.learner, row.device, row.seq, row.kind, row.exercise, row.happened, row.verdict,
            row.headline, row.mistakes, row.hint, row.code.is_null(False),
        ).where(wanted)  # fmt: skip
        with self._connected():
            return [Fact(*columns) for columns in self._rows(query.order_by(row.number).tuples())]

    def count(self, title: str, learner: str = "") -> int:
        """Return how many rows a class or one of its learners has; it shrinks only if a learner is forgotten."""
        query = EventRow.select(peewee.fn.COUNT(EventRow.number)).where(EventRow.title == title)
        if learner:
            query = query.where(EventRow.learner == learner)
        with self._connected():
            return int(query.bind(self._database).scalar())

    def used_by(self, title: str, learner: str) -> tuple[int, int]:
        """Return how many rows a learner of a class has, and how many bytes they take, about."""
        row = EventRow
        octets = peewee.fn.OCTET_LENGTH if self._file is None else _octets
        long = sum((octets(one) for one in (row.headline, row.mistakes)), octets(peewee.fn.COALESCE(row.code, "")))
        query = row.select(peewee.fn.COUNT(row.number), peewee.fn.COALESCE(peewee.fn.SUM(long), 0))
        with self._connected():
            ((count, size),) = self._rows(query.where((row.title == title) & (row.learner == learner)).tuples())
        return int(count), int(size) + ROW_BYTES * int(count)

    def size(self) -> int:
        """Return how many bytes of the disk the store takes: those of all classes in it."""
        database: Any = self._database
        with self._connected():
            if self._file is None:
                table = EventRow._meta.table_name
                return int(database.execute_sql("SELECT pg_total_relation_size(%s)", (table,)).fetchone()[0])
            pages, free, size = (
                int(database.execute_sql(f"PRAGMA {name}").fetchone()[0])
                for name in ("page_count", "freelist_count", "page_size")
            )
        return (pages - free) * size

    def of_learner(self, title: str, learner: str, *, after: int = 0, most: int = 1_000_000) -> list[EventRow]:
        """Return rows of a learner with a number above `after`, at most `most`, in the order of their arrival."""
        mine = (EventRow.title == title) & (EventRow.learner == learner) & (EventRow.number > after)
        with self._connected():
            return self._rows(EventRow.select().where(mine).order_by(EventRow.number).limit(most))

    def code_of(self, number: int) -> str:
        """Return the code of one event; empty if none was shared."""
        query = EventRow.select(EventRow.code).where(EventRow.number == number)
        with self._connected():
            rows = self._rows(query)
        return (rows[0].code or "") if rows else ""

    def learners(self, title: str) -> set[str]:
        """Return the ids of all learners of a class with stored events."""
        query = EventRow.select(EventRow.learner).where(EventRow.title == title).distinct()
        with self._connected():
            return {row.learner for row in self._rows(query)}

    def forget(self, title: str, learner: str, tokens: Sequence[str] = ()) -> int:
        """Delete everything about a learner, refuse the tokens with these hashes from now on; return the rows deleted.

        A batch of that learner that arrives at the same moment is stored before, and deleted, or refused.
        """
        with self._changing(title):
            rows = [{"title": title, "token": token} for token in tokens]
            if rows:
                self._run(RefusedRow.insert_many(rows).on_conflict_ignore())
            mine = (EventRow.title == title) & (EventRow.learner == learner)
            return int(self._run(EventRow.delete().where(mine)))

    def _run(self, query: Any) -> Any:
        return query.bind(self._database).execute()

    def _rows(self, query: Any) -> list[Any]:
        return list(query.bind(self._database))

    @contextlib.contextmanager
    def _changing(self, title: str) -> Iterator[None]:
        """Run a transaction on a class that no other one on it overlaps; SQLite has only such transactions."""
        with self._transaction():
            if isinstance(self._database, peewee.PostgresqlDatabase):
                self._rows(ClassRow.select(ClassRow.title).where(ClassRow.title == title).for_update())
            yield

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._connected(), self._database.atomic():
            yield

    @contextlib.contextmanager
    def _connected(self) -> Iterator[None]:
        with self._lock:
            try:
                if self._database.is_closed():
                    if self._file is not None and not self._create and not self._file.exists():
                        raise UnavailableError(f"The class store {self._file} is gone.", fix="Put it back.")
                    self._database.connect()
                if not self._checked:
                    self._check()
                    self._checked = True
                yield
            except (peewee.PeeweeException, OSError) as error:
                disconnect(self._database)
                raise _explained(error, self.url, is_file=self._file is not None) from error
            except BaseException:
                if self._database.in_transaction():
                    disconnect(self._database)
                raise

    def _check(self) -> None:
        """Create the tables in a database without any, and refuse one that is not a class store of this version.

        Raises:
            StoreError: it belongs to another program, or to a newer release.
        """
        names = set(self._database.get_tables())
        if SchemaRow._meta.table_name not in names:
            if self._file is not None and names:
                raise StoreError(f"{self._file} belongs to another program.", fix="Name another store.")
            if not self._create:
                raise UsageError(
                    f"{shown(self.url)} is not a class store yet.", fix="Run `mxtutor class --listen`, which makes one."
                )
            with self._database.atomic():
                for table in TABLES:
                    peewee.SchemaManager(table, self._database).create_all(safe=True)
                self._run(SchemaRow.insert(version=SCHEMA_VERSION))
            return
        rows = cast("list[SchemaRow]", self._rows(SchemaRow.select()))
        version = rows[0].version if rows else 0
        if version > SCHEMA_VERSION:
            raise StoreError(f"{shown(self.url)} belongs to a newer mxtutor.", fix="Update mxtutor.")


def _octets(column: Any) -> Any:
    """Return the length of a text in bytes, for SQLite, whose LENGTH counts characters."""
    return peewee.fn.LENGTH(peewee.Cast(column, "BLOB"))


def _row(title: str, sender: Sent, one: Event) -> dict[str, Any]:
    """Return the columns of an event that a tutor has sent."""
    return {
        "title": title, "learner": sender.learner, "event": one.id, "device": sender.device, "seq": one.seq,
        "kind": one.kind, "exercise": one.exercise, "at": one.at, "sent": sender.sent, "received": sender.received,
        "happened": min(one.at + sender.received - sender.sent, sender.received), "verdict": one.verdict,
        "headline": one.headline, "seconds": one.seconds, "seed": one.seed, "content": one.content, "hint": one.hint,
        "mistakes": json.dumps([[m.code, m.name] for m in one.mistakes], ensure_ascii=False), "code": one.code,
    }  # fmt: skip


def _explained(error: Exception, url: str, *, is_file: bool) -> StoreError:
    """Return the one line for people about a failed call to the database."""
    kind, where = kind_of(error), shown(url)
    if kind is Failure.FULL or "No space left on device" in str(error):
        return UnavailableError(f"The disk of {where} is full.", fix="Free some space; tutors keep what they send.")
    if kind is Failure.LOCKED:
        return UnavailableError(f"{where} is locked by another program.", fix="Close it.")
    if kind is Failure.DAMAGED:
        return StoreError(f"{where} is damaged or not a database.", fix="Move it away, or restore a copy.")
    reason = " ".join(str(error).split())[:300].rstrip(".")
    if is_file:
        return UnavailableError(f"{where} cannot be used: {reason}.", fix="Check the folder and its rights.")
    return UnavailableError(
        f"PostgreSQL cannot be used: {reason}.", fix=f"Check {where}; a connection may take {CONNECT_SECONDS} s."
    )

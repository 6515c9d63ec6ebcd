"""The class store: received events in one append-only SQLite table, without names of learners."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from mxtutor.errors import StoreError, UsageError, file_errors
from mxtutor.live.events import HELPED, LAST_TIME, ROW_BYTES, SentEvent
from mxtutor.private_files import create_private_file
from mxtutor.progress.database import Database
from mxtutor.progress.events import new_id
from mxtutor.progress.failures import Failure, kind_of

OWN_DEVICE = "0" * 32
"""Device of the rows that no tutor has sent: those of the instructor and of examinations."""
SCHEMA_VERSION = 1
"""Version of the tables; a store of a later version is refused."""
MAKE = "Run `mxtutor serve --roster FILE` or `mxtutor serve --code CODE`, which makes one."
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS mxtutor_class_schema (version INTEGER NOT NULL)",
    """CREATE TABLE IF NOT EXISTS mxtutor_classes (
        title TEXT PRIMARY KEY, share_code INTEGER NOT NULL, exercises TEXT NOT NULL, started REAL NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS mxtutor_events (
        number INTEGER PRIMARY KEY, title TEXT NOT NULL, learner TEXT NOT NULL, event TEXT NOT NULL,
        device TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, exercise TEXT NOT NULL, at REAL NOT NULL,
        sent REAL NOT NULL, received REAL NOT NULL, happened REAL NOT NULL, verdict TEXT NOT NULL,
        headline TEXT NOT NULL, mistakes TEXT NOT NULL, seconds REAL NOT NULL, seed TEXT NOT NULL,
        content TEXT NOT NULL, hint INTEGER NOT NULL, code TEXT, data TEXT NOT NULL DEFAULT '',
        UNIQUE (title, learner, event))""",
    "CREATE TABLE IF NOT EXISTS mxtutor_class_servers (title TEXT PRIMARY KEY, seen REAL NOT NULL)",
)


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """A class in the store."""

    title: str
    share_code: bool
    exercises: tuple[str, ...]
    """Ids of the class's exercises in order; empty for all exercises."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The sender and the times of a batch."""

    learner: str
    """Keyed id of the learner."""
    device: str
    sent: float
    """Time of sending by the device's clock, in seconds since 1970."""
    received: float
    """Time of arrival by the server's clock."""


class Row(NamedTuple):
    """An event of a tutor, of the instructor or of an examination. Only `class forget` deletes rows."""

    title: str
    """Title of the class."""
    learner: str
    """Keyed id."""
    event: str
    """The event's id, which the sender has chosen."""
    device: str
    seq: int
    kind: str
    exercise: str
    at: float
    """Time of the event by the device's clock, in seconds since 1970."""
    sent: float
    """Time at which the batch was sent, by the device's clock."""
    received: float
    """Time of arrival by the server's clock."""
    happened: float
    """Time of the event by the server's clock: `at`, corrected by the difference of both clocks at sending."""
    verdict: str = ""
    headline: str = ""
    """Text of the verdict for the class view; in the store only tutors of release 0.4.0 have set it."""
    mistakes: str = "[]"
    """JSON: a list of [code, text]; see `named`. The text is set for the class view; this release stores none."""
    seconds: float = 0.0
    seed: str = ""
    content: str = ""
    hint: int = 0
    code: str | None = None
    data: str = ""
    """For an event of an examination, its JSON (`record.py`); empty for events of tutors."""
    number: int = 0
    """Number of the row, from 1; 0 before it is stored."""

    @classmethod
    def of(cls, title: str, sender: Sent, one: SentEvent) -> Row:
        """Return the row of an event that a tutor has sent."""
        happened = min(one.at + sender.received - sender.sent, sender.received)
        mistakes = json.dumps([[m.code, ""] for m in one.mistakes], ensure_ascii=False)
        return cls(
            title, sender.learner, one.id, sender.device, one.seq, one.kind, one.exercise, one.at, sender.sent,
            sender.received, happened, one.verdict, "", mistakes, one.seconds, one.seed, one.content,
            one.hint, one.code,
        )  # fmt: skip

    @property
    def named(self) -> list[tuple[str, str]]:
        """The mistakes as (code, text)."""
        return [] if self.mistakes == "[]" else [(code, text) for code, text in json.loads(self.mistakes)]

    def to_json(self) -> dict[str, Any]:
        """Return every column by name, with times in ISO 8601."""
        times = {name: time_text(getattr(self, name)) for name in ("at", "sent", "received", "happened")}
        mistakes = [{"code": code} for code, _ in self.named]
        return {**self._asdict(), **times, "mistakes": mistakes}


_COLUMNS = ", ".join(Row._fields)
_VALUES = ", ".join("?" * (len(Row._fields) - 1))
_INSERT = f"INSERT OR IGNORE INTO mxtutor_events ({_COLUMNS}) VALUES ({_VALUES}, NULL)"  # noqa: S608
_WITHOUT_CODE = ", ".join(name if name != "code" else "SUBSTR(code, 1, 0)" for name in Row._fields)


class ClassStore:
    """A class store; thread-safe, each call is one transaction. After an error the next call connects again.

    Raises (every method):
        StoreError: the store is missing, locked, full or damaged, or this user has no permission.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open a store, or with `create` make it if it is missing.

        Raises:
            UsageError: there is no store, or it cannot be made.
        """
        self.path, self._create = path, create
        self._lock = threading.Lock()
        self._checked = False
        with file_errors(path, "opened", fix="Use a folder that you can write."):
            if path.exists() and not path.is_file():
                raise UsageError(f"{path} is not a file.", fix="Name another store.")
            if create:
                create_private_file(path)
            elif not path.exists():
                raise UsageError(f"There is no class store {path}.", fix=MAKE)
        self.database = Database(path)
        with self._connected():
            pass

    def close(self) -> None:
        """Close the file; idempotent."""
        with self._lock:
            self.database.close()

    def begin(self, entry: ClassEntry, now: float) -> None:
        """Add a class, or update its entry; it becomes the newest one."""
        self._change(
            "INSERT INTO mxtutor_classes (title, share_code, exercises, started) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (title) DO UPDATE SET"
            " share_code = excluded.share_code, exercises = excluded.exercises, started = excluded.started",
            entry.title, entry.share_code, json.dumps(entry.exercises), now,
        )  # fmt: skip

    def entry(self, title: str = "") -> ClassEntry:
        """Return a class, or with an empty title the newest one.

        Raises:
            UsageError: there is no such class.
        """
        rows = self._read("SELECT title, share_code, exercises FROM mxtutor_classes ORDER BY started DESC")
        found = [ClassEntry(name, bool(share), tuple(json.loads(ids))) for name, share, ids in rows]
        if not found:
            raise UsageError(f"{self.path} has no class.", fix=MAKE)
        for one in found:
            if title in ("", one.title):
                return one
        known = ", ".join(repr(one.title) for one in found[:5])
        raise UsageError(f"{self.path} has no class {title!r}.", fix=f"It has {known}.")

    def add(
        self, title: str, sender: Sent, events: Sequence[SentEvent], check: Callable[[], object] = lambda: None
    ) -> None:
        """Store the events of a batch that are not stored yet.

        `check` raises an error if the sender's token is no longer valid. It runs in the transaction: a batch of a
        learner who is being forgotten is either stored before the others are deleted, or refused.
        """
        self.append([Row.of(title, sender, one) for one in events], check)

    def append(self, rows: Sequence[Row], check: Callable[[], object] = lambda: None) -> None:
        """Store the rows that are not stored yet; `check` as in `add`."""
        with self._connected(), self.database.transaction():
            check()
            for row in rows:
                self.database.run(_INSERT, *row[:-1])

    def add_helped(self, title: str, learner: str, exercise: str, now: float) -> None:
        """Store that the instructor has helped a learner."""
        self.append([Row(title, learner, new_id(), OWN_DEVICE, 1, HELPED, exercise, now, now, now, now)])

    def note_server(self, title: str, seen: float) -> None:
        """Store a heartbeat: `seen` is the time by the server's clock, or 0 if the server stops."""
        self._change("INSERT OR REPLACE INTO mxtutor_class_servers (title, seen) VALUES (?, ?)", title, seen)

    def server_seen(self, title: str) -> float | None:
        """Return the time of the server's last heartbeat, 0 if it has stopped, None if there is none."""
        rows = self._read("SELECT seen FROM mxtutor_class_servers WHERE title = ?", title)
        return float(rows[0][0]) if rows else None

    def rows(
        self, title: str, after: int = 0, *, learner: str = "", kinds: Sequence[str] = (), most: int = -1,
        with_code: bool = True,
    ) -> list[Row]:  # fmt: skip
        """Return rows of a class numbered above `after`, in order; at most `most`, -1 for all.

        An empty `learner` and empty `kinds` select all of them. Without `with_code`, a code is "", or None if there is
        none.
        """
        whose, values = "title = ?", [title]
        if learner:  # without `OR`, so that SQLite finds the rows in the index
            whose, values = "title = ? AND learner = ?", [title, learner]
        found = self._read(
            f"SELECT {_COLUMNS if with_code else _WITHOUT_CODE} FROM mxtutor_events"  # noqa: S608
            f" WHERE {whose} AND number > ?"
            " AND (? = '[]' OR kind IN (SELECT value FROM json_each(?))) ORDER BY number LIMIT ?",
            *values, after, json.dumps(kinds), json.dumps(kinds), most,
        )  # fmt: skip
        return [Row(*columns) for columns in found]

    def count(self, title: str) -> int:
        """Return how many rows a class has; the number decreases only if a learner's rows are deleted."""
        return int(self._read("SELECT COUNT(*) FROM mxtutor_events WHERE title = ?", title)[0][0])

    def size(self) -> int:
        """Return the size of the store without deleted rows, in bytes."""
        tables = "pragma_page_count, pragma_freelist_count, pragma_page_size"
        return int(self._read(f"SELECT (page_count - freelist_count) * page_size FROM {tables}")[0][0])  # noqa: S608

    def used_by(self, title: str, learner: str) -> int:
        """Return the approximate size of a learner's rows, in bytes."""
        ((count, size),) = self._read(
            "SELECT COUNT(*), TOTAL(LENGTH(CAST(mistakes || COALESCE(code, '') AS BLOB)))"
            " FROM mxtutor_events WHERE title = ? AND learner = ?",
            title, learner,
        )  # fmt: skip
        return int(size) + ROW_BYTES * int(count)

    def code_of(self, number: int) -> str:
        """Return the code of the event with this number; empty if none was shared."""
        rows = self._read("SELECT code FROM mxtutor_events WHERE number = ?", number)
        return (rows[0][0] or "") if rows else ""

    def learners(self, title: str) -> set[str]:
        """Return the keyed ids of all learners of a class with stored events."""
        return {one for (one,) in self._read("SELECT DISTINCT learner FROM mxtutor_events WHERE title = ?", title)}

    def forget(self, title: str, learner: str) -> int:
        """Delete all events of a learner; return the number of deleted rows. Revoke the learner's tokens first."""
        with self._connected(), self.database.transaction():
            self.database.run("DELETE FROM mxtutor_events WHERE title = ? AND learner = ?", title, learner)
            return int(self.database.run("SELECT changes()")[0][0])

    def _read(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        with self._connected():
            return self.database.run(statement, *parameters)

    def _change(self, statement: str, *parameters: object) -> None:
        with self._connected(), self.database.transaction():
            self.database.run(statement, *parameters)

    @contextlib.contextmanager
    def _connected(self) -> Iterator[None]:
        with self._lock:
            try:
                if self.database.is_closed:
                    if not self._create and not self.path.exists():
                        raise StoreError(f"The class store {self.path} is gone.", fix="Put it back.")
                    self.database.connect()
                    self.database.run("PRAGMA journal_mode = wal")
                if not self._checked:
                    self._check()
                    self._checked = True
                yield
            except (sqlite3.Error, OSError) as error:
                self.database.close()
                raise _explained(error, self.path) from error

    def _check(self) -> None:
        """Create the tables in an empty database; refuse one that is not a class store of this version.

        Raises:
            StoreError: the database belongs to another program, or to a newer release.
        """
        database = self.database
        names = database.tables()
        if "mxtutor_class_schema" not in names and names:
            raise StoreError(f"{self.path} belongs to another program.", fix="Name another store.")
        if not names and not self._create:
            raise UsageError(f"{self.path} is not a class store yet.", fix=MAKE)
        if "mxtutor_class_servers" not in names:
            with database.transaction():
                for statement in _SCHEMA:
                    database.run(statement)
                if not names:
                    database.run("INSERT INTO mxtutor_class_schema VALUES (?)", SCHEMA_VERSION)
        if "data" not in self._columns():  # made by release 0.4.0
            with database.transaction():
                if "data" not in self._columns():
                    database.run("ALTER TABLE mxtutor_events ADD COLUMN data TEXT NOT NULL DEFAULT ''")
        if any(version > SCHEMA_VERSION for (version,) in database.run("SELECT version FROM mxtutor_class_schema")):
            raise StoreError(f"{self.path} belongs to a newer mxtutor.", fix="Update mxtutor.")

    def _columns(self) -> list[str]:
        return [column[1] for column in self.database.run("PRAGMA table_info(mxtutor_events)")]


def time_text(seconds: float) -> str:
    """Return a time in ISO 8601, UTC; a number outside of Python's range becomes the nearest valid time."""
    limited = min(max(seconds, 0.0), LAST_TIME)
    return datetime.fromtimestamp(limited, timezone.utc).isoformat(timespec="milliseconds")


def _explained(error: Exception, path: Path) -> StoreError:
    """Return the `StoreError` for a failed call to the database."""
    kind = kind_of(error)
    if kind is Failure.FULL:
        return StoreError(f"The disk of {path} is full.", fix="Free some space; tutors keep what they send.")
    if kind is Failure.LOCKED:
        return StoreError(f"{path} is locked by another program.", fix="Close that program.")
    if kind is Failure.DAMAGED:
        return StoreError(f"{path} is damaged or not a database.", fix="Move it away, or restore a copy.")
    reason = " ".join(str(error).split())[:300].rstrip(".")
    return StoreError(f"{path} cannot be used: {reason}.", fix="Check the folder and its permissions.")

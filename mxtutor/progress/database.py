"""A connection to a SQLite file, with nested transactions; and the tables of the learner's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mxtutor.progress.events import KINDS, Event, encoded

BUSY_SECONDS = 10
"""Timeout for another program's transaction, which normally takes milliseconds."""
SCHEMA_TABLE = "mxtutor_schema"
"""Table with the version in its only row; a database without this table is not mxtutor's."""

VERSION = 7
"""Version of the tables; `earlier.py` reads earlier versions."""
SCHEMA = f"""
CREATE TABLE events (number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
    device TEXT NOT NULL CHECK (length(device) BETWEEN 1 AND 64),
    seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq > 0),
    at TEXT NOT NULL CHECK (at LIKE '____-__-__T__:__:__.______+00:00'),
    kind TEXT NOT NULL CHECK (kind IN ({", ".join(repr(kind) for kind in KINDS)})),
    exercise TEXT NOT NULL CHECK (typeof(exercise) = 'text'),
    data TEXT NOT NULL CHECK (typeof(data) = 'text'),
    code TEXT CHECK (typeof(code) IN ('text', 'null')),
    report TEXT CHECK (typeof(report) IN ('text', 'null')),
    CHECK ((kind IN ('checked', 'set-aside')) = (code IS NOT NULL)));
CREATE UNIQUE INDEX events_of_device ON events (device, seq);
CREATE INDEX events_of_exercise ON events (exercise, kind);
CREATE TABLE drafts (exercise TEXT NOT NULL CHECK (typeof(exercise) = 'text'),
    drill INTEGER NOT NULL CHECK (drill IN (0, 1)), code TEXT NOT NULL CHECK (typeof(code) = 'text'),
    cursor_row INTEGER NOT NULL, cursor_column INTEGER NOT NULL, variant INTEGER NOT NULL,
    seconds REAL NOT NULL CHECK (seconds >= 0), at TEXT NOT NULL, PRIMARY KEY (exercise, drill));
CREATE TABLE settings (name TEXT PRIMARY KEY CHECK (typeof(name) = 'text'),
    value TEXT NOT NULL CHECK (typeof(value) = 'text'));
CREATE TABLE shown (session TEXT PRIMARY KEY CHECK (typeof(session) = 'text'),
    exercise TEXT NOT NULL CHECK (typeof(exercise) = 'text'),
    variant INTEGER NOT NULL CHECK (typeof(variant) = 'integer' AND variant >= 0),
    seconds REAL NOT NULL CHECK (seconds >= 0), used REAL NOT NULL CHECK (used >= 0),
    draft TEXT CHECK (typeof(draft) IN ('text', 'null')));
CREATE TABLE classes (url TEXT PRIMARY KEY CHECK (typeof(url) = 'text'),
    sent INTEGER NOT NULL CHECK (typeof(sent) = 'integer' AND sent >= 0),
    code_after INTEGER CHECK (typeof(code_after) IN ('integer', 'null')));
CREATE TABLE refused (url TEXT NOT NULL, number INTEGER NOT NULL CHECK (typeof(number) = 'integer'),
    reason TEXT NOT NULL CHECK (typeof(reason) = 'text'), PRIMARY KEY (url, number));
"""
"""`shown` has the current item of each unfinished assessment, with its draft.

A class has the events up to the number `sent`, without those that it refused; it gets the code of events after the
number `code_after`.

AUTOINCREMENT: SQLite never reuses the number of a deleted event."""


class Database:
    """A database file, not open at first; thread-safe, one call at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._depth = 0

    @property
    def is_closed(self) -> bool:
        return self._connection is None

    def connect(self) -> None:
        """Open the file; committed transactions survive a power failure, temporary tables are in memory.

        Raises:
            sqlite3.Error: the file cannot be opened.
        """
        self._connection = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        self._connection.text_factory = lambda data: data.decode("utf-8", "replace")  # damaged text stops no command
        self.run("PRAGMA synchronous = full")
        self.run("PRAGMA temp_store = memory")  # a confined session can write only in its home

    def close(self) -> None:
        """Close the file; idempotent."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def run(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run one SQL statement; return its rows.

        Raises:
            sqlite3.Error: the statement fails, or the file is not open.
        """
        if self._connection is None:
            raise sqlite3.ProgrammingError("the file is not open")
        return self._connection.execute(statement, parameters).fetchall()

    def tables(self) -> set[str]:
        return {name for (name,) in self.run("SELECT name FROM sqlite_master WHERE type = 'table'")}

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make the block one transaction, or a part of the transaction around it.

        It is IMMEDIATE: it waits for other programs at its start, not between its reads and writes.
        """
        if self._depth == 0:
            self.run("BEGIN IMMEDIATE")
        self._depth += 1
        try:
            yield
            if self._depth == 1:
                self.run("COMMIT")
        except BaseException:
            if self._depth == 1 and self._connection is not None and self._connection.in_transaction:
                self._connection.rollback()  # after some failures, such as a full disk, SQLite has rolled back itself
            raise
        finally:
            self._depth -= 1


def create(database: Database) -> None:
    """Make the tables in an empty database, within a transaction."""
    for statement in SCHEMA.split(";"):
        database.run(statement)
    database.run(f"CREATE TABLE IF NOT EXISTS {SCHEMA_TABLE} (version INTEGER NOT NULL)")
    database.run(f"DELETE FROM {SCHEMA_TABLE}")  # noqa: S608 - a constant name
    database.run(f"INSERT INTO {SCHEMA_TABLE} VALUES ({VERSION})")  # noqa: S608


def insert(database: Database, event: Event) -> int:
    """Store an event; return its number."""
    database.run(
        "INSERT INTO events (id, device, seq, at, kind, exercise, data, code, report)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        event.id, event.device, event.seq, event.at.isoformat(timespec="microseconds"), event.kind, event.exercise,
        encoded(event.what), event.code, event.report,
    )  # fmt: skip
    ((number,),) = database.run("SELECT last_insert_rowid()")
    return int(number)

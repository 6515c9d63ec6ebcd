"""The statements that create and check the tables."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from mxtutor.progress.database import Database
from mxtutor.progress.events import KINDS, Event, encoded

BUSY_SECONDS = 10
"""Longest wait for another tutor's transaction, which takes milliseconds."""

LOG_BYTES = 1 << 20
"""Size to which SQLite shrinks the write-ahead log."""

SCHEMA_TABLE = "mxtutor_schema"
"""Its only row contains the version; a database without this table is not mxtutor's."""

VERSION = 7
"""Of the tables; `earlier.py` reads those of earlier versions."""
STATEMENTS = (
    "CREATE TABLE events (number INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE CHECK (length(id) = 32),"
    " device TEXT NOT NULL CHECK (length(device) BETWEEN 1 AND 64),"
    " seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq > 0),"
    " at TEXT NOT NULL CHECK (at LIKE '____-__-__T__:__:__.______+00:00'),"
    f" kind TEXT NOT NULL CHECK (kind IN ({', '.join(repr(kind) for kind in KINDS)})),"
    " exercise TEXT NOT NULL CHECK (typeof(exercise) = 'text'),"
    " data TEXT NOT NULL CHECK (typeof(data) = 'text'),"
    " code TEXT CHECK (typeof(code) IN ('text', 'null')),"
    " report TEXT CHECK (typeof(report) IN ('text', 'null')),"
    " CHECK ((kind IN ('checked', 'set-aside')) = (code IS NOT NULL)))",
    "CREATE UNIQUE INDEX events_of_device ON events (device, seq)",
    "CREATE INDEX events_of_exercise ON events (exercise, kind)",
    "CREATE TABLE drafts (exercise TEXT NOT NULL CHECK (typeof(exercise) = 'text'),"
    " drill INTEGER NOT NULL CHECK (drill IN (0, 1)), code TEXT NOT NULL CHECK (typeof(code) = 'text'),"
    " cursor_row INTEGER NOT NULL, cursor_column INTEGER NOT NULL, variant INTEGER NOT NULL,"
    " seconds REAL NOT NULL CHECK (seconds >= 0), at TEXT NOT NULL, PRIMARY KEY (exercise, drill))",
    "CREATE TABLE settings (name TEXT PRIMARY KEY CHECK (typeof(name) = 'text'),"
    " value TEXT NOT NULL CHECK (typeof(value) = 'text'))",
    "CREATE TABLE shown (session TEXT PRIMARY KEY CHECK (typeof(session) = 'text'),"
    " exercise TEXT NOT NULL CHECK (typeof(exercise) = 'text'),"
    " variant INTEGER NOT NULL CHECK (typeof(variant) = 'integer' AND variant >= 0),"
    " seconds REAL NOT NULL CHECK (seconds >= 0), used REAL NOT NULL CHECK (used >= 0),"
    " draft TEXT CHECK (typeof(draft) IN ('text', 'null')))",
    "CREATE TABLE classes (url TEXT PRIMARY KEY CHECK (typeof(url) = 'text'),"
    " sent INTEGER NOT NULL CHECK (typeof(sent) = 'integer' AND sent >= 0),"
    " code_after INTEGER CHECK (typeof(code_after) IN ('integer', 'null')))",
    "CREATE TABLE refused (url TEXT NOT NULL, number INTEGER NOT NULL CHECK (typeof(number) = 'integer'),"
    " reason TEXT NOT NULL CHECK (typeof(reason) = 'text'), PRIMARY KEY (url, number))",
)
"""`shown` has the present item of each assessment that is not finished, and what was typed there.

A class has what happened up to the event `sent`, without the events that it refused; it gets the code of those after
`code_after`.

AUTOINCREMENT: SQLite never gives the number of a deleted event again."""


def connect(path: Path) -> Database:
    """Return a database, not open yet."""
    return Database(path, busy_seconds=BUSY_SECONDS)


def check(database: Database) -> None:
    """Read the structure of the whole file.

    Raises:
        sqlite3.DatabaseError: it is damaged.
    """
    database.run("PRAGMA ignore_check_constraints = on")  # a damaged row costs that row, not the file
    ((verdict,),) = database.run("PRAGMA quick_check(1)")
    database.run("PRAGMA ignore_check_constraints = off")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def keep_log(database: Database) -> None:
    """Give the file a write-ahead log with a sync per transaction.

    Committed data survives `kill -9` and loss of power, and readers never wait for writers.
    """
    database.run("PRAGMA journal_mode = wal")
    database.run(f"PRAGMA journal_size_limit = {LOG_BYTES}")


def version_of(database: Database) -> int | None:
    """Return the schema version; 0 for an empty database, None for one that is not mxtutor's.

    Raises:
        sqlite3.DatabaseError: the stored version is damaged.
    """
    names = database.tables()
    if SCHEMA_TABLE in names:
        rows = database.run(f"SELECT version FROM {SCHEMA_TABLE}")  # noqa: S608 - a constant name
        version = rows[0][0] if rows else None
        if version is not None and not (isinstance(version, int) and version > 0):
            raise sqlite3.DatabaseError("the version is no number")
        return version
    return None if names else 0


def create(database: Database) -> None:
    """Make the tables in an empty database, within a transaction."""
    for statement in STATEMENTS:
        database.run(statement)
    database.run(f"CREATE TABLE IF NOT EXISTS {SCHEMA_TABLE} (version INTEGER NOT NULL)")
    database.run(f"DELETE FROM {SCHEMA_TABLE}")  # noqa: S608 - a constant name
    database.run(f"INSERT INTO {SCHEMA_TABLE} VALUES ({VERSION})")  # noqa: S608


def insert(database: Database, event: Event) -> int:
    """Store an event; return its number."""
    return database.insert(
        "INSERT INTO events (id, device, seq, at, kind, exercise, data, code, report)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        event.id, event.device, event.seq, event.at.isoformat(timespec="microseconds"), event.kind, event.exercise,
        encoded(event.what), event.code, event.report,
    )  # fmt: skip

"""The statements that create, check and migrate the tables; `tables.py` has their rows."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from mxtutor.progress.database import Database

BUSY_SECONDS = 10
"""Longest wait for another tutor's transaction, which takes milliseconds."""

LOG_BYTES = 1 << 20
"""Size to which SQLite shrinks the write-ahead log."""

SCHEMA_TABLE = "mxtutor_schema"
"""Its only row contains the version; a database without this table is not mxtutor's."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE attempts (number INTEGER PRIMARY KEY AUTOINCREMENT, exercise TEXT NOT NULL, code TEXT NOT NULL,"
        " verdict TEXT, headline TEXT NOT NULL, seconds REAL NOT NULL, seed TEXT NOT NULL, report TEXT,"
        " at TEXT NOT NULL)",
        "CREATE INDEX attempts_of_exercise ON attempts (exercise, number)",
        "CREATE TABLE drafts (exercise TEXT PRIMARY KEY, code TEXT NOT NULL, cursor_row INTEGER NOT NULL,"
        " cursor_column INTEGER NOT NULL, at TEXT NOT NULL)",
        "CREATE TABLE help (exercise TEXT PRIMARY KEY, hints INTEGER NOT NULL DEFAULT 0,"
        " gave_up INTEGER NOT NULL DEFAULT 0, begun_after INTEGER NOT NULL DEFAULT 0)",
        "CREATE TABLE lessons (lesson TEXT PRIMARY KEY, at TEXT NOT NULL)",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    ("CREATE TABLE live_verdicts (exercise TEXT PRIMARY KEY, verdict TEXT NOT NULL, at TEXT NOT NULL)",),
    ("CREATE TABLE known (exercise TEXT PRIMARY KEY, at TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0)",),
    ("ALTER TABLE attempts ADD COLUMN task_hash TEXT NOT NULL DEFAULT ''",),
    (
        "CREATE TABLE cards (exercise TEXT NOT NULL, mistake TEXT NOT NULL, name TEXT NOT NULL, times INTEGER NOT NULL,"
        " made TEXT NOT NULL, passes INTEGER NOT NULL, stability REAL NOT NULL, difficulty REAL NOT NULL,"
        " reviewed TEXT NOT NULL, due TEXT NOT NULL, begun INTEGER NOT NULL, PRIMARY KEY (exercise, mistake))",
        "CREATE TABLE ratings (number INTEGER PRIMARY KEY AUTOINCREMENT, exercise TEXT NOT NULL, mistake TEXT NOT NULL,"
        " rating INTEGER NOT NULL, drill INTEGER NOT NULL, day TEXT NOT NULL, at TEXT NOT NULL)",
        "CREATE INDEX ratings_of_card ON ratings (exercise, mistake, number)",
        "CREATE TABLE drills (exercise TEXT PRIMARY KEY, code TEXT NOT NULL, cursor_row INTEGER NOT NULL,"
        " cursor_column INTEGER NOT NULL, variant INTEGER NOT NULL, misses INTEGER NOT NULL, made TEXT NOT NULL,"
        " seconds REAL NOT NULL, at TEXT NOT NULL)",
        "CREATE TABLE drill_attempts (number INTEGER PRIMARY KEY AUTOINCREMENT, exercise TEXT NOT NULL,"
        " code TEXT NOT NULL, verdict TEXT, headline TEXT NOT NULL, seconds REAL NOT NULL, seed TEXT NOT NULL,"
        " report TEXT, at TEXT NOT NULL, task_hash TEXT NOT NULL DEFAULT '')",
        "CREATE TABLE work (exercise TEXT NOT NULL, day TEXT NOT NULL, seconds REAL NOT NULL, at TEXT NOT NULL,"
        " PRIMARY KEY (exercise, day))",
    ),
)
"""Statements that lead from version i to i + 1. Append only: users have files of every earlier version.

AUTOINCREMENT: SQLite never gives the number of a deleted attempt again.
"""


def connect(path: Path) -> Database:
    """Return a database, not open yet."""
    return Database(path, busy_seconds=BUSY_SECONDS)


def check(database: Database) -> None:
    """Read the structure of the whole file.

    Raises:
        sqlite3.DatabaseError: it is damaged.
    """
    ((verdict,),) = database.run("PRAGMA quick_check(1)")
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


def migrate(database: Database) -> None:
    """Migrate an older or empty database to the newest version, in one transaction."""
    with database.transaction():
        version = version_of(database) or 0
        if version == len(MIGRATIONS):
            return
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                database.run(statement)
        database.run(f"CREATE TABLE IF NOT EXISTS {SCHEMA_TABLE} (version INTEGER NOT NULL)")
        database.run(f"DELETE FROM {SCHEMA_TABLE}")  # noqa: S608 - a constant name
        database.run(f"INSERT INTO {SCHEMA_TABLE} VALUES ({len(MIGRATIONS)})")  # noqa: S608

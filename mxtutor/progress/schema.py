"""The code that is specific to SQLite: connection, pragmas, and the statements that create and migrate the tables.

`tables.py` has the same tables as models, for queries that do not depend on SQLite.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from mxtutor.progress.light_peewee import peewee

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
)
"""Statements that lead from version i to i + 1. Append only: users have files of every earlier version.

AUTOINCREMENT: SQLite never gives the number of a deleted attempt again.
"""


def connect(path: Path) -> peewee.SqliteDatabase:
    """Return a database, not open yet, that any thread may use, one at a time.

    Its transactions are IMMEDIATE: a transaction waits at its begin, not between its reads and writes.
    """
    return peewee.SqliteDatabase(
        str(path),
        pragmas={"synchronous": "full"},
        lock_type="IMMEDIATE",
        timeout=BUSY_SECONDS,
        autoconnect=False,
        thread_safe=False,
        check_same_thread=False,
    )


def run(database: peewee.SqliteDatabase, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
    """Run one SQL statement; return its rows."""
    cursor = database.execute_sql(statement, parameters)  # type: ignore[no-untyped-call] # peewee's stub has no types
    return cast("list[tuple[Any, ...]]", cursor.fetchall())


def check(database: peewee.SqliteDatabase) -> None:
    """Read the structure of the whole file.

    Raises:
        peewee.DatabaseError: it is damaged.
    """
    ((verdict,),) = run(database, "PRAGMA quick_check(1)")
    if verdict != "ok":
        raise peewee.DatabaseError(verdict)


def keep_log(database: peewee.SqliteDatabase) -> None:
    """Give the file a write-ahead log with a sync per transaction.

    Committed data survives `kill -9` and loss of power, and readers never wait for writers.
    """
    run(database, "PRAGMA journal_mode = wal")
    run(database, f"PRAGMA journal_size_limit = {LOG_BYTES}")


def version_of(database: peewee.SqliteDatabase) -> int | None:
    """Return the schema version; 0 for an empty database, None for one that is not mxtutor's."""
    names = set(database.get_tables())
    if SCHEMA_TABLE in names:
        rows = run(database, f"SELECT version FROM {SCHEMA_TABLE}")  # noqa: S608 - a constant name
        return cast(int, rows[0][0]) if rows else None
    return None if names else 0


def migrate(database: peewee.SqliteDatabase) -> None:
    """Migrate an older or empty database to the newest version, in one transaction."""
    with database.atomic():
        version = version_of(database) or 0
        if version == len(MIGRATIONS):
            return
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                run(database, statement)
        run(database, f"CREATE TABLE IF NOT EXISTS {SCHEMA_TABLE} (version INTEGER NOT NULL)")
        run(database, f"DELETE FROM {SCHEMA_TABLE}")  # noqa: S608 - a constant name
        run(database, f"INSERT INTO {SCHEMA_TABLE} VALUES ({len(MIGRATIONS)})")  # noqa: S608

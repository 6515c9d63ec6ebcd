"""The tables, and how older files are brought up to date."""

from __future__ import annotations

from typing import cast

from peewee import Database, Table

SCHEMA_TABLE = "mxtutor_schema"
"""Its one row holds the version; a database without it is not ours."""

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
"""Statements that lead from version i to i + 1. Append only: files of every earlier version are out there.

`begun_after` is the number of the newest attempt when the exercise was last started over; attempts up to it do not
count.
Seeds are text because they may exceed 64 bits; times are ISO 8601 in UTC.
"""


class Tables:
    """The tables of one database, for building queries; nothing is global, so that stores may live side by side."""

    def __init__(self, database: Database) -> None:
        names = ("attempts", "drafts", "help", "lessons", "settings")
        self.attempts, self.drafts, self.help, self.lessons, self.settings = (
            Table(name, _database=database) for name in names
        )


def version_of(database: Database) -> int | None:
    """Return the schema version; 0 for an empty database, None for one that is not ours."""
    names = set(database.get_tables())
    if SCHEMA_TABLE in names:
        row = database.execute_sql(f"SELECT version FROM {SCHEMA_TABLE}").fetchone()  # noqa: S608 - a constant name
        return cast(int, row[0]) if row else None
    return None if names else 0


def migrate(database: Database) -> None:
    """Bring an older or empty database to the newest version; all of it or, should it fail, nothing."""
    with database.atomic():
        version = version_of(database) or 0
        if version == len(MIGRATIONS):
            return
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                database.execute_sql(statement)
        database.execute_sql(f"CREATE TABLE IF NOT EXISTS {SCHEMA_TABLE} (version INTEGER NOT NULL)")
        database.execute_sql(f"DELETE FROM {SCHEMA_TABLE}")  # noqa: S608 - a constant name
        database.execute_sql(f"INSERT INTO {SCHEMA_TABLE} VALUES ({len(MIGRATIONS)})")  # noqa: S608

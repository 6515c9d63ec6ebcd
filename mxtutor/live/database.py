"""Opens the database of a class store: a file of SQLite, or PostgreSQL by URL."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from urllib.parse import urlsplit

import peewee

from mxtutor.errors import UsageError
from mxtutor.private_files import create_private_file
from mxtutor.typed_paths import expanded

CONNECT_SECONDS = 5
"""Longest wait for a connection to PostgreSQL."""
STATEMENT_SECONDS = 20
"""Longest time of one statement; a database that hangs must not hold the server for ever."""
BUSY_SECONDS = 10
"""Longest wait for another process's transaction on a file."""
_SQLITE = re.compile(r"sqlite:(?://)?/(?P<path>.+)\Z", re.DOTALL)


def file_of(url: str) -> Path | None:
    """Return the file of a store on SQLite (`sqlite:///class.db`); None for PostgreSQL.

    Raises:
        UsageError: the URL names no store.
    """
    if url.startswith(("postgresql://", "postgres://")):
        return None
    found = _SQLITE.match(url)
    if found and "\0" not in url:
        return expanded(Path(found["path"]))
    if "://" not in url and url.endswith((".db", ".sqlite", ".sqlite3")) and "\0" not in url:
        return expanded(Path(url))
    raise UsageError(
        f"{shown(url)[:80]!r} is not a store.", fix="Write sqlite:///class.db or postgresql://user@host/database."
    )


def shown(url: str) -> str:
    """Return a URL for messages: without a password."""
    try:
        password = urlsplit(url).password
    except ValueError:
        return url.partition("://")[0]
    return url.replace(f":{password}@", ":...@") if password else url


def database_at(url: str, *, create: bool) -> peewee.Database:
    """Return the database of a URL, not connected yet; one call at a time may use it, from any thread.

    Raises:
        UsageError: the URL names no store, or its file is missing and is not to be created.
    """
    path = file_of(url)
    if path is not None:
        _prepare(path, create)
        return peewee.SqliteDatabase(
            str(path),
            pragmas={"synchronous": "full", "journal_mode": "wal"},
            lock_type="IMMEDIATE",
            timeout=BUSY_SECONDS,
            autoconnect=False,
            thread_safe=False,
            check_same_thread=False,
        )
    return peewee.PostgresqlDatabase(
        re.sub(r"\Apostgres://", "postgresql://", url),
        prefer_psycopg3=True,
        autoconnect=False,
        thread_safe=False,
        connect_timeout=CONNECT_SECONDS,
        application_name="mxtutor class",
        options=f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout={BUSY_SECONDS}s -c client_encoding=UTF8",
    )


def _prepare(path: Path, create: bool) -> None:
    """Make an empty file that only its owner can read, or check that there is one.

    Raises:
        UsageError: there is none, or none can be made.
    """
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is not a file.", fix="Name another store.")
        if create:
            create_private_file(path)
        elif not path.exists():
            raise UsageError(f"There is no class store {path}.", fix="Run `mxtutor class --listen`, which makes one.")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{path} cannot be opened: {reason}.", fix="Use a folder that you can write.") from error


def disconnect(database: peewee.Database) -> None:
    """Close a connection that may be broken."""
    with contextlib.suppress(Exception):  # a broken connection fails in many ways, and is gone after each of them
        database.close()

"""Opens the database file: creates it, migrates an older one, renames a damaged one."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from mxtutor.errors import StoreError
from mxtutor.private_files import create_private_file, lock, make_private_folder, restrict
from mxtutor.progress.database import SCHEMA_TABLE, VERSION, Database
from mxtutor.progress.failures import Failure, explain, kind_of

FILE = "progress.db"
LOG_BYTES = 1 << 20
"""Size, in bytes, to which SQLite shrinks the write-ahead log."""


class NewerFileError(StoreError):
    """A newer release wrote the file."""


def open_database(home: Path) -> tuple[Database, str]:
    """Return the open database of a home folder; create both if they are missing.

    The text is a message for the learner about a damaged file that was renamed; else it is empty.

    Raises:
        StoreError: the folder cannot be written, or a newer release wrote the file.
    """
    path = home / FILE
    with opening(home):
        create_private_file(path)  # SQLite gives the log the file's mode
        database = Database(path)
        try:
            if _sound(database):
                return database, ""
            damage = "is not mxtutor's"
        except sqlite3.OperationalError as error:
            if kind_of(error) is not Failure.DAMAGED:
                raise
            damage = "is damaged"
        except sqlite3.DatabaseError:
            damage = "is damaged"
        database.close()
        aside = set_aside(path)
        create_private_file(path)
        database = Database(path)
        _sound(database)
        notice = f"The progress file {damage}; it is kept as {aside} and a new one was begun."
        return database, notice


def set_aside(path: Path) -> Path:
    """Rename a damaged file, for a database also the log, so that nothing is lost; return the new path."""
    stamp = datetime.now(timezone.utc).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.name}.aside-{stamp}")
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{path}{suffix}", f"{aside}{suffix}")
    restrict(aside)
    return aside


def _sound(database: Database) -> bool:
    """Open, check and migrate the file; if it belongs to another program, change nothing and return False."""
    database.connect()
    _check(database)
    version = _version_of(database)
    if version is None:
        return False
    if version > VERSION:
        database.close()
        raise NewerFileError(
            f"{database.path} belongs to a newer mxtutor (format {version}, this release reads up to {VERSION}).",
            fix="Update mxtutor, or set MXTUTOR_HOME to another folder.",
        )
    database.run("PRAGMA journal_mode = wal")  # with WAL, committed data survives and readers never wait for writers
    database.run(f"PRAGMA journal_size_limit = {LOG_BYTES}")
    if version < VERSION:
        from mxtutor.progress.earlier import migrate  # it takes 5 ms, and only older files need it

        if version:
            _back_up(database, version)
        with database.transaction():
            version = _version_of(database) or 0  # another program may have migrated it
            if version < VERSION:
                migrate(database, version)
    return True


def _check(database: Database) -> None:
    """Read the structure of the whole file.

    Raises:
        sqlite3.DatabaseError: the file is damaged.
    """
    database.run("PRAGMA ignore_check_constraints = on")  # with a damaged row only that row is lost, not the file
    ((verdict,),) = database.run("PRAGMA quick_check(1)")
    database.run("PRAGMA ignore_check_constraints = off")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def _version_of(database: Database) -> int | None:
    """Return the schema version; 0 for an empty database, None for one that is not mxtutor's.

    Raises:
        sqlite3.DatabaseError: the stored version is damaged.
    """
    names = database.tables()
    if SCHEMA_TABLE in names:
        rows = database.run(f"SELECT version FROM {SCHEMA_TABLE}")  # noqa: S608 - a constant name
        version = rows[0][0] if rows else None
        if version is not None and not (isinstance(version, int) and version > 0):
            raise sqlite3.DatabaseError("the version is not a number")
        return version
    return None if names else 0


def _back_up(database: Database, version: int) -> None:
    """Copy the file before a migration, to a name such as `progress.db.format-5`."""
    path = database.path.with_name(f"{database.path.name}.format-{version}")
    if path.exists():
        return
    fresh = path.with_name(f"{path.name}.new")
    with contextlib.suppress(FileNotFoundError):
        fresh.unlink()
    create_private_file(fresh)
    database.run("VACUUM INTO ?", str(fresh))
    os.replace(fresh, path)


def _restrict_all(home: Path) -> None:
    """Remove rights of other users, left by earlier releases, on the files and on a home that only mxtutor uses."""
    if (home / FILE).exists():
        restrict(home)
    for path in (
        *home.glob(f"{FILE}*"),
        home / "answers",
        *(home / "answers").glob("*"),
        *(home / "answers").glob("*/*.py"),
    ):
        restrict(path)


@contextlib.contextmanager
def opening(home: Path) -> Iterator[None]:
    """Let only one store at a time create, rename or import files; raise errors in the block as `StoreError`."""
    try:
        make_private_folder(home)
        path = home / f"{FILE}.lock"
        create_private_file(path)
        _restrict_all(home)
        with open(path, "a") as file:
            lock(file.fileno(), wait=True)
            yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error, home) from error

"""A connection to a SQLite file: statements, and transactions that may be nested."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any


class Database:
    """A file, not open yet; any thread may use it, one at a time."""

    def __init__(self, path: Path, *, busy_seconds: float) -> None:
        """Take the file, and the longest wait for another program's transaction."""
        self.path = path
        self._busy_seconds = busy_seconds
        self._connection: sqlite3.Connection | None = None
        self._depth = 0

    @property
    def is_closed(self) -> bool:
        """Whether the file is not open."""
        return self._connection is None

    def connect(self) -> None:
        """Open the file; a committed transaction survives a loss of power. Temporary tables stay in memory.

        Raises:
            sqlite3.Error: it cannot be opened.
        """
        self._connection = sqlite3.connect(
            self.path, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False
        )
        self._connection.text_factory = _text
        self.run("PRAGMA synchronous = full")
        self.run("PRAGMA temp_store = memory")  # a confined session can write in its home alone

    def close(self) -> None:
        """Close the file; idempotent."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def run(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run one SQL statement; return its rows.

        Raises:
            sqlite3.Error: it fails, or the file is not open.
        """
        return self._execute(statement, parameters).fetchall()

    def insert(self, statement: str, *parameters: object) -> int:
        """Run a statement that inserts a row; return the row's number.

        Raises:
            sqlite3.Error: it fails, or the file is not open.
        """
        number = self._execute(statement, parameters).lastrowid
        assert number is not None
        return number

    def copy_to(self, path: Path) -> None:
        """Copy the whole database to a file.

        Raises:
            sqlite3.Error: the file cannot be written, or the database cannot be read.
        """
        if self._connection is None:
            raise sqlite3.ProgrammingError("the file is not open")
        with closing(sqlite3.connect(path)) as target:
            self._connection.backup(target)

    def tables(self) -> set[str]:
        """Return the names of the tables."""
        return {name for (name,) in self.run("SELECT name FROM sqlite_master WHERE type = 'table'")}

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make the block's statements one transaction, or a part of the one that has begun.

        It is IMMEDIATE: it waits for other programs at its begin, not between its reads and writes.
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
                self._connection.rollback()  # after some failures, such as a full disk, SQLite has done it itself
            raise
        finally:
            self._depth -= 1

    def _execute(self, statement: str, parameters: tuple[object, ...]) -> sqlite3.Cursor:
        if self._connection is None:
            raise sqlite3.ProgrammingError("the file is not open")
        return self._connection.execute(statement, parameters)


def _text(data: bytes) -> str:
    """Return a stored text; bytes of it that are not UTF-8 are replaced, so that one of them stops no command."""
    return data.decode("utf-8", "replace")

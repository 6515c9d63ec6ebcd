"""Reads and writes rows of the tables; the stores of a home folder share one database and one lock."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any, TypeVar

from mxtutor.errors import StoreError
from mxtutor.progress.database import Database
from mxtutor.progress.failures import explain
from mxtutor.progress.tables import TABLES, AttemptRow, Row
from mxtutor.reporting.counts import count

_Row = TypeVar("_Row", bound=Row)


class RowStore:
    """The base of the stores; one connection, one call at a time, each call one transaction."""

    def __init__(self, home: Path, database: Database, lock: threading.RLock | None = None) -> None:
        self.home = home
        self._database = database
        self._lock = lock or threading.RLock()

    def _put(self, row: Row, *changed: str) -> None:
        """Insert a row; if its key exists, change the given columns, or all of them."""
        names = row.columns()
        key, others = names[: row.keys], names[row.keys :]
        new = ", ".join(f"{name} = excluded.{name}" for name in changed or others)
        self._run(f"{insertion(row)} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {new}", *astuple(row))

    def _row(self, kind: type[_Row], where: str, *given: object) -> _Row | None:
        return next(iter(self._rows(kind, where, *given)), None)

    def _rows(self, kind: type[_Row], where: str = "TRUE", *given: object) -> list[_Row]:
        """Return the rows that fulfil a condition, which never contains a learner's text, and are not damaged."""
        query = f"SELECT {', '.join(kind.columns())} FROM {kind.table} WHERE {kind.sound} AND {where}"  # noqa: S608 - constants
        return [kind(*values) for values in self._run(query, *given)]

    def _damage(self) -> str:
        """Return a message for the learner about damaged rows; empty if there are none."""
        counts = (f"SELECT count(*) FROM {kind.table} WHERE NOT ({kind.sound})" for kind in TABLES)  # noqa: S608 - constants
        damaged = sum(self._run(statement)[0][0] for statement in counts)
        left, stay = ("It is", "stays") if damaged == 1 else ("They are", "stay")
        where = f"the progress file in {self.home}"
        return (
            f"{count(damaged, 'row')} of {where} cannot be read. {left} left out, and {stay} there." if damaged else ""
        )

    def _keep_damaged(self, kind: type[Row], exercise: str, history: type[AttemptRow]) -> None:
        """Copy a text that cannot be read to the attempts, where it is a damaged row: another text takes its place."""
        self._run(
            f"INSERT INTO {history.table} (exercise, code, headline, seconds, seed, at)"  # noqa: S608 - constants
            f" SELECT exercise, code, '', 0, '0', at FROM {kind.table} WHERE exercise = ? AND NOT ({kind.sound})",
            exercise,
        )

    def _run(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        with self._lock, self._explained():
            return self._database.run(statement, *given)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, self._explained(), self._database.transaction():
            yield

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if self._database.is_closed:
                raise StoreError("Progress is closed already.") from error
            raise explain(error, self.home) from error


def insertion(row: Row) -> str:
    """Return the statement that inserts a row; its parameters are the row's values."""
    names = row.columns()
    return f"INSERT INTO {row.table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - constants

"""Imports peewee for SQLite alone.

peewee imports the drivers of all databases that are installed: psycopg costs 9 MB and 0.1 s, and a learner's progress
is in SQLite. A program that also needs another database through peewee imports its driver first.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

DRIVERS = frozenset({"MySQLdb", "psycopg", "psycopg2", "psycopg2cffi", "pymysql"})
"""Drivers that peewee does without where they are not installed."""


class _Absent:
    """A finder that makes some modules look not installed, to the thread that made it alone."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names, self._thread = names, threading.get_ident()

    def find_spec(self, name: str, *_: object) -> None:
        """Raise for one of the modules; else leave the search to the other finders."""
        if name in self._names and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"mxtutor does without {name} here", name=name)
        return


@contextmanager
def without(names: frozenset[str]) -> Iterator[None]:
    """Make modules look not installed for this thread; those that are imported already stay."""
    finder = _Absent(names)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


with without(DRIVERS):
    import peewee as peewee

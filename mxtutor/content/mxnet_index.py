"""The index of MXNet 1.9.1: names, signatures and docstrings, read by name from a file.

`python -m tests.mxnet_index.make` makes the file. Only a few pages of SQLite stay in memory.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from functools import lru_cache
from pathlib import Path

import msgspec

INDEX_FILE = Path(__file__).parent / "data" / "mxnet.sqlite3"
SCHEMA = """
CREATE TABLE docs (number INTEGER PRIMARY KEY, text BLOB NOT NULL);
CREATE TABLE names (
    owner TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, signature TEXT NOT NULL, line TEXT NOT NULL,
    doc INTEGER NOT NULL, members TEXT NOT NULL, PRIMARY KEY (owner, name)
) WITHOUT ROWID;
"""
CACHE_PAGES = 16
"""Pages of 4 kB that SQLite keeps in memory."""
_SELECT = "SELECT owner, name, kind, signature, line, members FROM names WHERE "
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")


class Entry(msgspec.Struct, frozen=True):
    """One public name of MXNet."""

    owner: str
    """The module or class that contains it: `mx`, `nd`, `gluon.nn`, `NDArray`."""
    name: str
    kind: str
    """`function` (also a method), `class`, `module`, `property` or `value`."""
    signature: str
    """The parameters in parentheses, without `self`; empty if it is not callable or they are unknown."""
    line: str
    """The first sentence of the docstring."""
    members: str
    """For a module or class, the owner name of its members; empty if they are not listed."""

    @property
    def path(self) -> str:
        """The full name: `nd.clip`."""
        return f"{self.owner}.{self.name}"


class MxnetIndex:
    """Finds entries; use it from one thread."""

    def __init__(self, path: Path = INDEX_FILE) -> None:
        self.database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        self.database.execute(f"PRAGMA cache_size = {CACHE_PAGES}")
        self._owners = frozenset(owner for (owner,) in self.database.execute("SELECT DISTINCT owner FROM names"))

    def paths(self) -> list[str]:
        """Return the full names of all entries, such as `nd.clip`, sorted."""
        return [f"{owner}.{name}" for owner, name in self.database.execute("SELECT owner, name FROM names")]

    def has_owner(self, owner: str) -> bool:
        """Return whether the names of a module or class are listed."""
        return owner in self._owners

    def entry(self, owner: str, name: str) -> Entry | None:
        """Return the entry of a name; None if the owner has no such name."""
        found = self.database.execute(_SELECT + "owner = ? AND name = ?", (owner, name))
        row = found.fetchone()
        return Entry(*row) if row else None

    def at(self, path: str) -> Entry | None:
        """Return the entry of a full name such as `nd.clip` or `gluon.nn.Dense`, with or without `mx.`."""
        for full in (path, path.removeprefix("mx."), f"mx.{path}"):
            owner, _, name = full.rpartition(".")
            if entry := self.entry(owner, name):
                return entry
        return None

    def members(self, owner: str) -> list[Entry]:
        """Return all names of a module or class, sorted."""
        found = self.database.execute(_SELECT + "owner = ?", (owner,))
        return [Entry(*row) for row in found]

    def matches(self, owner: str, typed: str) -> list[Entry]:
        """Return the names of an owner that match a typed text: equal ones, then by prefix, then by a word inside.

        Case matters only for the order.
        """
        pattern = f"%{typed.replace('_', '^_')}%"
        found = self.database.execute(_SELECT + "owner = ? AND name LIKE ? ESCAPE '^'", (owner, pattern))
        ranked = [(rank, entry) for row in found if (rank := rank_of((entry := Entry(*row)).name, typed)) is not None]
        return [entry for _, entry in sorted(ranked, key=lambda pair: (pair[0], pair[1].name.casefold()))]

    def named(self, name: str, most: int = 12) -> list[Entry]:
        """Return at most `most` entries with this name, of any owner; arrays and their modules come first."""
        found = self.database.execute(_SELECT + "name = ? COLLATE NOCASE", (name,))
        entries = sorted((Entry(*row) for row in found), key=lambda e: (e.owner.startswith("sym"), len(e.owner)))
        return entries[:most]

    def doc(self, entry: Entry) -> str:
        """Return the shortened docstring of an entry; empty without one."""
        query = "SELECT text FROM docs JOIN names ON doc = number WHERE owner = ? AND name = ?"
        row = self.database.execute(query, (entry.owner, entry.name)).fetchone()
        return zlib.decompress(row[0]).decode() if row else ""


def rank_of(name: str, typed: str) -> tuple[int, int] | None:
    """Return how well a typed text matches a name (smaller is better); None if it does not match.

    0 is the name itself, 1 its beginning, 2 the beginning of a word inside it; the second number prefers equal case
    and short names.
    """
    folded, wanted = name.casefold(), typed.casefold()
    if folded == wanted:
        return 0, int(name != typed)
    if folded.startswith(wanted):
        return 1, int(not name.startswith(typed)) * 100 + (len(name) if wanted else 0)
    if any(folded.startswith(wanted, match.start()) for match in _WORD.finditer(name)):
        return 2, len(name)
    return None


@lru_cache(maxsize=1)
def mxnet_index() -> MxnetIndex:
    """Return the index, opened at the first call."""
    return MxnetIndex()

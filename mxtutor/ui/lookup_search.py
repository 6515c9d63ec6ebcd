"""What a look-up finds: rows of the truth table, and names of MXNet that no row is about."""

from __future__ import annotations

import re

from mxtutor.content.lookup import Lookup
from mxtutor.content.mxnet_index import Entry, mxnet_index
from mxtutor.content.truth_index import known_of, last
from mxtutor.content.truth_rows import Truth

_TORCH_NAME = re.compile(r"\b(?:torch|nn|F)\.[A-Za-z_][\w.]*")
MOST_NAMES = 4
"""How many names of one query are searched for alone."""


def found_by(table: Lookup, query: str) -> list[Truth | Entry]:
    """Return the results of a query, best first: exact names, then beginnings of names, then words."""
    rows = table.browse(query)
    entries = entries_by(query, rows)
    exact = len(table.find(query)) if query.strip() else 0
    return [*rows[:exact], *entries, *rows[exact:]]


def unknown_names(table: Lookup, query: str) -> list[str]:
    """Return the first names of torch in a query that the table does not have, and that begin no name of it."""
    asked = list(dict.fromkeys(name.rstrip(".") for name in _TORCH_NAME.findall(query)))[:MOST_NAMES]
    return [n for n in asked if not _begins(table, n) and not table.find(n) and not entries_by(n, [])]


def unknown_note(table: Lookup, query: str) -> str:
    """Return a sentence that says which names of torch the table does not have; empty if it has them."""
    unknown = unknown_names(table, query)
    return f"Not in the table: {', '.join(unknown)}. The rows are about other names." if unknown else ""


def _begins(table: Lookup, name: str) -> bool:
    tail = last(name)
    return any(one.startswith(name) or last(one).startswith(tail) for known in table.known for one in known.row.names)


def entries_by(query: str, rows: list[Truth]) -> list[Entry]:
    """Return the names of MXNet that a query names and that no row is about."""
    name = query.partition("(")[0].strip(" .")
    if not name.replace(".", "").isidentifier():
        return []
    index = mxnet_index()
    whole = index.at(name)
    found = [whole] if whole else [] if "." in name else index.named(last(name))
    covered = {known for row in rows[:20] for known in known_of(row).main}
    return [entry for entry in found if entry.path not in covered and not entry.owner.startswith("sym")]


def names(found: Truth | Entry, arrays: str) -> list[str]:
    """Return the names in MXNet that a result means, for a class of arrays: `NDArray` or `np.ndarray`."""
    if isinstance(found, Entry):
        return [found.path]
    main = known_of(found).main
    numpy = [name for name in main if name.startswith(("np.", "npx."))]
    return [*numpy, *main] if arrays == "np.ndarray" else [name for name in main if name not in numpy] or list(main)

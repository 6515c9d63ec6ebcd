"""Where functions are called and classes are inherited from, by the last name that the code writes."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

MANY_FILES = 800
"""Files of a project from which on only few calls in other files are looked at."""
FEW_CALLERS = 2
MOST_CALLERS = 24
"""Calls of a function whose arguments are looked at."""
MOST_IN_FILE = 64
"""Calls by one name that are kept of each file."""


class Callers:
    """The calls of a project, and its classes by their bases; small, because processes share it."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = paths
        self._numbers = {path: number for number, path in enumerate(paths)}
        self._calls: dict[str, tuple[array[int], array[int]]] = {}
        self._inheriting: dict[str, list[tuple[str, int]]] = {}

    def add(self, path: str, callees: Mapping[str, Iterable[int]], bases: Mapping[str, Iterable[int]]) -> None:
        """Add the calls and the classes of a file; files come in the order of `paths`."""
        number = self._numbers[path]
        for name, terms in callees.items():
            files, places = self._calls.setdefault(name, (array("I"), array("I")))
            kept = list(terms)[:MOST_IN_FILE]
            places.extend(kept)
            files.extend([number] * len(kept))
        for name, classes in bases.items():
            self._inheriting.setdefault(name, []).extend((path, one) for one in classes)

    def calls(self, name: str, path: str) -> list[tuple[str, int]]:
        """Return calls by a name, as pairs of unit and term, those in the file `path` first."""
        found = self._calls.get(name)
        if found is None:
            return []
        files, terms = found
        number = self._numbers.get(path, -1)
        start, end = bisect_left(files, number), bisect_right(files, number)
        near = range(start, min(end, start + MOST_CALLERS))
        most = (FEW_CALLERS if len(self.paths) >= MANY_FILES else MOST_CALLERS) + len(near)
        others = [*range(min(start, most)), *range(end, min(end + most, len(files)))]
        return [(self.paths[files[one]], terms[one]) for one in [*near, *others][: min(most, MOST_CALLERS)]]

    def inheriting(self, name: str) -> list[tuple[str, int]]:
        """Return the classes, as pairs of unit and number, that have a base of this name."""
        return self._inheriting.get(name, [])

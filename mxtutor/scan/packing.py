"""Units as bytes that processes share; the terms of a few files at a time are decoded.

The units of a small project, which one process reads and names, stay as they are.
"""

from __future__ import annotations

import marshal
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple, overload

from mxtutor.scan.terms import Candidates, Class, Function, Lowered, Site, Term, Unit

DECODED_LINES = 30_000
"""Lines of code whose terms are kept decoded."""
_site, _function, _class = (attrgetter(*kind.__slots__) for kind in (Site, Function, Class))


class Packed(NamedTuple):
    """A file as bytes."""

    head: bytes
    """The unit without its terms."""
    terms: bytes
    candidates: bytes
    lines: int


class Whole(NamedTuple):
    """A file of a small project, as it was lowered."""

    unit: Unit
    candidates: Candidates
    lines: int


def pack(lowered: Lowered, lines: int) -> Packed:
    """Return a file as bytes."""
    unit, candidates = lowered.unit, lowered.candidates
    head = [
        unit.module, list(map(_function, unit.functions)), list(map(_class, unit.classes)),
        unit.names, unit.stars, unit.appended, unit.stored, unit.places,
    ]  # fmt: skip
    own = [list(map(_site, candidates.sites)), candidates.attributes, candidates.suspects]
    return Packed(marshal.dumps(head), marshal.dumps(list(unit.terms)), marshal.dumps(own), lines)


class PackedTerms(Sequence[Term]):
    """The terms of a unit as bytes; the first that is asked for decodes all of them, and the unit keeps those."""

    __slots__ = ("_path", "_units")

    def __init__(self, units: Units, path: str) -> None:
        self._units = units
        self._path = path

    @overload
    def __getitem__(self, number: int) -> Term: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Term]: ...
    def __getitem__(self, number: int | slice) -> Term | Sequence[Term]:
        """Return a term."""
        return self._units.decoded(self._path)[number]

    def __len__(self) -> int:
        return len(self._units.decoded(self._path))

    def __iter__(self) -> Iterator[Term]:
        return iter(self._units.decoded(self._path))


class Units(dict[str, Unit]):
    """Units by path, decoded at their first use; `packed` holds those of all files.

    The bytes come from our own processes only.
    """

    def __init__(self, packed: Mapping[str, Packed | Whole]) -> None:
        super().__init__()
        self.packed = packed
        self.held = 0
        """Lines of the units that are decoded."""
        self._whole: deque[str] = deque()
        """Paths of the units whose terms are decoded, the oldest first."""
        self._lines = 0

    def __missing__(self, path: str) -> Unit:
        packed = self.packed[path]
        if isinstance(packed, Whole):
            self[path] = packed.unit
            return packed.unit
        module, functions, classes, names, stars, appended, stored, places = marshal.loads(packed.head)  # noqa: S302
        unit = Unit(
            module, PackedTerms(self, path), [Function(*one) for one in functions], [Class(*one) for one in classes],
            names, stars, appended, stored, places,
        )  # fmt: skip
        self[path] = unit
        self.held += packed.lines
        return unit

    def decoded(self, path: str) -> Sequence[Term]:
        """Decode the terms of a unit and return them; they stay decoded while there is room."""
        unit, packed = self[path], self.packed[path]
        if isinstance(unit.terms, PackedTerms) and isinstance(packed, Packed):
            unit.terms = marshal.loads(packed.terms)  # noqa: S302
            self._whole.append(path)
            self._lines += packed.lines
            while self._lines > DECODED_LINES and len(self._whole) > 1:
                old = self._whole.popleft()
                self[old].terms = PackedTerms(self, old)
                self._lines -= self.packed[old].lines
        return unit.terms

    def opened(self, path: str) -> Candidates:
        """Return what is looked at to name the sites of a file."""
        packed = self.packed[path]
        if isinstance(packed, Whole):
            return packed.candidates
        self.decoded(path)
        sites, attributes, suspects = marshal.loads(packed.candidates)  # noqa: S302
        return Candidates([Site(*one) for one in sites], attributes, suspects)

    def forget(self) -> None:
        """Free the memory of what is decoded."""
        self.clear()
        self._whole.clear()
        self.held = self._lines = 0

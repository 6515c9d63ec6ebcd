"""Units as bytes that processes share: one term is decoded without the others."""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, overload

from mxtutor.scan.terms import Candidates, Class, Function, Lowered, Site, Term, Unit

DECODED_LINES = 30_000
"""Lines of code whose terms are kept decoded."""


class Packed(NamedTuple):
    """A file as bytes."""

    head: bytes
    """The unit without its terms."""
    terms: bytes
    starts: bytes
    """For each term, and for the end, where it starts in `terms`: unsigned integers of four bytes."""
    candidates: bytes
    lines: int


def pack(lowered: Lowered, lines: int) -> Packed:
    """Return a file as bytes."""
    unit, candidates = lowered.unit, lowered.candidates
    head = [
        unit.module, [_plain(one) for one in unit.functions], [_plain(one) for one in unit.classes],
        unit.names, unit.stars, unit.appended, unit.stored, unit.places,
    ]  # fmt: skip
    terms = list(map(marshal.dumps, unit.terms))
    starts = array("I", accumulate(map(len, terms), initial=0))
    own = [[_plain(one) for one in candidates.sites], candidates.attributes, candidates.suspects]
    return Packed(marshal.dumps(head), b"".join(terms), starts.tobytes(), marshal.dumps(own), lines)


def _plain(record: Function | Class | Site) -> tuple[Any, ...]:
    return tuple([getattr(record, field) for field in record.__slots__])


class PackedTerms(Sequence[Term]):
    """The terms of a unit as bytes; each is decoded when it is asked for."""

    __slots__ = ("_data", "_starts")

    def __init__(self, packed: Packed) -> None:
        self._data = packed.terms
        self._starts = memoryview(packed.starts).cast("I")

    @overload
    def __getitem__(self, number: int) -> Term: ...
    @overload
    def __getitem__(self, number: slice) -> list[Term]: ...
    def __getitem__(self, number: int | slice) -> Term | list[Term]:
        """Return a term."""
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        starts = self._starts
        return marshal.loads(self._data[starts[number] : starts[number + 1]])  # type: ignore[no-any-return]  # noqa: S302

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[Term]:
        data = self._data
        return (marshal.loads(data[start:end]) for start, end in pairwise(self._starts))  # noqa: S302


class Units(dict[str, Unit]):
    """Units by path, decoded at their first use; `packed` holds those of all files.

    The bytes come from our own processes only.
    """

    def __init__(self, packed: Mapping[str, Packed]) -> None:
        super().__init__()
        self.packed = packed
        self.held = 0
        """Lines of the units that are decoded."""
        self._whole: list[str] = []
        """Paths of the units whose terms are decoded."""
        self._lines = 0

    def __missing__(self, path: str) -> Unit:
        packed = self.packed[path]
        module, functions, classes, names, stars, appended, stored, places = marshal.loads(packed.head)  # noqa: S302
        unit = Unit(
            module, PackedTerms(packed), [Function(*one) for one in functions], [Class(*one) for one in classes],
            names, stars, appended, stored, places,
        )  # fmt: skip
        self[path] = unit
        self.held += packed.lines
        return unit

    def opened(self, path: str) -> Candidates:
        """Return what is looked at to name the sites of a file; its terms stay decoded while there is room."""
        unit = self[path]
        if path not in self._whole:
            unit.terms = list(unit.terms)
            self._whole.append(path)
            self._lines += self.packed[path].lines
            while self._lines > DECODED_LINES and len(self._whole) > 1:
                old = self._whole.pop(0)
                self[old].terms = PackedTerms(self.packed[old])
                self._lines -= self.packed[old].lines
        sites, attributes, suspects = marshal.loads(self.packed[path].candidates)  # noqa: S302
        return Candidates([Site(*one) for one in sites], attributes, suspects)

    def forget(self) -> None:
        """Free the memory of what is decoded."""
        self.clear()
        self.held, self._whole, self._lines = 0, [], 0

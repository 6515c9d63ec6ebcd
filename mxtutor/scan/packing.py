"""Units as bytes: small in memory, and quick to send from one process to another."""

from __future__ import annotations

import marshal
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from mxtutor.scan.terms import Class, Function, Site, Unit

DECODED_LINES = 50_000
"""Lines of code whose units are kept decoded."""


def pack(unit: Unit) -> bytes:
    """Return a unit as bytes."""
    plain = [getattr(unit, field.name) for field in fields(unit)]
    plain[2] = [_plain(one) for one in unit.functions]
    plain[3] = [_plain(one) for one in unit.classes]
    plain[6] = [_plain(one) for one in unit.sites]
    return zlib.compress(marshal.dumps(plain), 1)


def _plain(record: Function | Class | Site) -> tuple[Any, ...]:
    return tuple([getattr(record, field) for field in record.__slots__])


def unpack(data: bytes) -> Unit:
    """Return the unit that `pack` made bytes of; they come from our own processes only."""
    plain = marshal.loads(zlib.decompress(data))  # noqa: S302
    plain[2] = [Function(*one) for one in plain[2]]
    plain[3] = [Class(*one) for one in plain[3]]
    plain[6] = [Site(*one) for one in plain[6]]
    return Unit(*plain)


class Units(Mapping[str, Unit]):
    """Packed units by path; those that were used last stay decoded."""

    def __init__(self, packed: dict[str, bytes], lines: dict[str, int]) -> None:
        self.packed = packed
        self.lines = lines
        self._decoded: OrderedDict[str, Unit] = OrderedDict()
        self._held = 0

    def __getitem__(self, path: str) -> Unit:
        found = self._decoded.get(path)
        if found is None:
            found = unpack(self.packed[path])
            self._decoded[path] = found
            self._held += self.lines[path]
            while self._held > DECODED_LINES and len(self._decoded) > 8:
                old, _ = self._decoded.popitem(last=False)
                self._held -= self.lines[old]
        else:
            self._decoded.move_to_end(path)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.packed)

    def __len__(self) -> int:
        return len(self.packed)

"""Converts records to the contract's JSON and back; the classes define the fields."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeVar

from mxtutor.conversion import convert

REPORT_VERSION = 1
NUMERIC_FIELDS = ("difference", "curves")
"""Fields whose numbers may be infinite or NaN."""
NOT_FINITE = {str(number): number for number in (math.inf, -math.inf, math.nan)}
"""Maps texts to the numbers that JSON does not have."""

Record = TypeVar("Record")


def to_json(record: object) -> dict[str, Any]:
    """Return a dataclass instance as a JSON object: the version, then its fields in their order.

    Infinite numbers and NaN become the text "inf", "-inf" or "nan".
    """
    return {"version": REPORT_VERSION, **to_plain(record)}


def to_plain(record: object) -> Any:
    """Return a record as plain data for JSON; infinite numbers and NaN become the text "inf", "-inf" or "nan"."""
    import msgspec  # 19 ms; the first paint needs a module that imports this one

    return _without_infinite(msgspec.to_builtins(record))


def from_plain(data: Any, kind: Any) -> Any:
    """Return the record of type `kind` that `to_plain` wrote.

    Raises:
        ValueError: `data` is not such a record.
    """
    return convert(_with_numbers(data, numeric=isinstance(data, list)), kind)


def from_json(data: Any, kind: type[Record]) -> Record:
    """Return the instance of `kind` that `to_json` wrote.

    Fields that this release does not know are skipped, and fields that are missing have their defaults.

    Raises:
        ValueError: `data` is not such an object; its message is one line with the place in the object.
    """
    if not isinstance(data, Mapping):
        raise ValueError(f"a {kind.__name__.lower()} is a JSON object, not {type(data).__name__}")
    if data.get("version") != REPORT_VERSION:
        raise ValueError(f"{kind.__name__.lower()} version {data.get('version')!r} is not {REPORT_VERSION}")
    record: Record = convert(_with_numbers(data), kind)
    return record


def _without_infinite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_infinite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_infinite(part) for part in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _with_numbers(value: Any, *, numeric: bool = False) -> Any:
    """Replace texts of `NOT_FINITE` inside `NUMERIC_FIELDS` by their numbers."""
    if isinstance(value, Mapping):
        return {key: _with_numbers(part, numeric=numeric or key in NUMERIC_FIELDS) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_numbers(part, numeric=numeric) for part in value]
    return NOT_FINITE.get(value, value) if numeric and isinstance(value, str) else value

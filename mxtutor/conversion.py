"""Converts plain data to typed values with msgspec, in one thread at a time."""

from __future__ import annotations

import threading
from typing import Any, TypeVar

_T = TypeVar("_T")
_ONE_AT_A_TIME = threading.RLock()
"""msgspec 0.22 builds a type's decoder at the first conversion; two threads that do this at the same time crash."""


def convert(value: object, kind: type[_T] | Any) -> Any:
    """Return `value` (plain data as JSON or YAML gives it) as an instance of `kind`.

    Raises:
        msgspec.ValidationError: the data does not fit the type.
    """
    import msgspec  # 19 ms, and the first paint must not wait for them

    with _ONE_AT_A_TIME:
        return msgspec.convert(value, kind)

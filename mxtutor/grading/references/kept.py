"""The cache of reference results and of the behaviours of known mistakes: one for the process, limited in bytes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np
from cachetools import LRUCache, cached

KEPT_BYTES = 32 * 1024**2
"""Size of all results in the cache; the least recently used ones leave it first. A larger one is never in it."""
_OBJECT = 300
"""About the bytes of a small object with its fields."""

Made = TypeVar("Made")


def size(value: object) -> int:
    """Return about how many bytes a result takes, with all that it holds."""
    total, todo = 0, [value]
    while todo:
        one = todo.pop()
        total += _OBJECT
        if isinstance(one, np.ndarray):
            total += one.nbytes
        elif isinstance(one, (str, bytes)):
            total += len(one)
        elif isinstance(one, Mapping):
            todo += one.values()
        elif isinstance(one, (tuple, list)):
            todo += one
        elif is_dataclass(one) and not isinstance(one, type):
            todo += (getattr(one, field.name) for field in fields(one))
    return total


_cache: LRUCache[Hashable, Any] = LRUCache(KEPT_BYTES, getsizeof=size)
_changed = threading.Condition()


def kept(make: Callable[..., Made], key: Callable[..., Hashable]) -> Callable[..., Made]:
    """Return a function that keeps what `make` returns, for itself alone; threads that ask for a key wait for one run.

    It is thread-safe. Results of the functions of all callers have `KEPT_BYTES` together.
    """
    own = object()  # no caller gets what another one has computed
    return cached(_cache, key=lambda *arguments: (own, key(*arguments)), condition=_changed)(make)

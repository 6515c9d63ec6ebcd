"""Parameters of long suites: the default run takes some of them, `python3 bootstrap.py tests --all` takes all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def some(values: Iterable[T], every: int, name: Callable[[T], str] = str) -> list[Any]:
    """Return parameters with their names as ids; all but every so many-th, from the first on, have the mark `long`."""
    return [
        pytest.param(value, id=name(value), marks=pytest.mark.long if number % every else ())
        for number, value in enumerate(values)
    ]

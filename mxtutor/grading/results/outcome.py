"""The results of an answer, or of the reference, on one case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mxtutor.grading.results.values import Array, Value


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a call left changed."""

    kind: str
    """One of `content.changes.KINDS`."""
    argument: str = ""
    """Name of the argument; empty for the state of the program."""
    place: str = ""
    """Where in the argument, such as `[0].weight`."""
    says: str = ""
    """The change in words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The report of an answer's process on one case; no part of it is trusted."""

    value: Value
    inputs: Mapping[str, Array] = field(default_factory=dict)
    """The arguments' contents after the call."""
    alias: tuple[str, ...] | None = None
    """Arguments that changed when the result was written to; None without that probe."""
    again: Value | None = None
    """The result of a second call."""
    reseeded: Value | None = None
    """The result of a third call, after the first call's seed."""
    refilled: Value | None = None
    """The result of a call after the first call's seed, with other array contents of equal shapes."""
    other: Value | None = None
    """The result of a call after another seed."""
    many: Value | None = None
    """The results of many calls, stacked, if the first one is a small array."""
    observed: Mapping[str, Value] = field(default_factory=dict)
    """The observations of the exercise's observer."""
    facts: Value | None = None
    """Data from the observer for the exercise's verifier."""
    changes: tuple[Change, ...] = ()
    """What the calls of the entry left changed."""
    studies: tuple[Mapping[str, Any], ...] = ()
    """Traces of studied Blocks (`answer/trace_mxnet.py`), each with `names`, or with a `reason` why it is missing."""


def reference_array(expected: Value) -> Array:
    """Return a reference's result as an array; a plain number becomes a 0-dim float32 array."""
    if expected.array is not None:
        return expected.array
    return np.array(expected.plain, dtype=np.float32)

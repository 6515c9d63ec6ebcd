"""What was seen of an answer, or of the reference, on one case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mxtutor.grading.results.values import Array, Value


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer's process says about one case; every part of it is hostile until judged."""

    value: Value
    inputs: Mapping[str, Array] = field(default_factory=dict)
    """The arguments' contents after the call."""
    alias: tuple[str, ...] | None = None
    """Arguments that changed when the result was written to; None if that was not tried."""
    again: Value | None = None
    """The result of a second call."""
    reseeded: Value | None = None
    """The result of a third call, after the first call's seed."""
    refilled: Value | None = None
    """The result of a call after the first call's seed, with other contents of the arrays that only give a shape."""
    other: Value | None = None
    """The result of a call after another seed."""
    many: Value | None = None
    """The results of many calls, stacked, where the first one is a small array."""
    observed: Mapping[str, Value] = field(default_factory=dict)
    """What the exercise's observer saw."""
    facts: Value | None = None
    """What the observer handed over for the exercise's verifier."""
    studies: tuple[Mapping[str, Any], ...] = ()
    """Traces of studied Blocks (`answer/trace_mxnet.py`), each with `names`, or with the `reason` why there is none."""


def reference_array(expected: Value) -> Array:
    """Return the array that a reference's result stands for; a plain number is a 0-dim float32 array."""
    if expected.array is not None:
        return expected.array
    return np.array(expected.plain, dtype=np.float32)

"""How far a result is from the reference result, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One of the positions where an array differs most."""

    index: tuple[int, ...]
    expected: float
    got: float
    allowed: float
    """Greatest error that would have passed here."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How two arrays of one shape differ."""

    shape: tuple[int, ...]
    differing: int
    total: int
    max_abs: float
    max_rel: float
    worst: tuple[Mismatch, ...]
    strip: tuple[float, ...]
    """Error per stretch of the flattened array, as a share of the allowed error; at most 64 stretches."""


LOSSES = "losses"
"""Name of the observation that holds a training's losses, one for each epoch."""


@dataclass(frozen=True, slots=True)
class Curves:
    """Losses of both sides, one for each epoch; the lengths differ where the answer ran another number of epochs."""

    reference: tuple[float, ...]
    answer: tuple[float, ...]

"""The errors along an array in eight levels, the same for all front ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

LEVELS = 8
"""0 is within the allowed error; 7 is a million times as much, or NaN."""
LEGEND = ((range(1), "within tolerance"), (range(1, 4), "over it"), (range(4, LEVELS), "far over"))
"""Levels and their meanings."""
FEWEST = 16
"""Smallest array with a profile, in elements; for smaller ones, a table of the largest errors says more."""


def level(share: float) -> int:
    """Return 0 within the allowed error, else 1 (up to ten times as much) to 7 (a million times, or NaN)."""
    if share <= 1:
        return 0
    last = LEVELS - 1
    return last if math.isnan(share) or math.isinf(share) else min(1 + int(math.log10(share)), last)


def squeeze(profile: Sequence[float], width: int) -> list[float]:
    """Return at most `width` parts of a profile, each the greatest error of the parts that it replaces."""
    if len(profile) <= width or width < 1:
        return list(profile)
    edges = [round(k * len(profile) / width) for k in range(width + 1)]
    return [max(profile[a:b], key=lambda v: math.inf if math.isnan(v) else v) for a, b in pairwise(edges)]


def worth_showing(profile: Sequence[float]) -> bool:
    """Return whether a profile says more than the table of the largest errors: enough elements, of different levels."""
    return len(profile) >= FEWEST and len({level(share) for share in profile}) > 1


def legend(levels: Sequence[int], marks: str) -> str:
    """Return the meanings of the levels in a profile; `marks` has a character for each level."""
    shown = [(words, [step for step in steps if step in levels]) for steps, words in LEGEND]
    return ", ".join(f"{''.join(marks[s] for s in steps)} {words}" for words, steps in shown if steps)

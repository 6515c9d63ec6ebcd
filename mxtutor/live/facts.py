"""Events as the class view needs them, in the order in which they happened."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Fact(NamedTuple):
    """The columns of an event that the class view needs; `store.facts` reads them."""

    number: int
    learner: str
    device: str
    seq: int
    kind: str
    exercise: str
    happened: float
    """Server's clock, seconds since 1970."""
    verdict: str
    headline: str
    mistakes: str
    """JSON: a list of [code, name]."""
    hint: int
    shared: bool
    """Whether the code is stored, too."""

    @property
    def named(self) -> list[tuple[str, str]]:
        """The mistakes as (code, name)."""
        return [] if self.mistakes == "[]" else [(code, name) for code, name in json.loads(self.mistakes)]


def in_order(facts: Iterable[Fact]) -> list[tuple[float, Fact]]:
    """Return the facts of one learner in their order, each with its time.

    The events of a device are in the order of their numbers, whatever its clock showed: a time that goes back counts
    as the time before it. Devices are merged by time.
    """
    by_device: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        by_device[fact.device].append(fact)
    timed: list[tuple[float, str, int, Fact]] = []
    for device, own in by_device.items():
        latest = 0.0
        for place, fact in enumerate(sorted(own, key=lambda one: (one.seq, one.happened))):
            latest = max(latest, fact.happened)
            timed.append((latest, device, place, fact))
    timed.sort(key=lambda one: one[:3])
    return [(time, fact) for time, _, _, fact in timed]


def share(part: int, whole: int) -> float:
    """Return a part of a whole, from 0 to 1."""
    return part / whole if whole else 0.0

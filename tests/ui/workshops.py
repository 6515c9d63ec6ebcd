"""A workshop on the tiny course, with clocks that tests move."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from mxtutor.content.plan import Plan, PlanPart
from mxtutor.content.workshop import LateRule, Workshop
from mxtutor.session.guide import WorkshopGuide

NOW = datetime(2026, 11, 25, 11, 30, tzinfo=timezone.utc)
PATH = Plan(
    1,
    "Gluon in an afternoon",
    (
        PlanPart("Names that changed", ("tensors/arccos", "tensors/join-axis"), 25),
        PlanPart("Axes", ("tensors/flip", "tensors/halve"), 40),
    ),
)
WORKSHOP = Workshop(
    PATH,
    Path("workshop.yaml"),
    greeting="Welcome. We port a small net from PyTorch to Gluon.\nAsk when you are stuck for more than `5` minutes.",
    start=NOW + timedelta(minutes=30),
    due=NOW + timedelta(days=6),
    late=LateRule(percent=10, at_most=50),
    points={"tensors/arccos": 1.0, "tensors/join-axis": 2.5, "tensors/flip": 1.0, "tensors/halve": 1.0},
    solutions=NOW + timedelta(hours=2),
)
PATH_ONLY = Workshop(PATH, Path("path.json"))


class Clocks:
    """The time of day, and the clock of the timers."""

    def __init__(self) -> None:
        self.now = NOW
        self.seconds = 100.0


def guide(clocks: Clocks, workshop: Workshop = WORKSHOP, **changes: Any) -> WorkshopGuide:
    """Return the guide to a workshop, with some of its fields changed."""
    made = replace(workshop, **changes)
    return WorkshopGuide(made, clock=lambda: clocks.seconds, now=lambda: clocks.now)

"""Findings: faults of lessons, exercises and the truth table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault and its place."""

    place: str
    """Id of an exercise or lesson, or a file, if possible with the row or key."""
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

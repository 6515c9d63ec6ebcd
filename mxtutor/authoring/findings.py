"""What is wrong with a piece of content."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, with the file to open."""

    place: str
    """Exercise or lesson id, and the file in it."""
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

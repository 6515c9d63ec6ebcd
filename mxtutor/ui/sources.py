"""Reads the files of an exercise when it is opened."""

from __future__ import annotations

from dataclasses import dataclass

from mxtutor.content.minutes import exercise_minutes
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources of one exercise; empty if its kind has no such file."""

    starter: str = ""
    reference: str = ""
    solution: str = ""
    snippet: str = ""
    minutes: int = 0
    """Minutes that the exercise is estimated to take."""


def load_sources(exercise: Exercise) -> Sources:
    """Return the sources of an exercise.

    Raises:
        ContentError: a required file cannot be read.
    """
    own: dict[str, tuple[str, ...]] = {"predict": ("snippet",), "choice": ()}
    parts = own.get(exercise.kind, ("starter", "reference", "solution"))
    try:
        return Sources(**{part: getattr(exercise, part) for part in parts}, minutes=exercise_minutes(exercise.folder))
    except (OSError, UnicodeDecodeError) as error:
        fix = "Reinstall mxtutor or fix the pack."
        raise ContentError(f"{exercise.id} cannot be opened: {error}.", fix=fix) from error

"""Reads the files of an exercise when it is opened."""

from __future__ import annotations

from collections.abc import Callable
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
    coded = exercise.kind in ("code", "fix")

    def read(source: Callable[[], str], needed: bool) -> str:
        try:
            return source()
        except (OSError, UnicodeDecodeError) as error:
            if needed:
                raise ContentError(
                    f"{exercise.id} cannot be opened: {error}.", fix="Reinstall mxtutor or fix the pack."
                ) from error
            return ""

    return Sources(
        read(lambda: exercise.starter, coded),
        read(lambda: exercise.reference, coded),
        read(lambda: exercise.solution, coded),
        read(lambda: exercise.snippet, exercise.kind == "predict"),
        exercise_minutes(exercise.folder),
    )

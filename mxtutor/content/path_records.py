"""The records of a learning path, which workshops, scans of projects and `course.yaml` share."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from mxtutor.content.records import Id, Record, Text

Minutes = Annotated[float, Meta(gt=0, le=100_000, description="a number of minutes above 0")]


class PathPart(Record, frozen=True):
    """One part of a path: exercises that are done together."""

    title: Text
    exercises: tuple[Id, ...]
    minutes: Minutes | None = None
    """Time that is planned for the part; None for no timer."""


class LearningPath(Record, frozen=True):
    """The file of `mxtutor --path`, in JSON or YAML."""

    version: int
    title: Text
    parts: tuple[PathPart, ...]

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids of all exercises in order."""
        return tuple(exercise for part in self.parts for exercise in part.exercises)

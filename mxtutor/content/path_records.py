"""The records of a learning path, which workshops, scans of projects and `course.yaml` share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec import Meta

from mxtutor.content.record import Record
from mxtutor.content.records import Id, Text

Minutes = Annotated[float, Meta(gt=0, le=100_000, description="a number of minutes above 0")]


class PathPart(Record, frozen=True):
    """One part of a path: exercises that are done together."""

    title: Text
    exercises: tuple[Id, ...]
    minutes: Minutes | None = None
    """Time that is planned for the part; None for no timer."""


Count = Annotated[int, Meta(ge=0, le=1 << 50, description="a whole number from 0")]


class PathSites(Record, frozen=True):
    """The call sites of the project that a scan made a path for."""

    all: Count
    needed: Count
    """Sites that need practice: all but those that are the same in MXNet."""
    exercises: Mapping[Id, Count]
    """The sites that each exercise practises, also of exercises that are not on the path."""

    def practised(self, is_done: Callable[[str], bool]) -> int:
        """Return the number of sites that need practice and whose exercises are done."""
        return min(sum(count for exercise, count in self.exercises.items() if is_done(exercise)), self.needed)

    def words(self, is_done: Callable[[str], bool]) -> str:
        """Return what is practised: "41 of 120 call sites practised (34 %)"."""
        if not self.needed:
            return "no call site needs practice"
        practised = self.practised(is_done)
        return f"{practised} of {self.needed} call sites practised ({100 * practised // self.needed} %)"


class LearningPath(Record, frozen=True, omit_defaults=True):
    """The file of `mxtutor --path`, in JSON or YAML."""

    version: int
    title: Text
    parts: tuple[PathPart, ...]
    sites: PathSites | None = None
    """The call sites of a scanned project; None for other paths."""

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids of all exercises in order."""
        return tuple(exercise for part in self.parts for exercise in part.exercises)

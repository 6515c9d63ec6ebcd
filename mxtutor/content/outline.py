"""The order of topics, lessons and exercises, without their texts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mxtutor.content.plan import CoursePath


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """A lesson in the course, without its text, which `content.lessons` reads."""

    id: str
    """`topic/slug` of `lessons/<topic>/<slug>.md`."""
    title: str
    path: Path
    exercises: tuple[str, ...]
    """Ids of its exercises: those that the course shows, then those of the bank."""
    bank: tuple[str, ...] = ()
    """Ids of its exercises that the course does not show, but drills, placements, workshops and search do."""
    continued: bool = False
    """Whether this entry continues a lesson of an earlier entry; only in learning paths."""
    needs: tuple[str, ...] = ()
    """Ids of the direct prerequisites: lessons that a learner should know before this one."""
    teaches: tuple[str, ...] = ()
    """MXNet names that this lesson introduces: `Trainer`, `split_and_load`."""

    @property
    def topic(self) -> str:
        """The part of the id before the slash."""
        return self.id.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: lessons that belong together."""

    id: str
    title: str
    summary: str
    lessons: tuple[LessonEntry, ...]

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids of the topic's exercises in the order in which they are taught."""
        return tuple(i for lesson in self.lessons for i in lesson.exercises)


@dataclass(frozen=True, slots=True)
class Course:
    """Topics, lessons and exercise ids in order, without their texts."""

    root: Path
    topics: tuple[Topic, ...]
    paths: tuple[CoursePath, ...] = ()
    """Learning paths by goal; the first one is the recommended order of the whole course."""

    @property
    def lessons(self) -> tuple[LessonEntry, ...]:
        return tuple(lesson for topic in self.topics for lesson in topic.lessons)

    @property
    def exercises(self) -> tuple[str, ...]:
        return tuple(i for topic in self.topics for i in topic.exercises)

    @property
    def shown(self) -> tuple[str, ...]:
        """Ids of the exercises that the course shows, in order, without those of the bank."""
        return tuple(i for lesson in self.lessons for i in lesson.exercises if i not in lesson.bank)

    def folder(self, exercise_id: str) -> Path:
        return self.root / "exercises" / exercise_id

    def lesson_of(self, exercise_id: str) -> LessonEntry:
        """Return the lesson that an exercise belongs to.

        Raises:
            KeyError: no lesson lists it.
        """
        for lesson in self.lessons:
            if exercise_id in lesson.exercises:
                return lesson
        raise KeyError(exercise_id)

"""The order in which the tutor continues: that of the learning path that the learner follows, then the course's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mxtutor.content.outline import Course, CoursePath, LessonEntry


class Route:
    """A path of the course, and the rest of the course after it."""

    def __init__(self, course: Course, path: CoursePath | None = None) -> None:
        """Follow a path of the course; without one, the order of the course."""
        self.path = path
        """The path that the learner follows; None for the order of the course."""
        self._course = course
        self._order = course
        if path is not None:
            from mxtutor.content.learning_path import course_of

            self._order = course_of(path.path, course, course.root)

    def exercises(self, after: str | None = None) -> list[str]:
        """Return all exercises: those of the path in its order, then the others.

        After an exercise, the order that contains it begins with the next one and ends with that exercise.
        """
        order = list(self._order.exercises)
        on_path = set(order)
        rest = [exercise for exercise in self._course.exercises if exercise not in on_path]
        return [*_turned(order, after), *_turned(rest, after)]

    def lessons(self, item: str) -> Iterator[tuple[LessonEntry, LessonEntry | None]]:
        """Yield lessons, each with the next one, in the order that contains a lesson or an exercise."""
        on_path = any(item == lesson.id or item in lesson.exercises for lesson in self._order.lessons)
        lessons = (self._order if on_path else self._course).lessons
        return zip(lessons, [*lessons[1:], None], strict=True)


def _turned(order: list[str], after: str | None) -> list[str]:
    if after not in order:
        return order
    place = order.index(after) + 1
    return order[place:] + order[:place]

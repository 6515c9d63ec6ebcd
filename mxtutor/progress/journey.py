"""What comes next for a learner: the order of a path and the course, and where `continue` leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mxtutor.content.outline import Course, LessonEntry
from mxtutor.progress.model import NEW, Place, Standing

if TYPE_CHECKING:
    from mxtutor.content.plan import CoursePath


@dataclass(frozen=True, slots=True)
class Entry:
    """A topic, a lesson or an exercise."""

    kind: Literal["topic", "lesson", "exercise"]
    id: str


class Route:
    """A path of the course, and the rest of the course after it."""

    def __init__(self, course: Course, path: CoursePath | None = None) -> None:
        """Follow a path of the course; without one, the order of the course."""
        self.path = path
        """The path that the learner follows; None for the order of the course."""
        self._course = course
        self._order = course
        if path is not None:
            from mxtutor.content.plan import course_of

            self._order = course_of(path, course, course.root)

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


class Journey:
    """Chooses what opens next; it reads standings and read lessons, which their owner changes."""

    def __init__(self, course: Course, standings: Mapping[str, Standing], lessons_read: AbstractSet[str]) -> None:
        self.course = course
        self.route = Route(course)
        """The order in which the tutor continues."""
        self._standings = standings
        self._lessons_read = lessons_read

    def standing(self, exercise: str) -> Standing:
        """Return the learner's standing in an exercise."""
        return self._standings.get(exercise, NEW)

    def follow(self, path: str) -> None:
        """Continue on the course's path of this id from now on; an unknown id is the first path, if there is one."""
        if self.course.paths:
            chosen = next((known for known in self.course.paths if known.id == path), self.course.paths[0])
            self.route = Route(self.course, chosen)

    def next_exercise(self, after: str | None = None) -> str | None:
        """Return the next exercise that is not done, on the path, then in the rest; None if all are done.

        Exercises that were given up come last.
        """
        order = self.route.exercises(after)
        for wanted in (("todo", "tried"), ("gave-up",)):
            for exercise in order:
                if self.standing(exercise).status in wanted:
                    return exercise
        return None

    def after_lesson(self, lesson: str) -> LessonEntry | str | None:
        """Return a lesson's first exercise that is not mastered; else its first one; else the next lesson, if any."""
        for entry, following in self.route.lessons(lesson):
            if entry.id == lesson:
                undone = (e for e in entry.exercises if self.standing(e).status not in ("done", "known"))
                return next(undone, entry.exercises[0] if entry.exercises else following)
        return None

    def after_exercise(self, exercise: str) -> LessonEntry | str | None:
        """Return the exercise that follows in its lesson, else the next lesson, else None; known ones are left out."""
        found = False
        for entry, _ in self.route.lessons(exercise):
            rest = entry.exercises
            if exercise in entry.exercises:
                found, rest = True, entry.exercises[entry.exercises.index(exercise) + 1 :]
            elif not found:
                continue
            new = next((one for one in rest if self.standing(one).status != "known"), None)
            if exercise in entry.exercises or entry.continued:
                if new is not None:
                    return new
            elif new is not None or not rest:
                return entry
        return None

    def placed(self, missed: Iterable[str]) -> Place:
        """Return the place of a learner after a placement: home, where `goal` is the first lesson of a missed item.

        Without a missed item, `goal` is the first exercise that is not known.
        """
        order = self.route.exercises()
        first = min((one for one in missed if one in order), key=order.index, default=None)
        return Place("home", self.course.lesson_of(first).id if first is not None else "")

    def goal(self, place: Place | None) -> Entry | None:
        """Return what `continue` opens: the lesson or exercise where the learner stopped, unless it is done.

        If it is done, the next one that is not, in the order of the course and from its start again; None if all are
        done.
        """
        lesson = next((x for x in self.course.lessons if place and x.id == place.id), None)
        if place is not None and place.screen != "lesson" and place.id in self.course.exercises:
            if self.standing(place.id).status in ("todo", "tried"):
                return Entry("exercise", place.id)
            return self._entry(self.next_exercise(after=place.id))
        if place is not None and place.screen != "exercise" and lesson is not None:
            if lesson.id not in self._lessons_read or not lesson.exercises:
                return Entry("lesson", lesson.id)
            first = lesson.exercises[0]
            undone = self.standing(first).status in ("todo", "tried")
            return self._entry(first if undone else self.next_exercise(after=first))
        return self._entry(self.next_exercise())

    def _entry(self, exercise: str | None) -> Entry | None:
        """Return the exercise; its lesson if the exercise is the first one and the lesson is not read yet."""
        if exercise is None:
            return None
        lesson = self.course.lesson_of(exercise)
        fresh = lesson.id not in self._lessons_read and lesson.exercises[0] == exercise and not lesson.continued
        fresh = fresh and not any(self.standing(e).attempts for e in lesson.exercises)
        return Entry("lesson", lesson.id) if fresh else Entry("exercise", exercise)

    def resumed(self, place: Place | None) -> Entry | None:
        """Return the lesson or exercise to open again at the start; None if the learner stopped at home."""
        if place is None or place.screen == "home":
            return None
        if place.screen == "lesson":
            return Entry("lesson", place.id) if any(x.id == place.id for x in self.course.lessons) else None
        open_still = place.id in self.course.exercises and self.standing(place.id).status != "done"
        return Entry("exercise", place.id) if open_still else None


def _turned(order: list[str], after: str | None) -> list[str]:
    if after not in order:
        return order
    place = order.index(after) + 1
    return order[place:] + order[:place]

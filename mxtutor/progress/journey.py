"""The learner's way through the course: the order of path and course, and the entry that `continue` opens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mxtutor.content.outline import Course, LessonEntry, Topic
from mxtutor.progress.model import NEW, Place, Standing
from mxtutor.reporting.durations import duration

if TYPE_CHECKING:
    from mxtutor.content.minutes import CourseMinutes
    from mxtutor.content.plan import CoursePath


WELCOMED = "welcomed"
"""Setting that is stored once the card of the first start was answered."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A topic, a lesson or an exercise."""

    kind: Literal["topic", "lesson", "exercise"]
    id: str


class Journey:
    """Chooses the next entry; it reads standings and lessons read, which the session updates."""

    def __init__(self, course: Course, standings: Mapping[str, Standing], lessons_read: AbstractSet[str]) -> None:
        self.whole = course
        """The course in the order of its file."""
        self.course = course
        """The course in the learner's order: the path, then the rest."""
        self.path: CoursePath | None = None
        """The path that the learner follows; None for the order of the course."""
        self._standings = standings
        self._lessons_read = lessons_read

    def holder(self, entry: Entry) -> Topic | LessonEntry | None:
        """Return the topic or lesson of an entry; None for an exercise or an unknown id."""
        places: tuple[Topic | LessonEntry, ...] = self.course.topics if entry.kind == "topic" else self.course.lessons
        return next((place for place in places if place.id == entry.id and entry.kind != "exercise"), None)

    def path_words(self, minutes: CourseMinutes) -> str:
        """Return how much of the path is done, and how long the rest takes; empty without a path."""
        if self.path is None:
            return ""
        status = [self.standing(one).status for one in self.path.exercises]
        pairs = zip(self.path.exercises, status, strict=True)
        left = minutes.of(one for one, state in pairs if state not in ("done", "known"))
        rest = f", about {duration(left)} left" if left else ""
        return f"{self.path.title}: {status.count('done')} of {len(status)} done{rest}"

    def exercises(self, after: str | None = None) -> list[str]:
        """Return the exercises in the learner's order: those of the path, then the others of the course.

        With `after`, the group with that exercise begins with the next one, and ends with `after`.
        """
        order = list(self.path.exercises if self.path is not None else self.course.shown)
        on_path = set(order)
        rest = [exercise for exercise in self.course.shown if exercise not in on_path]
        return [*_turned(order, after), *_turned(rest, after)]

    def _lessons(self, item: str) -> Sequence[LessonEntry]:
        """Return the lessons of the path, or the others, whichever contain a lesson or an exercise."""
        parts = len(self.path.parts) if self.path is not None else len(self.course.topics)
        path = [lesson for topic in self.course.topics[:parts] for lesson in topic.lessons]
        if any(item == lesson.id or item in lesson.exercises for lesson in path):
            return path
        return [lesson for topic in self.course.topics[parts:] for lesson in topic.lessons]

    def standing(self, exercise: str) -> Standing:
        return self._standings.get(exercise, NEW)

    def follow(self, path: str) -> None:
        """Follow the path with this id from now on; an unknown id selects the first path, if there is one."""
        if self.whole.paths:
            from mxtutor.content.plan import arranged

            self.path = next((known for known in self.whole.paths if known.id == path), self.whole.paths[0])
            self.course = arranged(self.whole, self.path)

    def next_exercise(self, after: str | None = None) -> str | None:
        """Return the next exercise that is not done, on the path, then in the rest; None if all are done.

        Exercises that were given up come last.
        """
        order = self.exercises(after)
        for wanted in (("todo", "tried"), ("gave-up",)):
            for exercise in order:
                if self.standing(exercise).status in wanted:
                    return exercise
        return None

    def after_lesson(self, lesson: str) -> LessonEntry | str | None:
        """Return a lesson's first exercise that is not mastered, else its first exercise, else the next lesson."""
        lessons = self._lessons(lesson)
        for entry, following in zip(lessons, [*lessons[1:], None], strict=True):
            if entry.id == lesson:
                undone = (e for e in entry.exercises if self.standing(e).status not in ("done", "known"))
                return next(undone, entry.exercises[0] if entry.exercises else following)
        return None

    def after_exercise(self, exercise: str) -> LessonEntry | str | None:
        """Return the next exercise of the lesson, else the next lesson, else None; known exercises are skipped."""
        found = False
        for entry in self._lessons(exercise):
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
        """Return the learner's place after a placement: home, with the first lesson of a missed item as `goal`.

        Without a missed item, the goal is the first exercise that is not known.
        """
        wrong = {self.whole.lesson_of(exercise).id for exercise in missed}
        return Place("home", next((lesson.id for lesson in self.course.lessons if lesson.id in wrong), ""))

    def goal(self, place: Place | None) -> Entry | None:
        """Return the entry that `continue` opens: where the learner stopped, unless it is done.

        If it is done, return the next entry that is not done, else the first such one; None if all are done.
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
        """Return an exercise's entry, or its lesson's if it is the first exercise of a lesson that is not read yet."""
        if exercise is None:
            return None
        lesson = self.course.lesson_of(exercise)
        fresh = lesson.id not in self._lessons_read and lesson.exercises[0] == exercise and not lesson.continued
        fresh = fresh and not any(self.standing(e).attempts for e in lesson.exercises)
        return Entry("lesson", lesson.id) if fresh else Entry("exercise", exercise)

    def resumed(self, place: Place | None) -> Entry | None:
        """Return the lesson or exercise to open at the start; None if the learner stopped at home."""
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

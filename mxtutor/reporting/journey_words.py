"""Texts on the duration of lessons and exercises, and on a lesson's prerequisites."""

from __future__ import annotations

from mxtutor.content.minutes import exercise_minutes, lesson_minutes
from mxtutor.content.outline import Course, LessonEntry
from mxtutor.reporting.durations import duration


def lesson_words(course: Course, lesson: LessonEntry) -> str:
    """Return how long a lesson and its exercises take, and the titles of its prerequisites."""
    minutes = lesson_minutes(lesson.path) + sum(exercise_minutes(course.folder(e)) for e in lesson.exercises)
    titles = {known.id: known.title for known in course.lessons}
    needs = ", ".join(titles.get(needed, needed) for needed in lesson.needs)
    return f"About {duration(minutes)}" + (f", after: {needs}" if needs else "")


def exercise_words(course: Course, exercise: str) -> str:
    """Return how long an exercise takes: "about 4 minutes"."""
    return f"about {duration(exercise_minutes(course.folder(exercise)))}"

"""Decides where a learner goes on: what to open at the start, and where `continue` leads."""

from __future__ import annotations

from mxtutor.progress.model import Place
from mxtutor.ui.session import Session
from mxtutor.ui.widgets.course_tree import Entry


def goal(session: Session, place: Place | None) -> Entry | None:
    """Return where `continue` leads: the lesson or exercise where the learner stopped, unless it is done.

    Then it is the next one that is open, in the order of the course and round again; None when all are done.
    """
    lesson = next((x for x in session.course.lessons if place and x.id == place.id), None)
    if place is not None and place.screen != "lesson" and place.id in session.course.exercises:
        if session.standing(place.id).status in ("todo", "tried"):
            return Entry("exercise", place.id)
        return _entry(session, session.next_exercise(after=place.id))
    if place is not None and place.screen != "exercise" and lesson is not None:
        if lesson.id not in session.lessons_read or not lesson.exercises:
            return Entry("lesson", lesson.id)
        first = lesson.exercises[0]
        undone = session.standing(first).status in ("todo", "tried")
        return _entry(session, first if undone else session.next_exercise(after=first))
    return _entry(session, session.next_exercise())


def _entry(session: Session, exercise: str | None) -> Entry | None:
    """Return the exercise, or its lesson where that is still to be read and the exercise is its first."""
    if exercise is None:
        return None
    lesson = session.course.lesson_of(exercise)
    fresh = lesson.id not in session.lessons_read and lesson.exercises[0] == exercise
    fresh = fresh and not any(session.standing(e).attempts for e in lesson.exercises)
    return Entry("lesson", lesson.id) if fresh else Entry("exercise", exercise)


def resumed(session: Session, place: Place | None) -> Entry | None:
    """Return the lesson or the exercise to open again at the start; None where the learner stopped at home."""
    if place is None or place.screen == "home":
        return None
    if place.screen == "lesson":
        return Entry("lesson", place.id) if any(x.id == place.id for x in session.course.lessons) else None
    open_still = place.id in session.course.exercises and session.standing(place.id).status != "done"
    return Entry("exercise", place.id) if open_still else None

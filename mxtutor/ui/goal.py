"""Chooses what to open at the start, and what `continue` opens."""

from __future__ import annotations

from mxtutor.progress.model import Place
from mxtutor.ui.session import Session
from mxtutor.ui.widgets.course_tree import Entry


def goal(session: Session, place: Place | None) -> Entry | None:
    """Return what `continue` opens: the lesson or exercise where the learner stopped, unless it is done.

    If it is done, the next one that is not, in the order of the course and from its start again; None if all are done.
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
    """Return the exercise; its lesson if the exercise is the first one and the lesson is not read yet."""
    if exercise is None:
        return None
    lesson = session.course.lesson_of(exercise)
    fresh = lesson.id not in session.lessons_read and lesson.exercises[0] == exercise and not lesson.continued
    fresh = fresh and not any(session.standing(e).attempts for e in lesson.exercises)
    return Entry("lesson", lesson.id) if fresh else Entry("exercise", exercise)


def resumed(session: Session, place: Place | None) -> Entry | None:
    """Return the lesson or exercise to open again at the start; None if the learner stopped at home."""
    if place is None or place.screen == "home":
        return None
    if place.screen == "lesson":
        return Entry("lesson", place.id) if any(x.id == place.id for x in session.course.lessons) else None
    open_still = place.id in session.course.exercises and session.standing(place.id).status != "done"
    return Entry("exercise", place.id) if open_still else None

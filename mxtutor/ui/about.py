"""The text beside the map of the course: goal, length and needs of a line, and what was missed there last time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from mxtutor.content.lessons import summary_of
from mxtutor.content.outline import LessonEntry, Topic
from mxtutor.grading.protocol import Verdict
from mxtutor.progress.journey import Entry
from mxtutor.reporting.journey_words import exercise_words, lesson_words
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.state_words import state_text
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.marked_text import passage, prose
from mxtutor.ui.session import TutorSession

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

MOST_MISSED = 4
"""Mistakes that are listed."""


def missed_in(progress: ProgressStore, exercises: Collection[str]) -> list[str]:
    """Return the mistakes of these exercises that are not resolved, then what the last check of a single one said."""
    cards = [card for card in progress.cards() if card.mistake and not card.resolved]
    found = [card.name for card in cards if card.exercise in exercises]
    if not found and len(exercises) == 1:
        last = progress.last_report(next(iter(exercises)))
        if last is not None and last[1].verdict is not Verdict.RIGHT:
            found = [last[1].headline]
    return list(dict.fromkeys(found))


def about(session: TutorSession, glyphs: Glyphs, entry: Entry, title: str, missed: Sequence[str] = ()) -> Content:
    """Return the text about a line of the course."""
    parts = [Content.styled(title, "bold")]
    holder = session.journey.holder(entry)
    if isinstance(holder, Topic):
        parts += _topic(session, holder)
    elif holder is not None:
        parts += _lesson(session, holder)
    else:
        parts += _exercise(session, entry.id)
    if missed:
        parts += [Content(), Content.styled("Mistakes last time", "bold $text-warning")]
        parts += [prose(f"{glyphs.dot} {plain(name)}") for name in missed[:MOST_MISSED]]
    return Content("\n").join(parts)


def _topic(session: TutorSession, topic: Topic) -> list[Content]:
    done, total = session.done(topic.exercises), len(topic.exercises)
    tally = f"{len(topic.lessons)} lessons, {done} of {total} exercises done"
    if session.workshop is not None:
        tally = f"{session.workshop.about(topic.exercises[0])}, {done} done"
    return [Content(tally if topic.lessons else "Not written yet."), Content(topic.summary)]


def _lesson(session: TutorSession, lesson: LessonEntry) -> list[Content]:
    read = "read" if lesson.id in session.lessons_read else "not read yet"
    tally = f"{read}, {session.done(lesson.exercises)} of {len(lesson.exercises)} exercises done"
    goal = summary_of(lesson.path)
    length = Content.styled(lesson_words(session.course, lesson), "dim")
    return [Content(f"Lesson: {tally}"), length, *([Content(), prose(goal)] if goal else [])]


def _exercise(session: TutorSession, exercise: str) -> list[Content]:
    standing, shown = session.standing(exercise), session.state(exercise)
    state = state_text(shown, standing.attempts, standing.hints)
    if session.workshop is not None and (points := session.workshop.points(exercise)):
        state += f", {points}"
    state += f", {exercise_words(session.course, exercise)}"
    loaded = session.exercises.get(exercise)
    text = Content(session.damaged.get(exercise, "")) or passage(loaded.prompt if loaded else "")
    return [Content.styled(f"{exercise}  {state}", "dim"), Content(), text]
